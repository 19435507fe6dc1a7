import type { FeeSchedule } from '@sente/contract/fees';
import type { Db } from '../db/database.ts';

export interface FeeRow {
  readonly id: string;
  readonly direction: FeeSchedule['direction'];
  /** Null for a banded rule. */
  readonly percent_hundredths: number | null;
  /** Amounts in hundredths of UGX; bigint arrives as text. */
  readonly minimum: string | null;
  readonly maximum: string | null;
  readonly band_ends: (string | null)[] | null;
  readonly band_fees: string[] | null;
  readonly effective_from: Date;
  readonly is_current: boolean;
  readonly created_by_name: string | null;
  readonly created_at: Date;
}

/** The parts of a rule as they are stored; amounts in hundredths of UGX. */
export interface StoredRule {
  readonly percentHundredths: number | null;
  readonly minimum: bigint | null;
  readonly maximum: bigint | null;
  readonly bandEnds: (bigint | null)[] | null;
  readonly bandFees: bigint[] | null;
}

const columns = `f.id, f.direction, f.percent_hundredths, f.minimum, f.maximum,
  f.band_ends::text[] as band_ends, f.band_fees::text[] as band_fees, f.effective_from,
  f.effective_from = (
    select max(n.effective_from) from fee_schedules n
    where n.company_id = f.company_id and n.direction = f.direction and n.effective_from <= now()
  ) is true as is_current,
  u.first_name || ' ' || u.last_name as created_by_name, f.created_at`;

const shown = `fee_schedules f left join users u on u.id = f.created_by`;

/** Newest first: future, current and past rules. */
export function listFees(db: Db, companyId: string): Promise<FeeRow[]> {
  return db.rows<FeeRow>(
    `select ${columns} from ${shown} where f.company_id = $1
     order by f.effective_from desc, f.direction`,
    [companyId],
  );
}

interface NewFee {
  readonly id: string;
  readonly companyId: string;
  readonly direction: FeeSchedule['direction'];
  readonly rule: StoredRule;
  /** Null for now. */
  readonly effectiveFrom: Date | null;
  readonly createdBy: string;
}

/** A moment just past counts as now: payments accepted since then had the previous fee. */
export async function insertFee(db: Db, fee: NewFee): Promise<FeeRow> {
  const { rule } = fee;
  await db.rows(
    `insert into fee_schedules (id, company_id, direction, percent_hundredths, minimum, maximum,
       band_ends, band_fees, effective_from, created_by)
     values ($1, $2, $3, $4, $5, $6, $7, $8, greatest($9::timestamptz, now()), $10)`,
    [
      fee.id,
      fee.companyId,
      fee.direction,
      rule.percentHundredths,
      rule.minimum,
      rule.maximum,
      rule.bandEnds,
      rule.bandFees,
      fee.effectiveFrom,
      fee.createdBy,
    ],
  );
  const row = await db.row<FeeRow>(`select ${columns} from ${shown} where f.id = $1`, [fee.id]);
  if (!row) throw new Error('A fee that was written is not there');
  return row;
}

export function findFee(db: Db, companyId: string, feeId: string): Promise<FeeRow | undefined> {
  return db.row<FeeRow>(`select ${columns} from ${shown} where f.company_id = $1 and f.id = $2`, [
    companyId,
    feeId,
  ]);
}

/** The fee that applies at a moment, or now. */
export function findFeeAt(
  db: Db,
  {
    companyId,
    direction,
    at,
    exceptId,
  }: {
    companyId: string;
    direction: FeeSchedule['direction'];
    at: Date | null;
    exceptId: string | null;
  },
): Promise<FeeRow | undefined> {
  return db.row<FeeRow>(
    `select ${columns} from ${shown}
     where f.company_id = $1 and f.direction = $2 and f.id is distinct from $4::uuid
       and f.effective_from <= greatest($3::timestamptz, now())
     order by f.effective_from desc limit 1`,
    [companyId, direction, at, exceptId],
  );
}

/** False if it is already effective or was deleted concurrently. */
export async function deleteFutureFee(db: Db, feeId: string): Promise<boolean> {
  const row = await db.row(
    `delete from fee_schedules where id = $1 and effective_from > clock_timestamp() returning id`,
    [feeId],
  );
  return row !== undefined;
}

/** Of the platform, in hundredths of UGX as text. */
export async function findSettlementFee(db: Db): Promise<string> {
  const row = await db.row<{ fee: string }>('select settlement_fee as fee from platform_settings');
  return row?.fee ?? '0';
}
