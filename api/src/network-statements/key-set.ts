/** Of each key its four words; all are 0 in a free place. */
const words = 4;

/**
 * A set of keys of 128 bits in hexadecimal digits, which are random: 32 to 64 bytes for each, and nothing that the
 * garbage collector has to follow, as it has to in a set of a million texts.
 */
export function createKeySet(): { /** False if it was there. */ add(key: string): boolean } {
  let places = 1 << 12;
  let table = new Uint32Array(places * words);
  let count = 0;
  /** The place of the key, or the free one in which it belongs. */
  const placeOf = (a: number, b: number, c: number, d: number): number => {
    let at = (a & (places - 1)) * words;
    for (;;) {
      const [e, f, g, h] = [table[at], table[at + 1], table[at + 2], table[at + 3]];
      if ((e === a && f === b && g === c && h === d) || !(e || f || g || h)) return at;
      at = (at + words) & (places * words - 1);
    }
  };
  const put = (a: number, b: number, c: number, d: number): boolean => {
    const at = placeOf(a, b, c, d);
    if (table[at] || table[at + 1] || table[at + 2] || table[at + 3]) return false;
    table[at] = a;
    table[at + 1] = b;
    table[at + 2] = c;
    table[at + 3] = d;
    return true;
  };
  const grow = (): void => {
    const before = table;
    places *= 2;
    table = new Uint32Array(places * words);
    for (let at = 0; at < before.length; at += words) {
      const [a = 0, b = 0, c = 0, d = 0] = before.subarray(at, at + words);
      if (a || b || c || d) put(a, b, c, d);
    }
  };
  return {
    add(key) {
      if (count * 2 >= places) grow();
      const isNew = put(wordOf(key, 0) || 1, wordOf(key, 8), wordOf(key, 16), wordOf(key, 24));
      if (isNew) count++;
      return isNew;
    },
  };
}

function wordOf(key: string, at: number): number {
  return Number.parseInt(key.slice(at, at + 8), 16);
}
