export default {
  "open-file": "Dateien öffnen",
  rows: { one: "{count} Zeile", other: "{count} Zeilen" },
};
