import type { NetworkStatus, StatusNow } from '@sente/contract/status';
import { formatShortTime } from './dates.ts';
import { durationText } from './duration.ts';

export type StatusTone = 'good' | 'degraded' | 'bad' | 'unknown';

/** The books are checked every hour unless an operator chose otherwise. */
const oldAfterMs = 6 * 3_600_000;

/** Whether the books balance, as a sentence. A check of long ago says nothing about now. */
export function booksStatus(
  books: StatusNow['books'],
  now: number,
): { tone: StatusTone; word: string; text: string } {
  if (!books) {
    return { tone: 'unknown', word: 'Not checked', text: 'The books were not checked yet' };
  }
  const at = formatShortTime(books.checkedAt);
  const count = `${books.entries.toLocaleString('en')} ${books.entries === 1 ? 'entry' : 'entries'}`;
  const rest = `checked at ${at}, ${count}`;
  if (!books.isBalanced) {
    return { tone: 'bad', word: 'Do not balance', text: `Books do not balance, ${rest}` };
  }
  return now - Date.parse(books.checkedAt) > oldAfterMs
    ? { tone: 'unknown', word: 'Not checked lately', text: `Books balanced when last ${rest}` }
    : { tone: 'good', word: 'Balance', text: `Books balance, ${rest}` };
}

/** Whether payouts are sent; those of a single company may be stopped by themselves. */
export function payoutsStatus(since: StatusNow['payoutsStoppedSince']): {
  tone: StatusTone;
  word: string;
  text: string;
} {
  return since === null
    ? { tone: 'good', word: 'Sent', text: 'Payouts are sent as they are asked for' }
    : {
        tone: 'bad',
        word: 'Stopped',
        text: `All payouts are stopped since ${formatShortTime(since)}`,
      };
}

export const networkTones = {
  up: { tone: 'good', word: 'Up' },
  degraded: { tone: 'degraded', word: 'Degraded' },
  down: { tone: 'bad', word: 'Down' },
} as const satisfies Record<NetworkStatus['status'], { tone: StatusTone; word: string }>;

/** How long a payer takes to approve now. */
export function waitText({ wait }: Pick<NetworkStatus, 'wait'>): string {
  if (!wait) return 'Not enough payments in the last hour to tell how long an approval takes.';
  const [usual, slow] = [wait.medianSeconds, wait.slowSeconds].map((seconds) =>
    durationText(seconds * 1_000),
  );
  return usual === slow
    ? `An approval takes about ${usual} now.`
    : `An approval takes about ${usual} now, nine of ten at most ${slow}.`;
}
