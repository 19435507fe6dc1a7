/**
 * For PDF. The fonts that every reader has know the letters of Western Europe and the bullet only. Other letters
 * lose their marks, and what is left is shown as a question mark.
 */
export function printable(text: string): string {
  return text
    .replaceAll('ŋ', 'ng')
    .replaceAll('Ŋ', 'Ng')
    .replaceAll(/[^\u0020-\u007e\u00a0-\u00ff\u2022\n]/g, (letter) => {
      const base = letter.normalize('NFKD').replaceAll(/\p{M}/gu, '');
      return /^[\u0020-\u007e\u00a0-\u00ff]+$/.test(base) ? base : '?';
    });
}
