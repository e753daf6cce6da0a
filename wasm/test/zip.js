// ZIP archives and workbooks for tests, without compression.
import { crc32 } from "node:zlib";

/** Returns an archive of files, given as pairs of name and content. */
export function zip(files) {
  const [locals, centrals] = [[], []];
  let offset = 0;
  for (const [name, content] of files) {
    const [path, bytes] = [Buffer.from(name), Buffer.from(content)];
    const header = Buffer.alloc(26);
    header.writeUInt16LE(20, 0);
    header.writeUInt32LE(crc32(bytes), 10);
    header.writeUInt32LE(bytes.length, 14);
    header.writeUInt32LE(bytes.length, 18);
    header.writeUInt16LE(path.length, 22);
    const local = Buffer.concat([Buffer.from("PK\x03\x04"), header, path, bytes]);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(offset, 10);
    centrals.push(Buffer.concat([Buffer.from("PK\x01\x02\x14\0"), header, tail, path]));
    locals.push(local);
    offset += local.length;
  }
  const central = Buffer.concat(centrals);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(files.length, 4);
  end.writeUInt16LE(files.length, 6);
  end.writeUInt32LE(central.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...locals, central, Buffer.from("PK\x05\x06"), end]);
}

/** Returns a workbook with a sheet of texts and numbers. */
export function workbook(name, rows) {
  const cell = (value) => (typeof value === "number" ? `<c><v>${value}</v></c>` : `<c t="inlineStr"><is><t>${value}</t></is></c>`);
  const relationships = (kind, target) => `<Relationships><Relationship Id="r1" Type="x/${kind}" Target="${target}"/></Relationships>`;
  return zip([
    ["[Content_Types].xml", "<Types/>"],
    ["_rels/.rels", relationships("officeDocument", "xl/workbook.xml")],
    ["xl/workbook.xml", `<workbook xmlns:r="r"><sheets><sheet name="${name}" r:id="r1"/></sheets></workbook>`],
    ["xl/_rels/workbook.xml.rels", relationships("worksheet", "sheet1.xml")],
    ["xl/sheet1.xml", `<worksheet><sheetData>${rows.map((row) => `<row>${row.map(cell).join("")}</row>`).join("")}</sheetData></worksheet>`],
  ]);
}

/** The rows of a statement in a sheet. */
export const STATEMENT = [
  ["IBAN", "Booked At", "Text", "Credit/Debit Amount", "Balance", "Valuta Date"],
  ["CH9300762011623852957", "2026-03-30 00:00:00.0", "Miete", -1200, 800, "2026-03-30 00:00:00.0"],
  ["CH9300762011623852957", "2026-03-31 00:00:00.0", "Lohn", 5000.1, 5800.1, "2026-03-31 00:00:00.0"],
];
