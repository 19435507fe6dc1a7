import type { BankAccountState } from '@sente/contract/bank-accounts';
import type { Db } from '../db/database.ts';
import { holdOwnRecords } from '../db/own-records.ts';

export interface BankAccountRow {
  readonly id: string;
  readonly company_id: string;
  readonly bank: string;
  readonly branch: string | null;
  readonly account_name: string;
  readonly account_number: string;
  readonly state: BankAccountState;
  readonly added_at: Date;
}

const columns = 'id, company_id, bank, branch, account_name, account_number, state, added_at';

/** Without retired ones; those that were refused for as long as people may wonder about them. */
export function listBankAccounts(db: Db, companyId: string): Promise<BankAccountRow[]> {
  return db.rows<BankAccountRow>(
    `select ${columns} from bank_accounts
     where company_id = $1 and (state in ('waiting', 'approved')
       or (state = 'refused' and ended_at > now() - interval '30 days'))
     order by lower(bank), added_at, id`,
    [companyId],
  );
}

/** Waits for others that add one to the same company, so that the limit holds. */
export async function countBankAccounts(db: Db, companyId: string): Promise<number> {
  await holdOwnRecords(db, companyId);
  const row = await db.row<{ count: number }>(
    `select count(*)::int as count from bank_accounts
     where company_id = $1 and state in ('waiting', 'approved')`,
    [companyId],
  );
  return row?.count ?? 0;
}

export type NewBankAccount = Omit<BankAccountRow, 'state' | 'added_at'> & {
  readonly added_by: string;
};

export async function insertBankAccount(db: Db, account: NewBankAccount): Promise<BankAccountRow> {
  const row = await db.row<BankAccountRow>(
    `insert into bank_accounts (id, company_id, bank, branch, account_name, account_number, added_by)
     values ($1, $2, $3, $4, $5, $6, $7) returning ${columns}`,
    [
      account.id,
      account.company_id,
      account.bank,
      account.branch,
      account.account_name,
      account.account_number,
      account.added_by,
    ],
  );
  if (!row) throw new Error('A bank account was not stored');
  return row;
}

/** Held until this transaction ends, so that it is not retired meanwhile. */
export function holdBankAccount(
  db: Db,
  companyId: string,
  id: string,
): Promise<BankAccountRow | undefined> {
  return db.row<BankAccountRow>(
    `select ${columns} from bank_accounts where company_id = $1 and id = $2 for share`,
    [companyId, id],
  );
}

export function findBankAccount(db: Db, id: string): Promise<BankAccountRow | undefined> {
  return db.row<BankAccountRow>(`select ${columns} from bank_accounts where id = $1`, [id]);
}

/** Undefined if it does not wait any more. */
export function approveWaiting(db: Db, id: string): Promise<BankAccountRow | undefined> {
  return db.row<BankAccountRow>(
    `update bank_accounts set state = 'approved' where id = $1 and state = 'waiting'
     returning ${columns}`,
    [id],
  );
}

/** Undefined if it ended before. */
export function retire(db: Db, id: string): Promise<BankAccountRow | undefined> {
  return db.row<BankAccountRow>(
    `update bank_accounts set state = 'retired', ended_at = now()
     where id = $1 and state in ('waiting', 'approved') returning ${columns}`,
    [id],
  );
}
