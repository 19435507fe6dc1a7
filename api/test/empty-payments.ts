import type { Db } from '../src/db/database.ts';

/** Removes all payments, and what refers to them, also where nothing may be removed. */
export async function emptyPayments(owner: Db, ...also: readonly string[]): Promise<void> {
  await owner.rows(`do $$ begin
    alter table bulk_payout_lines disable trigger user;
    truncate ${['payments', 'open_payments', ...also].join(', ')} cascade;
    alter table bulk_payout_lines enable trigger user;
  end $$`);
}
