import type { Stop } from '@sente/contract/fields';
import type { Db } from './database.ts';

/** Within the caller's scope; archived companies do not count. */
export async function companyExists(db: Db, id: string): Promise<boolean> {
  const row = await db.row('select 1 from companies where id = $1 and archived_at is null', [id]);
  return row !== undefined;
}

/** The same, with a lock against changes and archiving until this transaction ends. */
export async function holdCompany(db: Db, id: string): Promise<boolean> {
  const row = await db.row(
    'select 1 from companies where id = $1 and archived_at is null for share',
    [id],
  );
  return row !== undefined;
}

/** A suspension of a company or a freeze of an account, as the contract has it. */
export function toStop(at: Date | null, reason: string | null): Stop {
  return at === null ? null : { at: at.toISOString(), reason: reason ?? '' };
}

/** What stops new payments on an account. Also payouts that were waiting for approval. */
export async function stopOf(
  db: Db,
  accountId: string,
): Promise<'account_inactive' | 'account_frozen' | 'company_suspended' | null> {
  const row = await db.row<{ inactive: boolean; frozen: boolean; suspended: boolean }>(
    `select not a.is_active as inactive, a.frozen_at is not null as frozen,
       c.suspended_at is not null as suspended
     from accounts a join companies c on c.id = a.company_id where a.id = $1`,
    [accountId],
  );
  if (!row || row.inactive) return 'account_inactive';
  if (row.suspended) return 'company_suspended';
  return row.frozen ? 'account_frozen' : null;
}

export async function isSuspended(db: Db, companyId: string): Promise<boolean> {
  const row = await db.row<{ suspended: boolean }>(
    'select suspended_at is not null as suspended from companies where id = $1',
    [companyId],
  );
  return row?.suspended ?? false;
}

/** Whether a payout brake is on, of the company or of all. */
export async function isBraked(db: Db, companyId: string): Promise<boolean> {
  const row = await db.row(
    `select from payout_brakes
     where ended_at is null and (company_id is null or company_id = $1) limit 1`,
    [companyId],
  );
  return row !== undefined;
}

export async function findHeadOffice(db: Db): Promise<string | null> {
  const row = await db.row<{ id: string }>('select id from companies where is_head_office limit 1');
  return row?.id ?? null;
}
