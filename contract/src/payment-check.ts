import * as z from 'zod/mini';
import { formatUgx, money } from './money.ts';
import { movementState, statusWord } from './movement-words.ts';
import { reviewKinds } from './payment-reviews.ts';
import { networkWord } from './payments.ts';

/** A payment of which the network said something else than the books. */
export const paymentCheck = z.object({
  /** What the network said. */
  kind: z.enum(reviewKinds),
  /** The provider is finding out; or it was booked as paid after it had failed; or it was not paid. */
  state: z.enum(['open', 'paid', 'not_paid']),
  /** Set if another amount was booked as paid than was asked for; a server of the release before does not say. */
  amounts: z.optional(z.object({ asked: money, paid: money })),
});
export type PaymentCheck = z.infer<typeof paymentCheck>;

interface Checked {
  /** Of a payment or of its transaction, also in the words of the back-office. */
  readonly status: string;
  readonly network: string | null;
  readonly check?: PaymentCheck | null | undefined;
}

/** Beside the word of its state: "Failed, being checked"; null: nothing is to be said. */
export function checkWord({ status, check }: Checked, word = statusWord(status)): string | null {
  if (!check) return null;
  if (check.amounts) return `${word}, another amount`;
  if (check.state === 'paid') return `${word}, paid late`;
  if (check.state === 'not_paid') return null;
  const isOpen = movementState(status) === 'pending' || movementState(status) === 'processing';
  return isOpen ? 'Being checked' : `${word}, being checked`;
}

/** "Paid UGX 4,500 of the UGX 5,000 asked: UGX 500 are missing"; null if it was paid as asked, or not yet. */
export function otherAmountNote(check: PaymentCheck | null | undefined): string | null {
  if (!check?.amounts) return null;
  const { asked, paid } = check.amounts;
  const difference = formatUgx(Math.abs(asked - paid));
  return paid < asked
    ? `Paid ${formatUgx(paid)} of the ${formatUgx(asked)} asked: ${difference} are missing`
    : `Paid ${formatUgx(paid)}, ${difference} more than the ${formatUgx(asked)} asked`;
}

/** What the network said, without a full stop: "MTN says that it was paid". */
export function checkNote({ network, check }: Omit<Checked, 'status'>): string | null {
  if (!check) return null;
  const who = network === null ? 'The network' : networkWord(network);
  if (check.amounts) return otherAmountNote(check);
  // By the person, or to the person.
  if (check.state === 'paid') return 'It was paid after it had failed';
  if (check.state === 'not_paid') return 'Checked: it was not paid';
  const notes: Readonly<Record<PaymentCheck['kind'], string>> = {
    late_success: `${who} says that it was paid`,
    amount_differs: `${who} says that another amount was paid`,
    currency_differs: `${who} says that it was paid in another currency`,
    amount_unknown: `${who} says that it was paid, but not how much`,
    account_inactive: 'It was paid, but the account is switched off',
    unanswered: `${who} has not told how it ended`,
    contradicted: `${who} says now that it was not paid`,
  };
  return notes[check.kind];
}

/** What to do, and not to do, while it is being checked. Null: nothing is open. */
export function checkAdvice(
  row: Checked & { readonly direction: 'collection' | 'payout' },
): string | null {
  if (row.check?.state !== 'open') return null;
  if (row.status === 'SUCCESS' || row.status === 'completed') {
    return 'The provider decides whether it stays booked.';
  }
  return row.direction === 'collection'
    ? 'Do not ask again: the person may pay twice. Two people of the provider decide whether the money comes to the account.'
    : 'Do not send it again: the person may get it twice. The provider decides how it is booked.';
}

/** For a file; empty for an ordinary payment. */
export function checkText(row: Omit<Checked, 'status'>): string {
  const note = checkNote(row);
  return note === null || row.check?.state !== 'open' ? (note ?? '') : `Being checked: ${note}`;
}
