export default {
  "open-file": "Apri i file",
  rows: { one: "{count} riga", other: "{count} righe" },
};
