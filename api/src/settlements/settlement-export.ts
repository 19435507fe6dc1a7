import type { Db } from '../db/database.ts';
import { lastDigits } from './bank-accounts.service.ts';
import { taxOf } from './settlement-view.ts';
import {
  countSettlements,
  listSettlementsAfter,
  type ExportedSettlements,
  type SettlementRow,
} from './settlements.queries.ts';

/** A settlement in an export, with as much of the bank account as the lists show to whoever asked for it. */
export interface ExportedSettlement extends Omit<SettlementRow, 'bank_account_number'> {
  readonly bankAccount: string;
  /** What of the fee is tax. */
  readonly tax: number;
}

export { countSettlements };

/** Newest first, and where to go on; null at the end. */
export async function readSettlements(
  db: Db,
  filters: ExportedSettlements,
  after: string | null,
  limit: number,
  seesNumbers: boolean,
): Promise<{ rows: ExportedSettlement[]; nextAfter: string | null }> {
  const found = await listSettlementsAfter(db, filters, after, limit);
  const rows = found.map(({ bank_account_number: number, ...row }) => ({
    ...row,
    bankAccount: seesNumbers ? number : lastDigits(number),
    tax: taxOf(row),
  }));
  return { rows, nextAfter: found.length < limit ? null : (found.at(-1)?.id ?? null) };
}
