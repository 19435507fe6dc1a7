import type { BulkPayout } from '@sente/contract/bulk-payouts';
import type { Db } from '../db/database.ts';
import { AppError } from '../http/app-error.ts';

interface DoubledRow {
  readonly id: string;
  readonly name: string;
  readonly created_at: Date;
  readonly count: number;
}

/**
 * The bulk payout that already pays most of the same lines: the same number, amount and reference, asked for
 * before this one and made within a week. A file that is uploaded a second time has clean lines as long as the
 * first is not paid, so payments alone do not tell.
 */
export async function findDoubled(db: Db, bulkId: string): Promise<BulkPayout['doubled']> {
  const row = await db.row<DoubledRow>(
    `select o.id, o.name, o.created_at, count(*)::int as count
     from bulk_payouts b
     join bulk_payouts o on o.company_id = b.company_id and o.id <> b.id
       and o.created_at > b.created_at - interval '7 days' and o.state in ('waiting', 'running', 'finished')
       and o.submitted_at <= coalesce(b.submitted_at, now())
     join bulk_payout_lines m on m.bulk_id = b.id and m.state = 'ok'
     join bulk_payout_lines l on l.bulk_id = o.id and l.state in ('ok', 'made')
       and l.phone_number = m.phone_number and l.amount = m.amount
       and coalesce(l.reference, '') = coalesce(m.reference, '')
     left join payments p on p.company_id = l.company_id and p.id = l.payment_id
     where b.id = $1 and b.state in ('draft', 'waiting') and p.status is distinct from 'FAILED'
     group by o.id order by count(*) desc, o.id limit 1`,
    [bulkId],
  );
  if (!row) return null;
  const { id, name, count } = row;
  return { id, name, count, createdAt: row.created_at.toISOString() };
}

/** Refuses what pays lines a second time, unless whoever asked for it said so. */
export async function requireOnce(db: Db, bulkId: string, paysDoubled: boolean): Promise<void> {
  const doubled = paysDoubled ? null : await findDoubled(db, bulkId);
  if (!doubled) return;
  const { count, name } = doubled;
  const what = count === 1 ? '1 line is' : `${count.toLocaleString('en-US')} lines are`;
  const message = `${what} also in ${name}: the same number, amount and reference`;
  throw new AppError('refused', { message });
}
