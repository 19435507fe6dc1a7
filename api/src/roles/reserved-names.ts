/*
 * A role's name gives no power, but people who read "Admin" in a list believe it. Names that look
 * like an administrator's are therefore reserved.
 */

const reserved = ['admin', 'superadmin', 'administrator', 'superadministrator'];

/**
 * Characters of other alphabets that look like the Latin letters of the reserved names. Unicode
 * compatibility forms (full width, mathematical, circled) are normalised and not listed.
 */
const lookAlikes: Record<string, string> = {
  a: '@4\u0251\u03b1\u0430\u1d00\u1d8f\u2c65\uab64',
  d: '\u00f0\u0111\u018c\u0221\u0256\u0257\u0501\u056a\u1d05\u1d6d\u1d81\u1d91\ua77a',
  e: '3\u0247\u025b\u03b5\u0435\u0454\u04bd\u1d07\u1d92\u2c78\uab32',
  i: 'l1|!\u0131\u0142\u019a\u01c0\u01c3\u0268\u0269\u026a\u026b\u03b9\u0456\u04cf\u1d7b\u1d96\u2223',
  m: '\u0271\u03bc\u03fb\u043c\u1d0d\u1d6f\u1d86\uab3a',
  n: '\u014b\u019e\u0235\u0272\u0273\u0274\u03b7\u03bd\u043f\u0578\u057c\u1d0e\u1d70\u1d87\ua791\uab3b',
  o: '0\u00f8\u0275\u03bf\u03c3\u043e\u0585\u1d0f',
  p: '\u01a5\u03c1\u0440\u1d18\u1d71\u1d7d\u1d88\ua751',
  r: '\u024d\u027c\u027d\u027e\u0280\u0433\u1d26\u1d72\u1d73\u1d89\uab47',
  s: '5$\u023f\u0282\u0455\u1d74\u1d8a\ua731',
  t: '7\u0167\u01ab\u01ad\u0236\u0288\u03c4\u0442\u1d1b\u1d75\u2c66',
  u: '\u0289\u028b\u03c5\u057d\u1d1c\u1d7e\u1d99\uab4e',
};

const latinOf = new Map(
  Object.entries(lookAlikes).flatMap(([latin, others]) =>
    Array.from(others, (other) => [other, latin] as const),
  ),
);

/** The visual skeleton of a name: letters and digits, each as its Latin look-alike. */
function skeletonOf(name: string): string {
  const plain = plainOf(plainOf(name).toLowerCase());
  const letters = Array.from(plain, (sign) => latinOf.get(sign) ?? sign).join('');
  return letters
    .replace(/[^\p{L}\p{N}]/gu, '')
    .replaceAll('rn', 'm')
    .replaceAll('ci', 'd');
}

/** Without invisible characters, some of which count as letters. */
function plainOf(text: string): string {
  return text.normalize('NFKD').replace(/\p{Default_Ignorable_Code_Point}/gu, '');
}

const skeletons: ReadonlySet<string> = new Set(reserved.map(skeletonOf));

export function isReservedRoleName(name: string): boolean {
  const skeleton = skeletonOf(name);
  // Also reversed, because direction marks can make text appear reversed.
  return skeletons.has(skeleton) || skeletons.has(Array.from(skeleton).toReversed().join(''));
}

/**
 * Scripts in everyday use. Others, such as Cherokee and Lisu, have many Latin look-alikes and are
 * refused; the look-alikes of the listed scripts are in the table above.
 */
const everydayScripts = [
  'Latin',
  'Arabic',
  'Armenian',
  'Bengali',
  'Cyrillic',
  'Devanagari',
  'Ethiopic',
  'Georgian',
  'Greek',
  'Gujarati',
  'Gurmukhi',
  'Hangul',
  'Hebrew',
  'Kannada',
  'Khmer',
  'Lao',
  'Malayalam',
  'Myanmar',
  'Sinhala',
  'Tamil',
  'Telugu',
  'Thai',
  'Tibetan',
];
const alphabets = [
  ...everydayScripts.map((script) => new RegExp(`^[\\p{Script=${script}}0-9]*$`, 'u')),
  // Japanese uses three scripts, none of which resembles another alphabet.
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u30fc0-9]*$/u,
];

/** Mixed alphabets can imitate any word. */
export function isInOneAlphabet(name: string): boolean {
  const letters = plainOf(name).replace(/[^\p{L}\p{N}]/gu, '');
  return alphabets.some((alphabet) => alphabet.test(letters));
}
