// Decompresses DEFLATE (RFC 1951). Hosts can do it too, but only asynchronously, and the package is synchronous.

/** The order in which a block lists the lengths of its code of lengths. */
const ORDER = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];

/** Returns for each symbol its smallest value and its number of additional bits. */
function ranges(count, first, bitsOf) {
  const [bases, extra] = [new Uint16Array(count), new Uint8Array(count)];
  for (let symbol = 0, base = first; symbol < count; symbol += 1) {
    bases[symbol] = base;
    extra[symbol] = bitsOf(symbol);
    base += 1 << extra[symbol];
  }
  return { bases, extra };
}

const LENGTHS = ranges(29, 3, (symbol) => (symbol < 8 || symbol === 28 ? 0 : (symbol >> 2) - 1));
LENGTHS.bases[28] = 258;
const DISTANCES = ranges(30, 1, (symbol) => (symbol < 4 ? 0 : (symbol >> 1) - 1));

/**
 * Builds a table for a code from the lengths of its words. At each index that ends with a word, read from its last bit, the table has the word's symbol and
 * its length in the lowest four bits.
 */
function buildCode(lengths) {
  const longest = Math.max(1, ...lengths);
  const table = new Uint16Array(1 << longest);
  let word = 0;
  for (let length = 1; length <= longest; length += 1) {
    lengths.forEach((each, symbol) => {
      if (each !== length) return;
      let reversed = 0;
      for (let bit = 0; bit < length; bit += 1) reversed |= ((word >> bit) & 1) << (length - 1 - bit);
      for (let index = reversed; index < table.length; index += 1 << length) table[index] = (symbol << 4) | length;
      word += 1;
    });
    word <<= 1;
  }
  return { table, longest, mask: table.length - 1 };
}

/** Decompresses valid data whose decompressed length is known. */
export function inflate(source, length) {
  const output = new Uint8Array(length);
  let [at, written, buffer, available] = [0, 0, 0, 0];

  function bits(count) {
    while (available < count) {
      buffer |= source[at++] << available;
      available += 8;
    }
    const value = buffer & ((1 << count) - 1);
    buffer >>>= count;
    available -= count;
    return value;
  }

  function symbol({ table, longest, mask }) {
    while (available < longest) {
      buffer |= source[at++] << available;
      available += 8;
    }
    const entry = table[buffer & mask];
    buffer >>>= entry & 15;
    available -= entry & 15;
    return entry >> 4;
  }

  function dynamicCodes() {
    const [literals, distances, count] = [bits(5) + 257, bits(5) + 1, bits(4) + 4];
    const lengths = new Array(19).fill(0);
    for (let index = 0; index < count; index += 1) lengths[ORDER[index]] = bits(3);
    const code = buildCode(lengths);
    const all = [];
    while (all.length < literals + distances) {
      const word = symbol(code);
      if (word < 16) all.push(word);
      else {
        const value = word === 16 ? all.at(-1) : 0;
        const times = word === 16 ? 3 + bits(2) : word === 17 ? 3 + bits(3) : 11 + bits(7);
        for (let index = 0; index < times; index += 1) all.push(value);
      }
    }
    return [buildCode(all.slice(0, literals)), buildCode(all.slice(literals))];
  }

  function fixedCodes() {
    const lengths = Array.from({ length: 288 }, (_, symbol) => (symbol < 144 ? 8 : symbol < 256 ? 9 : symbol < 280 ? 7 : 8));
    return [buildCode(lengths), buildCode(new Array(30).fill(5))];
  }

  let isLast = false;
  while (!isLast) {
    isLast = bits(1) === 1;
    const type = bits(2);
    if (type === 0) {
      // The block starts at the next byte, which may have been read.
      at -= available >> 3;
      [buffer, available] = [0, 0];
      const size = source[at] | (source[at + 1] << 8);
      output.set(source.subarray(at + 4, at + 4 + size), written);
      at += 4 + size;
      written += size;
      continue;
    }
    const [literals, distances] = type === 1 ? fixedCodes() : dynamicCodes();
    for (let word; (word = symbol(literals)) !== 256; ) {
      if (word < 256) output[written++] = word;
      else {
        const size = LENGTHS.bases[word - 257] + bits(LENGTHS.extra[word - 257]);
        const code = symbol(distances);
        const distance = DISTANCES.bases[code] + bits(DISTANCES.extra[code]);
        for (const end = written + size; written < end; written += 1) output[written] = output[written - distance];
      }
    }
  }
  return output;
}
