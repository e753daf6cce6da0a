// Generated from the hints of the library by `BLESS=1 cargo test`.

/** For each language and rule id, the text that the page adds to the help of the rule. */
export const HINTS = {
  "en": {
    "account-differs": "clear the field Account",
    "account-masked": "enter it in the field Account",
    "account-missing": "enter it in the field Account",
    "account-unusable": "enter it in the field Account",
    "bank-ambiguous": "choose it in the list of banks",
    "bank-unknown": "the list of banks shows the known formats; for every other table, this page asks what the columns mean",
    "cell-too-long": "the limits of this page are fixed",
    "currency-missing": "enter it in the field Currency",
    "given-currency-differs": "clear the field Currency",
    "header-changed": "for a table with rows, this page asks what the columns mean",
    "line-too-long": "the limits of this page are fixed",
    "not-json": "choose Bank statement as the kind of file",
    "shape-unproved": "choose it in the list of banks",
    "too-large": "the limits of this page are fixed",
    "too-many-records": "the limits of this page are fixed"
  },
  "de": {
    "account-differs": "leeren Sie das Feld Konto",
    "account-masked": "geben Sie es im Feld Konto ein",
    "account-missing": "geben Sie es im Feld Konto ein",
    "account-unusable": "geben Sie es im Feld Konto ein",
    "bank-ambiguous": "wählen Sie sie in der Liste der Banken",
    "bank-unknown": "die Liste der Banken zeigt die bekannten Formate; bei jeder anderen Tabelle fragt diese Seite, was die Spalten bedeuten",
    "cell-too-long": "die Grenzwerte dieser Seite sind fest",
    "currency-missing": "geben Sie sie im Feld Währung ein",
    "given-currency-differs": "leeren Sie das Feld Währung",
    "header-changed": "bei einer Tabelle mit Zeilen fragt diese Seite, was die Spalten bedeuten",
    "line-too-long": "die Grenzwerte dieser Seite sind fest",
    "not-json": "wählen Sie Kontoauszug als Art der Datei",
    "shape-unproved": "wählen Sie sie in der Liste der Banken",
    "too-large": "die Grenzwerte dieser Seite sind fest",
    "too-many-records": "die Grenzwerte dieser Seite sind fest"
  },
  "fr": {
    "account-differs": "videz le champ Compte",
    "account-masked": "saisissez-le dans le champ Compte",
    "account-missing": "saisissez-le dans le champ Compte",
    "account-unusable": "saisissez-le dans le champ Compte",
    "bank-ambiguous": "choisissez-la dans la liste des banques",
    "bank-unknown": "la liste des banques montre les formats connus ; pour tout autre tableau, cette page demande ce que signifient les colonnes",
    "cell-too-long": "les limites de cette page sont fixes",
    "currency-missing": "saisissez-la dans le champ Monnaie",
    "given-currency-differs": "videz le champ Monnaie",
    "header-changed": "pour un tableau avec des lignes, cette page demande ce que signifient les colonnes",
    "line-too-long": "les limites de cette page sont fixes",
    "not-json": "choisissez Relevé bancaire comme type de fichier",
    "shape-unproved": "choisissez-la dans la liste des banques",
    "too-large": "les limites de cette page sont fixes",
    "too-many-records": "les limites de cette page sont fixes"
  },
  "it": {
    "account-differs": "svuotate il campo Conto",
    "account-masked": "inseritelo nel campo Conto",
    "account-missing": "inseritelo nel campo Conto",
    "account-unusable": "inseritelo nel campo Conto",
    "bank-ambiguous": "sceglietela nell’elenco delle banche",
    "bank-unknown": "l’elenco delle banche mostra i formati conosciuti; per ogni altra tabella questa pagina chiede che cosa significano le colonne",
    "cell-too-long": "i limiti di questa pagina sono fissi",
    "currency-missing": "inseritela nel campo Moneta",
    "given-currency-differs": "svuotate il campo Moneta",
    "header-changed": "per una tabella con righe questa pagina chiede che cosa significano le colonne",
    "line-too-long": "i limiti di questa pagina sono fissi",
    "not-json": "scegliete Estratto conto come tipo di file",
    "shape-unproved": "sceglietela nell’elenco delle banche",
    "too-large": "i limiti di questa pagina sono fissi",
    "too-many-records": "i limiti di questa pagina sono fissi"
  }
};
