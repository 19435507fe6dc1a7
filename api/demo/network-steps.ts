import { formatUgx, fromHundredths } from '@sente/contract/money';
import type { Db } from '../src/db/database.ts';
import { secondsAfter, type DemoPayment } from './payment-rows.ts';

/**
 * What the server would have recorded of payments that a network ended: without them a page would say that a
 * network refused what was never sent to it.
 */
export async function insertNetworkSteps(
  db: Db,
  payments: readonly DemoPayment[],
  ids: readonly string[],
): Promise<void> {
  const rows = payments.flatMap((payment, index) =>
    wentThroughNetwork(payment)
      ? stepsOf(payment).map(({ at, ...step }) => ({
          ...step,
          company_id: payment.companyId,
          payment_id: ids[index],
          at: at.toISOString(),
        }))
      : [],
  );
  await db.rows(
    `insert into payment_steps (company_id, payment_id, at, kind, title, is_good)
     select company_id, payment_id, at, kind, title, is_good
     from jsonb_to_recordset($1) as step
       (company_id uuid, payment_id uuid, at timestamptz, kind text, title text, is_good boolean)`,
    [JSON.stringify(rows)],
  );
}

function wentThroughNetwork({ origin, status }: DemoPayment): boolean {
  return origin !== 'import' && (status === 'SUCCESS' || status === 'FAILED');
}

function stepsOf({ at, finishedAt, network, status, direction, amount, reason }: DemoPayment) {
  const end = finishedAt ?? at;
  const isPaid = status === 'SUCCESS';
  // A payout that is in the ledger from the start has begun and ended at once.
  const sentAt = new Date(Math.min(secondsAfter(at, 1).getTime(), end.getTime()));
  const why = reason?.[1] ?? 'No reason was given';
  const ugx = formatUgx(fromHundredths(amount));
  const paid =
    direction === 'collection'
      ? `Paid: ${ugx} credited to the account`
      : `Paid out: ${ugx} left the account`;
  return [
    {
      at: sentAt,
      kind: 'sent',
      title: `Sent to ${network}: ${direction === 'payout' ? 'it has not confirmed it yet' : 'it waits for the person'}`,
      is_good: null,
    },
    {
      at: end,
      kind: 'asked',
      title: `Asked ${network}: ${isPaid ? 'paid' : `failed, ${why}`}`,
      is_good: isPaid,
    },
    {
      at: end,
      kind: isPaid ? 'settled' : 'failed',
      title: isPaid ? paid : `Failed: ${why}`,
      is_good: isPaid,
    },
  ];
}
