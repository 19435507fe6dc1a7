/*
 * A role's power never comes from its name. But a person who reads "Admin" in a list believes it,
 * so names that look like an administrator's are kept for the roles that are.
 */

const reserved = ['admin', 'superadmin', 'administrator', 'superadministrator'];

/**
 * Letters of other alphabets, and signs, that are drawn like the Latin letters of those words. What
 * Unicode itself calls a form of the letter (full width, mathematical, circled) is not listed.
 */
const lookAlikes: Record<string, string> = {
  a: '@4\u0251\u03b1\u0430\u1d00',
  d: '\u00f0\u0111\u0257\u0501\u056a\u1d05',
  e: '3\u03b5\u0435\u0454\u04bd\u1d07',
  i: 'l1|!\u0131\u0269\u026a\u03b9\u0456\u04cf',
  m: '\u03bc\u03fb\u043c\u1d0d',
  n: '\u0274\u03b7\u03bd\u043f\u0578\u057c\u1d0e',
  o: '0\u03bf\u03c3\u043e\u0585\u1d0f',
  p: '\u03c1\u0440\u1d18',
  r: '\u0280\u0433\u1d26',
  s: '5$\u0282\u0455\ua731',
  t: '7\u03c4\u0442\u1d1b',
  u: '\u028b\u03c5\u057d\u1d1c',
};

const latinOf = new Map(
  Object.entries(lookAlikes).flatMap(([latin, others]) =>
    Array.from(others, (other) => [other, latin] as const),
  ),
);

/** What is left of a name for the eye: letters and digits, each as its plain Latin look-alike. */
function skeletonOf(name: string): string {
  const plain = name.normalize('NFKD').toLowerCase().normalize('NFKD');
  const letters = Array.from(plain, (sign) => latinOf.get(sign) ?? sign).join('');
  return letters.replace(/[^\p{L}\p{N}]/gu, '').replaceAll('rn', 'm');
}

const skeletons: ReadonlySet<string> = new Set(reserved.map(skeletonOf));

export function isReservedRoleName(name: string): boolean {
  const skeleton = skeletonOf(name);
  // Also backwards: a mark that turns the direction of text makes the one look like the other.
  return skeletons.has(skeleton) || skeletons.has(Array.from(skeleton).toReversed().join(''));
}
