import type { Db } from '../db/database.ts';

/** Waits for whoever books their payments now, and lets nobody else do it. */
export async function lockPaymentsOf(db: Db, ids: readonly string[]): Promise<void> {
  await db.rows(
    `select from payments p
     where p.id in (select c.payment_id from reconciliation_cases c where c.id = any($1::uuid[]))
     order by p.id for update`,
    [ids],
  );
}

/** Before any account, as by everybody: the reversal of what was paid to a bank is its return. */
export async function lockSettlementsOf(db: Db, ids: readonly string[]): Promise<void> {
  await db.rows(
    `select from settlements s where s.transaction_id in (
       select c.transaction_id from reconciliation_cases c where c.id = any($1::uuid[]) and c.network = 'BANK'
     )
     order by s.id for update`,
    [ids],
  );
}

/**
 * All accounts that settling these cases could move, at once and in the order of the ledger, which is called for
 * each case. What a company owes is locked after all others, by the ledger itself.
 */
export async function lockAccountsOf(db: Db, ids: readonly string[]): Promise<void> {
  await db.rows(
    `with cases as (select * from reconciliation_cases where id = any($1::uuid[]))
     select a.id from accounts a
     where a.kind not in ('customer', 'receivable') and a.company_id in (
         select company_id from cases union all select id from companies where is_head_office
       )
       or a.id in (
         select p.account_id from cases c join payments p on p.id = c.payment_id
         union all
         select e.account_id from cases c
         join entries e on e.company_id = c.company_id and e.transaction_id = c.transaction_id
       )
     order by a.id for no key update`,
    [ids],
  );
}

/** Everything that belongs to it ends with it. */
export async function settleCase(
  db: Db,
  id: string,
  action: string,
  approvalId: string,
): Promise<void> {
  await db.rows(
    `with settled as (
       update reconciliation_cases set state = 'settled', settled_at = now(), settled_by = 'people',
         action = $2, approval_id = $3, wait_until = null
       where id = $1
     ), lined as (
       update reconciliation_lines set state = 'settled' where case_id = $1
     )
     update reconciliation_bookings set state = 'settled' where case_id = $1`,
    [id, action, approvalId],
  );
}

/** The same without people, where what they would do is certain. */
export async function settleByServer(db: Db, id: string): Promise<void> {
  await db.rows(
    `with settled as (
       update reconciliation_cases set state = 'settled', settled_at = now(), settled_by = 'server',
         wait_until = null
       where id = $1
     ), lined as (
       update reconciliation_lines set state = 'settled' where case_id = $1
     )
     update reconciliation_bookings set state = 'settled' where case_id = $1`,
    [id],
  );
}

export async function waitWithCase(db: Db, id: string, until: string): Promise<void> {
  await db.rows('update reconciliation_cases set wait_until = $2 where id = $1', [id, until]);
}
