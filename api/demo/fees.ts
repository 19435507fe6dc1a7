import type { Db } from '../src/db/database.ts';
import { uuidV7 } from '../src/db/uuid.ts';
import type { DemoClock } from './clock.ts';

interface DemoFee {
  /** The company's key. */
  readonly company: string;
  readonly direction: 'collection' | 'payout';
  /** Days before seeding; negative for the future. */
  readonly from: number;
  readonly percentHundredths?: number;
  /** UGX. */
  readonly minimum?: number;
  readonly maximum?: number;
  readonly bands?: readonly (readonly [upTo: number | null, fee: number])[];
}

/**
 * No demo payment had a fee, so the ledger has none: Demo One was free of charge until now. What begins now was agreed
 * some days ago, as the request about a lower fee says.
 */
const demoFees: readonly DemoFee[] = [
  { company: 'demo-one', direction: 'collection', from: 400, percentHundredths: 0 },
  {
    company: 'demo-one',
    direction: 'collection',
    from: 0,
    percentHundredths: 150,
    minimum: 50,
    maximum: 5_000,
  },
  {
    company: 'demo-one',
    direction: 'collection',
    from: -21,
    percentHundredths: 125,
    minimum: 50,
    maximum: 5_000,
  },
  {
    company: 'demo-two',
    direction: 'payout',
    from: 0,
    bands: [
      [60_000, 500],
      [500_000, 1_000],
      [5_000_000, 2_500],
      [null, 5_000],
    ],
  },
];

export async function seedFees(
  db: Db,
  companyIds: ReadonlyMap<string, string>,
  clock: DemoClock,
): Promise<void> {
  const hundredths = (ugx: number | null | undefined) => (ugx == null ? null : ugx * 100);
  for (const fee of demoFees) {
    const from = fee.from === 0 ? clock.now : clock.on(fee.from, 0);
    await db.rows(
      `insert into fee_schedules (id, company_id, direction, percent_hundredths, minimum, maximum,
         band_ends, band_fees, effective_from, created_by, created_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9,
         (select id from users where email = 'superadmin@sente.test'), least($9, $10::timestamptz))`,
      [
        uuidV7(),
        companyIds.get(fee.company),
        fee.direction,
        fee.percentHundredths ?? null,
        hundredths(fee.minimum),
        hundredths(fee.maximum),
        fee.bands?.map(([upTo]) => hundredths(upTo)) ?? null,
        fee.bands?.map(([, amount]) => hundredths(amount)) ?? null,
        from,
        clock.on(12, 0.4),
      ],
    );
  }
  // Settlements are free in the demo, so it shows how a tax is set and takes nothing.
  await db.rows(
    `insert into tax_rates (id, tax, direction, name, basis_points, is_on_top, effective_from, created_at)
     values ($1, 'vat', 'settlement', 'VAT on settlement fees', 1800, false, $2, $2)`,
    [uuidV7(), clock.on(30, 0)],
  );
}
