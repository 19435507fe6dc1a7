import { formatUgx } from '@sente/contract/money';
import { toUgx } from '../db/amounts.ts';
import { reversalOf } from '../ledger/reversal.queries.ts';

/* A payment that is refunded and reversed costs the company its amount twice: people are told before they decide. */

/** Of the payment that a reversal takes back. Hundredths of UGX; bigint arrives as text. */
interface ReversedRefunds {
  readonly gone: string;
  readonly waiting: string;
}

/** What was refunded of a payment `p`, and what waits to be. */
const reversedRefunds = `select jsonb_build_object(
      'gone', coalesce(sum(g.amount) filter (where not g.awaits_approval), 0)::text,
      'waiting', coalesce(sum(g.amount) filter (where g.awaits_approval), 0)::text
    )
    from refunds f join payments g on g.company_id = f.company_id and g.id = f.refund_id
    where f.company_id = p.company_id and f.payment_id = p.id and g.status <> 'FAILED'
      and ${reversalOf('g.transaction_id', 'g.company_id')} is null`;

/** Whether a payment `p` refunds one that was reversed. */
const isOfReversed = `exists (
      select from refunds f join payments o on o.company_id = f.company_id and o.id = f.payment_id
      where f.company_id = p.company_id and f.refund_id = p.id
        and ${reversalOf('o.transaction_id', 'o.company_id')} is not null
    )`;

const ofReversedText =
  'The payment that it refunds was reversed: its money is not on the account any more.';

function reversalWarnings({ gone, waiting }: ReversedRefunds): string[] {
  const ugx = (amount: string) => formatUgx(toUgx(amount));
  return [
    ...(gone === '0'
      ? []
      : [
          `${ugx(gone)} of it was refunded to the payer already: the company gives that much twice.`,
        ]),
    ...(waiting === '0'
      ? []
      : [
          `A refund of ${ugx(waiting)} waits for approval: it cannot be approved after the reversal.`,
        ]),
  ];
}

/** Of a request in the queue. */
export interface RefundsAbout {
  /** Of a reversal that waits: what was refunded of the payment. */
  readonly reversed_refunds: ReversedRefunds | null;
  /** A payout that waits and refunds what was reversed meanwhile. */
  readonly is_of_reversed: boolean;
}

/** Of a request `q` with its payment `p`. */
export const refundsAbout = `
  case when q.kind = 'reversal' and q.is_waiting then (${reversedRefunds}) end as reversed_refunds,
  q.kind = 'payout' and q.is_waiting and ${isOfReversed} as is_of_reversed`;

export function refundWarnings(row: RefundsAbout): string[] {
  return [
    ...(row.is_of_reversed ? [ofReversedText] : []),
    ...(row.reversed_refunds ? reversalWarnings(row.reversed_refunds) : []),
  ];
}
