/** A reversal names what it took back, and that one the reversal. */
export interface Reversible {
  readonly reversalOf: string | null;
  readonly reversedBy: string | null;
}

type ReversalMark = { word: 'Reversal' | 'Reversed'; link: 'of' | 'by'; otherId: string };

export function reversalMarkOf({ reversalOf, reversedBy }: Reversible): ReversalMark | null {
  if (reversalOf) return { word: 'Reversal', link: 'of', otherId: reversalOf };
  return reversedBy ? { word: 'Reversed', link: 'by', otherId: reversedBy } : null;
}

/** For a file; empty for an ordinary transaction. */
export function reversalText(row: Reversible): string {
  const mark = reversalMarkOf(row);
  return mark ? `${mark.word} ${mark.link} ${mark.otherId}` : '';
}
