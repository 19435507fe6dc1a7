import { formatUgx } from './money.ts';
import type { PaymentReview } from './payment-reviews.ts';
import { networkWord } from './payments.ts';

/** What the network said about a payment. */
export type Evidence = Pick<
  PaymentReview,
  'kind' | 'network' | 'amount' | 'networkAmount' | 'foreignAmount' | 'foreignCurrency'
>;

/** Why people have to decide about a payment, as a sentence. */
export function whyOf(evidence: Evidence): string {
  const { kind, networkAmount, amount } = evidence;
  const network = networkWord(evidence.network);
  const reported = formatUgx(networkAmount ?? amount);
  switch (kind) {
    case 'late_success':
      return `It had failed here, and later ${network} reported that ${reported} was paid.`;
    case 'amount_differs':
      return `${network} reports ${reported} instead of ${formatUgx(amount)}.`;
    case 'currency_differs':
      return `${network} reports ${foreignOf(evidence)}, another currency than ${formatUgx(amount)} that was asked for.`;
    case 'amount_unknown':
      return `${network} reports that it was paid, but not how much.`;
    case 'contradicted':
      return `It is booked as paid, and later ${network} reported ${contradictionOf(evidence)}.`;
    case 'account_inactive':
      return `${network} reports that ${reported} was paid, but the account is inactive.`;
    case 'unanswered':
      return `${network} was asked for a day and never told whether it was paid.`;
    default:
      return 'The server does not decide about it by itself.';
  }
}

function contradictionOf(evidence: Evidence): string {
  const { networkAmount, foreignCurrency } = evidence;
  if (foreignCurrency !== null) return `${foreignOf(evidence)}, another currency`;
  return networkAmount === null ? 'that it was not paid' : `${formatUgx(networkAmount)} instead`;
}

function foreignOf({ foreignAmount, foreignCurrency }: Evidence): string {
  const currency = foreignCurrency ?? 'a payment';
  return foreignAmount === null
    ? currency
    : formatUgx(foreignAmount).replace('UGX', () => currency);
}
