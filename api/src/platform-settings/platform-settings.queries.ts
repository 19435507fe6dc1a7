import type { Db } from '../db/database.ts';

export interface PlatformSettingsRow {
  /** Hundredths of UGX; bigint arrives as text. */
  readonly deposit_limit: string;
  readonly payout_expiry_hours: number;
  readonly approval_expiry_hours: number;
  readonly staff_need_factor: boolean;
  /** Hundredths of UGX; bigint arrives as text. */
  readonly settlement_fee: string;
  readonly examination_days: number;
}

const columns = `deposit_limit, payout_expiry_hours, approval_expiry_hours, staff_need_factor, settlement_fee,
  examination_days`;

export async function readSettings(
  db: Db,
  lock: '' | 'for update' = '',
): Promise<PlatformSettingsRow> {
  const row = await db.row<PlatformSettingsRow>(`select ${columns} from platform_settings ${lock}`);
  if (!row) throw new Error('The platform has no settings');
  return row;
}

export async function writeSettings(
  db: Db,
  settings: {
    readonly depositLimit: bigint;
    readonly payoutExpiryHours: number;
    readonly approvalExpiryHours: number;
    readonly staffNeedFactor: boolean;
    readonly settlementFee: bigint;
    readonly examinationDays: number;
  },
): Promise<void> {
  await db.rows(
    `update platform_settings
     set deposit_limit = $1, payout_expiry_hours = $2, approval_expiry_hours = $3,
       staff_need_factor = $4, settlement_fee = $5, examination_days = $6`,
    [
      settings.depositLimit,
      settings.payoutExpiryHours,
      settings.approvalExpiryHours,
      settings.staffNeedFactor,
      settings.settlementFee,
      settings.examinationDays,
    ],
  );
}
