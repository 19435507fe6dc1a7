import type { FeeDirection, FeeRule } from '@sente/contract/fees';
import { toHundredths } from '@sente/contract/money';
import { toUgx } from '../db/amounts.ts';
import type { Db } from '../db/database.ts';
import { findFeeAt, findSettlementFee, type FeeRow, type StoredRule } from './fees.queries.ts';

export const nothing: FeeRule = { kind: 'percent', percent: 0, minimum: null, maximum: null };

/** Converts between a rule of the contract and its columns. */
export function toStored(rule: FeeRule): StoredRule {
  if (rule.kind === 'percent') {
    return {
      // At most two decimals, scaled like money.
      percentHundredths: Number(hundredths(rule.percent)),
      minimum: rule.minimum === null ? null : hundredths(rule.minimum),
      maximum: rule.maximum === null ? null : hundredths(rule.maximum),
      bandEnds: null,
      bandFees: null,
    };
  }
  return {
    percentHundredths: null,
    minimum: null,
    maximum: null,
    bandEnds: rule.bands.map(({ upTo }) => (upTo === null ? null : hundredths(upTo))),
    bandFees: rule.bands.map(({ fee }) => hundredths(fee)),
  };
}

export function toRule(row: FeeRow): FeeRule {
  if (row.percent_hundredths !== null) {
    return {
      kind: 'percent',
      percent: toUgx(String(row.percent_hundredths)),
      minimum: row.minimum === null ? null : toUgx(row.minimum),
      maximum: row.maximum === null ? null : toUgx(row.maximum),
    };
  }
  const ends = row.band_ends ?? [];
  return {
    kind: 'banded',
    bands: (row.band_fees ?? []).map((fee, index) => {
      const end = ends[index] ?? null;
      return { upTo: end === null ? null : toUgx(end), fee: toUgx(fee) };
    }),
  };
}

function hundredths(value: number): bigint {
  const scaled = toHundredths(value);
  // Validated by the schema.
  if (scaled === null) throw new RangeError('More than two decimals');
  return scaled;
}

/** What applies to a company at a moment, or now. */
export async function ruleAt(
  db: Db,
  companyId: string,
  direction: FeeDirection,
  at: Date | null = null,
  exceptId: string | null = null,
): Promise<FeeRule> {
  const row = await findFeeAt(db, { companyId, direction, at, exceptId });
  if (row) return toRule(row);
  if (direction !== 'settlement') return nothing;
  // Without one of its own, a company pays that of the platform.
  const fee = toUgx(await findSettlementFee(db));
  return { kind: 'banded', bands: [{ upTo: null, fee }] };
}
