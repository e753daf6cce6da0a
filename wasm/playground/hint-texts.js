/** For each rule id and language, the text that the page adds to the help of the rule. */
export const HINTS = {
  "account-differs": {
    "en": "clear the field Account",
    "de": "leeren Sie das Feld Konto",
    "fr": "videz le champ Compte",
    "it": "svuotate il campo Conto"
  },
  "account-masked": {
    "en": "enter it in the field Account",
    "de": "geben Sie es im Feld Konto ein",
    "fr": "saisissez-le dans le champ Compte",
    "it": "inseritelo nel campo Conto"
  },
  "account-missing": {
    "en": "enter it in the field Account",
    "de": "geben Sie es im Feld Konto ein",
    "fr": "saisissez-le dans le champ Compte",
    "it": "inseritelo nel campo Conto"
  },
  "account-unusable": {
    "en": "enter it in the field Account",
    "de": "geben Sie es im Feld Konto ein",
    "fr": "saisissez-le dans le champ Compte",
    "it": "inseritelo nel campo Conto"
  },
  "bank-ambiguous": {
    "en": "choose it in the list of banks",
    "de": "wählen Sie sie in der Liste der Banken",
    "fr": "choisissez-la dans la liste des banques",
    "it": "sceglietela nell’elenco delle banche"
  },
  "bank-unknown": {
    "en": "the list of banks shows the known formats; for every other table, this page asks what the columns mean",
    "de": "die Liste der Banken zeigt die bekannten Formate; bei jeder anderen Tabelle fragt diese Seite, was die Spalten bedeuten",
    "fr": "la liste des banques montre les formats connus ; pour tout autre tableau, cette page demande ce que signifient les colonnes",
    "it": "l’elenco delle banche mostra i formati conosciuti; per ogni altra tabella questa pagina chiede che cosa significano le colonne"
  },
  "cell-too-long": {
    "en": "the limits of this page are fixed",
    "de": "die Grenzwerte dieser Seite sind fest",
    "fr": "les limites de cette page sont fixes",
    "it": "i limiti di questa pagina sono fissi"
  },
  "currency-missing": {
    "en": "enter it in the field Currency",
    "de": "geben Sie sie im Feld Währung ein",
    "fr": "saisissez-la dans le champ Monnaie",
    "it": "inseritela nel campo Moneta"
  },
  "given-currency-differs": {
    "en": "clear the field Currency",
    "de": "leeren Sie das Feld Währung",
    "fr": "videz le champ Monnaie",
    "it": "svuotate il campo Moneta"
  },
  "header-changed": {
    "en": "for a table with rows, this page asks what the columns mean",
    "de": "bei einer Tabelle mit Zeilen fragt diese Seite, was die Spalten bedeuten",
    "fr": "pour un tableau avec des lignes, cette page demande ce que signifient les colonnes",
    "it": "per una tabella con righe questa pagina chiede che cosa significano le colonne"
  },
  "line-too-long": {
    "en": "the limits of this page are fixed",
    "de": "die Grenzwerte dieser Seite sind fest",
    "fr": "les limites de cette page sont fixes",
    "it": "i limiti di questa pagina sono fissi"
  },
  "not-json": {
    "en": "choose Bank statement as the kind of file",
    "de": "wählen Sie Kontoauszug als Art der Datei",
    "fr": "choisissez Relevé bancaire comme type de fichier",
    "it": "scegliete Estratto conto come tipo di file"
  },
  "shape-unproved": {
    "en": "choose it in the list of banks",
    "de": "wählen Sie sie in der Liste der Banken",
    "fr": "choisissez-la dans la liste des banques",
    "it": "sceglietela nell’elenco delle banche"
  },
  "too-large": {
    "en": "the limits of this page are fixed",
    "de": "die Grenzwerte dieser Seite sind fest",
    "fr": "les limites de cette page sont fixes",
    "it": "i limiti di questa pagina sono fissi"
  },
  "too-many-records": {
    "en": "the limits of this page are fixed",
    "de": "die Grenzwerte dieser Seite sind fest",
    "fr": "les limites de cette page sont fixes",
    "it": "i limiti di questa pagina sono fissi"
  }
};
