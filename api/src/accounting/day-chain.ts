import { createHash } from 'node:crypto';
import { readLiabilityHead } from '@sente/contract/liability-proof';
import type { SignedDay } from './day-proofs.queries.ts';

/*
 * Signed days name each other: each the one that was signed last before it, which is the day before unless a day
 * was signed late.
 */

interface DayLink {
  readonly day: string;
  /** Of its document. */
  readonly hash: string;
  /** The hash that it names; empty for the first. */
  readonly previous: string;
}

type Signed = Pick<SignedDay, 'day' | 'document'>;

/** Given and returned by day. Days of version 1 name none: they stand for the one before them. */
function linksOf(days: readonly Signed[]): DayLink[] {
  let before = '';
  return days.map(({ day, document }) => {
    const { Previous: named } = readLiabilityHead(new Uint8Array(document));
    const previous = named ?? before;
    before = createHash('sha256').update(document).digest('hex');
    return { day, hash: before, previous };
  });
}

/** What the next document names: the one that no other names. Of a fork, the branch with the latest day goes on. */
export function endOfChain(days: readonly Signed[]): string {
  const links = linksOf(days);
  const named = new Set(links.map(({ previous }) => previous));
  return links.findLast(({ hash }) => !named.has(hash))?.hash ?? '';
}

/** Sentences by day; none if every day but the first names another one that no other day names. */
export function wrongLinks(days: readonly Signed[]): Map<string, string> {
  const links = linksOf(days);
  const dayOf = new Map(links.map(({ day, hash }) => [hash, day]));
  const namedBy = new Map<string, string>();
  const wrong = new Map<string, string>();
  for (const { day, previous } of links) {
    const isFirst = previous === '' && day === links[0]?.day;
    const other = namedBy.get(previous);
    const named = dayOf.get(previous);
    if (named !== undefined && other !== undefined) {
      wrong.set(
        day,
        `It names ${named} as the day that was signed before it, and so does ${other}: the chain of signed days has a fork there, because a day was signed before the one before it was. What both days say is checked by itself.`,
      );
    } else if (named === undefined && !isFirst) {
      wrong.set(day, 'It does not name a signed day before it.');
    }
    namedBy.set(previous, other ?? day);
  }
  return wrong;
}
