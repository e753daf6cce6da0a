// A font whose letters are all the same block, for pictures that are the same on every machine: lines break at the same places, and no letter has a shape.
const UNITS = 1000;
const ADVANCE = 600;
const [ASCENT, DESCENT] = [800, 200];
/** The ids of the glyphs. Glyph 0 stands for characters that are in no group, which there are none of. */
const [BLOCK, BLANK] = [1, 2];
/** Ranges of characters, with their glyph. */
const GROUPS = [[0, 0x20, BLANK], [0x21, 0x9f, BLOCK], [0xa0, 0xa0, BLANK], [0xa1, 0x1fff, BLOCK], [0x2000, 0x200f, BLANK], [0x2010, 0x202e, BLOCK], [0x202f, 0x202f, BLANK], [0x2030, 0x10ffff, BLOCK]];

/** Writes numbers with a width in bytes each, such as `[2, 500]`. */
function bytes(...numbers) {
  return Buffer.concat(numbers.map(([width, value]) => {
    const buffer = Buffer.alloc(width);
    if (value < 0) buffer.writeIntBE(value, 0, width);
    else buffer.writeUIntBE(value, 0, width);
    return buffer;
  }));
}
const u16 = (...values) => bytes(...values.map((value) => [2, value]));
const u32 = (...values) => bytes(...values.map((value) => [4, value]));

/** A rectangle of four points: the contour's last point, no instructions, flags, and the points as differences. */
function rectangle(left, bottom, right, top) {
  const [width, height] = [right - left, top - bottom];
  return Buffer.concat([u16(1, left, bottom, right, top, 3, 0), Buffer.from([1, 1, 1, 1]), u16(left, width, 0, -width), u16(bottom, 0, height, 0)]);
}

function tables() {
  const block = rectangle(60, 0, 540, 560);
  const cmap = Buffer.concat([u16(0, 1, 3, 10), u32(12), u16(13, 0), u32(16 + 12 * GROUPS.length, 0, GROUPS.length), ...GROUPS.map((group) => u32(...group))]);
  return {
    "OS/2": Buffer.concat([
      u16(0, ADVANCE, 400, 5, 0, 650, 600, 0, 75, 650, 600, 0, 350, 50, 300, 0), Buffer.alloc(10), u32(0, 0, 0, 0), Buffer.from("NONE"),
      u16(0x40, 0x20, 0xffff, ASCENT, -DESCENT, 0, ASCENT, DESCENT),
    ]),
    cmap,
    glyf: Buffer.concat([block, block]),
    head: Buffer.concat([u32(0x10000, 0x10000, 0, 0x5f0f3cf5), u16(3, UNITS), u32(0, 0, 0, 0), u16(60, 0, 540, 560, 0, 8, 2, 1, 0)]),
    hhea: Buffer.concat([u32(0x10000), u16(ASCENT, -DESCENT, 0, ADVANCE, 60, 60, 540, 1, 0, 0, 0, 0, 0, 0, 0, 3)]),
    hmtx: u16(ADVANCE, 60, ADVANCE, 60, ADVANCE, 0),
    loca: u32(0, block.length, 2 * block.length, 2 * block.length),
    maxp: Buffer.concat([u32(0x10000), u16(3, 4, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0)]),
    name: u16(0, 0, 6),
    post: Buffer.concat([u32(0x30000, 0), u16(-100, 50), u32(1, 0, 0, 0, 0)]),
  };
}

function checksum(table) {
  let sum = 0;
  for (let at = 0; at < table.length; at += 4) sum = (sum + table.readUInt32BE(at)) % 2 ** 32;
  return sum;
}

/** Returns the font as a file. */
export function blockFont() {
  const entries = Object.entries(tables());
  const padded = entries.map(([, table]) => Buffer.concat([table, Buffer.alloc(-table.length & 3)]));
  let offset = 12 + 16 * entries.length;
  const directory = entries.map(([tag, { length }], index) => {
    const entry = Buffer.concat([Buffer.from(tag), u32(checksum(padded[index]), offset, length)]);
    offset += padded[index].length;
    return entry;
  });
  // For binary search: the largest power of 2 that is no larger than the number of tables, and what follows from it.
  const power = Math.floor(Math.log2(entries.length));
  return Buffer.concat([u32(0x10000), u16(entries.length, 16 * 2 ** power, power, 16 * (entries.length - 2 ** power)), ...directory, ...padded]);
}
