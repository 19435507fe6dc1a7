import {
  maxPayoutsAddedUp,
  type ListedRecipient,
  type Recipient,
} from '@sente/contract/recipients';
import { toUgx } from '../db/amounts.ts';
import type { Db } from '../db/database.ts';
import { holdOwnRecords } from '../db/own-records.ts';
import { reversalOf } from '../ledger/reversal.queries.ts';

type Row = Omit<Recipient, 'checkedAt'> & { readonly checkedAt: Date | null };

const columns = `id, label, phone_number as "phoneNumber", network, checked_name as "checkedName",
  checked_at as "checkedAt"`;

export async function listRecipients(db: Db, companyId: string): Promise<Recipient[]> {
  const rows = await db.rows<Row>(
    `select ${columns} from recipients where company_id = $1 order by lower(label), id`,
    [companyId],
  );
  return rows.map(toRecipient);
}

type Payouts = NonNullable<ListedRecipient['payouts']>;

interface PayoutsRow {
  readonly id: string;
  readonly count: number;
  readonly amount: string;
  readonly last_at: Date | null;
}

/** What was sent to each recipient of the company, by its id: the newest payouts of its number. */
export async function payoutsToRecipients(
  db: Db,
  companyId: string,
): Promise<ReadonlyMap<string, Payouts>> {
  const rows = await db.rows<PayoutsRow>(
    `select r.id, count(p.id)::int as count, coalesce(sum(p.amount), 0) as amount,
       max(p.finished_at) as last_at
     from recipients r
     left join lateral (
       select p.id, p.amount, p.finished_at from payments p
       where p.phone_number = substr(r.phone_number, 2) and p.company_id = r.company_id
         and p.network = r.network and p.direction = 'payout' and p.status = 'SUCCESS'
         and ${reversalOf('p.transaction_id', 'p.company_id')} is null
       order by p.id desc
       limit ${maxPayoutsAddedUp}
     ) p on true
     where r.company_id = $1
     group by r.id`,
    [companyId],
  );
  return new Map(
    rows.map(({ id, count, amount, last_at }) => [
      id,
      { count, amount: toUgx(amount), lastAt: last_at?.toISOString() ?? null },
    ]),
  );
}

/** Waits for others that save for the same company, so that the limit holds. */
export async function countRecipients(db: Db, companyId: string): Promise<number> {
  await holdOwnRecords(db, companyId);
  const row = await db.row<{ count: number }>(
    'select count(*)::int as count from recipients where company_id = $1',
    [companyId],
  );
  return row?.count ?? 0;
}

/** It was checked now if there is a name. */
export async function insertRecipient(
  db: Db,
  companyId: string,
  recipient: Omit<Recipient, 'checkedAt'>,
): Promise<Recipient | undefined> {
  const { id, label, phoneNumber, network, checkedName } = recipient;
  const row = await db.row<Row>(
    `insert into recipients (id, company_id, label, phone_number, network, checked_name, checked_at)
     values ($1, $2, $3, $4, $5, $6, case when $6::text is not null then now() end)
     returning ${columns}`,
    [id, companyId, label, phoneNumber, network, checkedName],
  );
  return row && toRecipient(row);
}

/** Locks it, so that the audit log names what it was called before. */
export async function findRecipient(
  db: Db,
  companyId: string,
  id: string,
): Promise<Recipient | undefined> {
  const row = await db.row<Row>(
    `select ${columns} from recipients where company_id = $1 and id = $2 for update`,
    [companyId, id],
  );
  return row && toRecipient(row);
}

export async function renameRecipient(db: Db, id: string, label: string): Promise<void> {
  await db.rows('update recipients set label = $2 where id = $1', [id, label]);
}

export async function deleteRecipient(db: Db, id: string): Promise<void> {
  await db.rows('delete from recipients where id = $1', [id]);
}

function toRecipient({ checkedAt, ...row }: Row): Recipient {
  return { ...row, checkedAt: checkedAt?.toISOString() ?? null };
}
