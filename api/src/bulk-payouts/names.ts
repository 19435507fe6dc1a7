/**
 * Whether two names are surely of different people: they share no word. People write one of their names, leave
 * out a middle one or change the order, and networks shorten them.
 */
export function namesDiffer(given: string, found: string): boolean {
  const known = new Set(wordsOf(found));
  const words = wordsOf(given);
  return words.length > 0 && known.size > 0 && !words.some((word) => known.has(word));
}

/** Without initials and titles. */
function wordsOf(name: string): string[] {
  return name
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length > 2);
}
