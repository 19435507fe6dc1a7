import type { SettlementState } from '@sente/contract/settlement';
import { heldUpSettlement } from '../approvals/batch-about.ts';
import type { Db } from '../db/database.ts';
import type { Charge } from '../ledger/fee-legs.ts';

/** Amounts in hundredths of UGX; bigint arrives as text. */
export interface SettlementRow {
  readonly id: string;
  readonly reference: string;
  readonly company_id: string;
  readonly company_name: string;
  readonly account_id: string;
  readonly account_name: string;
  readonly account_number: string;
  readonly bank_account_id: string;
  readonly bank: string;
  readonly branch: string | null;
  readonly bank_account_name: string;
  readonly bank_account_number: string;
  readonly bank_account_added_by: string;
  readonly amount: string;
  readonly fee: string;
  readonly vat: string;
  readonly levy: string;
  readonly state: SettlementState;
  /** Whether somebody fetched the file of its batch. */
  readonly is_at_bank: boolean;
  readonly transaction_id: string;
  readonly requested_by: string | null;
  /** Null if the reader may not see the person. */
  readonly requested_by_name: string | null;
  readonly requested_at: Date;
  readonly request_key: string;
  readonly due_day: string | null;
  readonly batch_id: string | null;
  readonly bank_reference: string | null;
  readonly paid_at: Date | null;
  readonly ended_at: Date | null;
  readonly reason: string | null;
  /** The request for its return that waits. */
  readonly return_approval_id: string | null;
  /** What keeps it from going to the bank now. */
  readonly held_up_by: string | null;
}

/** As asked for from a batch, or as the reversal that one of them is once it was paid. */
const waitingReturn = `select r.id from approvals r where r.transaction_id = s.transaction_id
  and r.state = 'waiting' and r.kind in ('settlement-return', 'reversal')`;

const select = `select s.id, s.reference, s.company_id, c.name as company_name, s.account_id,
    a.name as account_name, a.number as account_number, s.bank_account_id, b.bank, b.branch, b.account_name as bank_account_name,
    b.account_number as bank_account_number, b.added_by as bank_account_added_by,
    s.amount, s.fee, s.vat, s.levy, s.state,
    s.at_bank_since is not null as is_at_bank,
    s.transaction_id, s.requested_by,
    u.first_name || ' ' || u.last_name as requested_by_name, s.requested_at, s.request_key,
    s.due_day::text as due_day, s.batch_id, s.bank_reference, s.paid_at, s.ended_at, s.reason,
    (${waitingReturn} limit 1) as return_approval_id, ${heldUpSettlement} as held_up_by
  from settlements s
  join companies c on c.id = s.company_id
  join accounts a on a.id = s.account_id
  join bank_accounts b on b.id = s.bank_account_id
  left join users u on u.id = s.requested_by`;

export interface SettlementFilters {
  readonly state: SettlementState | null;
  readonly companyId: string | null;
  /** Days in Kampala. */
  readonly startDate: string | null;
  readonly endDate: string | null;
}

const matching = `($1::text is null or s.state = $1) and ($2::uuid is null or s.company_id = $2)
  and ($3::date is null or s.requested_at >= $3::date::timestamp at time zone interval '3 hours')
  and ($4::date is null or s.requested_at < ($4::date + 1)::timestamp at time zone interval '3 hours')`;
const valuesOf = ({ state, companyId, startDate, endDate }: SettlementFilters) => [
  state,
  companyId,
  startDate,
  endDate,
];

export function listSettlements(
  db: Db,
  filters: SettlementFilters,
  { limit, offset }: { limit: number; offset: number },
): Promise<SettlementRow[]> {
  return db.rows<SettlementRow>(
    `${select} where ${matching} order by s.id desc limit $5 offset $6`,
    [...valuesOf(filters), limit, offset],
  );
}

export async function totalSettlements(
  db: Db,
  filters: SettlementFilters,
): Promise<{ count: number; amount: string }> {
  const row = await db.row<{ count: number; amount: string }>(
    `select count(*)::int as count, coalesce(sum(s.amount), 0)::text as amount
     from settlements s where ${matching}`,
    valuesOf(filters),
  );
  return row ?? { count: 0, amount: '0' };
}

/** A batch is only known to staff. */
export interface ExportedSettlements extends SettlementFilters {
  readonly batchId: string | null;
}

const matchingExport = `${matching} and ($5::uuid is null or s.batch_id = $5)`;

/** Newest first, after one of them. */
export function listSettlementsAfter(
  db: Db,
  filters: ExportedSettlements,
  after: string | null,
  limit: number,
): Promise<SettlementRow[]> {
  return db.rows<SettlementRow>(
    `${select} where ${matchingExport} and ($6::uuid is null or s.id < $6) order by s.id desc limit $7`,
    [...valuesOf(filters), filters.batchId, after, limit],
  );
}

export async function countSettlements(db: Db, filters: ExportedSettlements): Promise<number> {
  const row = await db.row<{ count: number }>(
    `select count(*)::int as count from settlements s where ${matchingExport}`,
    [...valuesOf(filters), filters.batchId],
  );
  return row?.count ?? 0;
}

export function findSettlement(db: Db, id: string): Promise<SettlementRow | undefined> {
  return db.row<SettlementRow>(`${select} where s.id = $1`, [id]);
}

