export default {
  "open-file": "Open files",
  rows: { one: "{count} row", other: "{count} rows" },
};
