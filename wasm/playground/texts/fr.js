export default {
  "open-file": "Ouvrir des fichiers",
  rows: { one: "{count} ligne", other: "{count} lignes" },
};