export function findOfTransaction(
  db: Db,
  transactionId: string,
): Promise<SettlementRow | undefined> {
  return db.row<SettlementRow>(`${select} where s.transaction_id = $1`, [transactionId]);
}

export function findByKey(
  db: Db,
  companyId: string,
  key: string,
): Promise<SettlementRow | undefined> {
  return db.row<SettlementRow>(`${select} where s.company_id = $1 and s.request_key = $2`, [
    companyId,
    key,
  ]);
}

export function listOfBatch(db: Db, batchId: string): Promise<SettlementRow[]> {
  return db.rows<SettlementRow>(`${select} where s.batch_id = $1 order by s.id`, [batchId]);
}

/** Locked in the order of their ids, as by everybody who locks several. */
export function lockSettlements(db: Db, ids: readonly string[]): Promise<SettlementRow[]> {
  return db.rows<SettlementRow>(
    `${select} where s.id = any($1::uuid[]) order by s.id for update of s`,
    [ids],
  );
}

export interface NewSettlement {
  readonly id: string;
  readonly companyId: string;
  readonly reference: string;
  readonly accountId: string;
  readonly bankAccountId: string;
  /** Hundredths of UGX. */
  readonly amount: bigint;
  readonly charge: Charge;
  readonly transactionId: string;
  readonly requestedBy: string | null;
  readonly key: string;
  readonly dueDay: string | null;
}

export async function insertSettlement(db: Db, settlement: NewSettlement): Promise<void> {
  await db.rows(
    `insert into settlements (id, company_id, reference, account_id, bank_account_id, amount, fee,
       transaction_id, requested_by, request_key, due_day, vat, levy)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`,
    [
      settlement.id,
      settlement.companyId,
      settlement.reference,
      settlement.accountId,
      settlement.bankAccountId,
      settlement.amount,
      settlement.charge.fee,
      settlement.transactionId,
      settlement.requestedBy,
      settlement.key,
      settlement.dueDay,
      settlement.charge.vat,
      settlement.charge.levy,
    ],
  );
}

/** What identifies its money in the ledger. */
export interface Moved extends Charge {
  readonly id: string;
  readonly company_id: string;
  readonly account_id: string;
  readonly transaction_id: string;
  readonly amount: string;
}

const moved = 's.id, s.company_id, s.account_id, s.transaction_id, s.amount, s.fee, s.vat, s.levy';

/** One update with the expected state: of two callers one changes it. */
export function markCancelled(db: Db, id: string): Promise<Moved | undefined> {
  return db.row<Moved>(
    `update settlements s set state = 'cancelled', ended_at = now()
     where s.id = $1 and s.state = 'requested' returning ${moved}`,
    [id],
  );
}

const inApproved = `s.state = 'batched' and exists (
  select from settlement_batches b where b.id = s.batch_id and b.state = 'approved')`;

/** Whether its batch is approved, so that the bank may have the file, and it is neither paid nor returned. */
export async function isAtBank(db: Db, id: string): Promise<boolean> {
  return (
    (await db.row(`select from settlements s where s.id = $1 and ${inApproved}`, [id])) !==
    undefined
  );
}

/**
 * Those of an approved batch that are neither paid nor returned; locked in the order of their ids. Of a whole
 * batch without those that somebody says were returned: each of them is looked at.
 */
export function markPaid(
  db: Db,
  which: { readonly id: string } | { readonly batchId: string },
  bankReference: string,
): Promise<Moved[]> {
  const [condition, value] =
    'id' in which
      ? ['s.id = $1', which.id]
      : [`s.batch_id = $1 and not exists (${waitingReturn})`, which.batchId];
  return db.rows<Moved>(
    `update settlements s set state = 'paid', paid_at = now(), bank_reference = $2
     from (
       select s.id from settlements s where ${condition} and ${inApproved} order by s.id for update
     ) open
     where s.id = open.id returning ${moved}`,
    [value, bankReference],
  );
}

export function markReturned(
  db: Db,
  id: string,
  from: 'batched' | 'paid',
  reason: string,
): Promise<Moved | undefined> {
  const expected = from === 'batched' ? inApproved : `s.state = 'paid'`;
  return db.row<Moved>(
    `update settlements s set state = 'returned', ended_at = now(), reason = $2
     where s.id = $1 and ${expected} returning ${moved}`,
    [id, reason],
  );
}

/** The settlement behind a transaction, locked. */
export async function lockByTransaction(db: Db, transactionId: string): Promise<string | null> {
  const row = await db.row<{ id: string }>(
    'select id from settlements where transaction_id = $1 for update',
    [transactionId],
  );
  return row?.id ?? null;
}

/** What a settlement of an amount costs, with the taxes in it. */
export async function readCharge(db: Db, companyId: string, amount: bigint): Promise<Charge> {
  const sql = "select fee, vat, levy from charge_of($1, 'settlement', $2, now())";
  const row = await db.row<Charge>(sql, [companyId, amount]);
  if (!row) throw new Error('A function returns a row');
  return row;
}

/** The most that can be settled out of what is available, besides what that costs; whole shillings. */
export async function readMost(db: Db, companyId: string, available: bigint): Promise<bigint> {
  const sql = 'select settlement_most($1, $2, now()) as most';
  const row = await db.row<{ most: string }>(sql, [companyId, available]);
  return BigInt(row?.most ?? 0);
}
