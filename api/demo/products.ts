import { toHundredths } from '@sente/contract/money';
import type { Db } from '../src/db/database.ts';
import { uuidV7 } from '../src/db/uuid.ts';
import type { Sealer } from '../src/security/secrets.ts';
import type { DemoAct } from './audit.ts';
import type { DemoClock } from './clock.ts';
import { createVoucherSeeder, type DemoUpload } from './vouchers.ts';

interface DemoProduct {
  /** The company's key. */
  readonly company: string;
  readonly code: string;
  readonly name: string;
  readonly amountUgx: number;
  /** Days before seeding. */
  readonly created: number;
  /** 10 if it is not given. */
  readonly lowStockAt?: number;
  readonly inactive?: true;
  readonly deleted?: true;
  readonly uploads?: readonly DemoUpload[];
}

/** Fourteen listed, one deleted, one unused. Codes and names have distinct words. */
// prettier-ignore
const demoProducts: readonly DemoProduct[] = [
  { company: 'demo-one', code: 'DAY-1', name: 'Day pass', amountUgx: 1_000, created: 380, uploads: [
    { count: 40, uploaded: 130, file: 'day-passes-1.csv' },
    { count: 20, uploaded: 96, file: 'day-passes-2.csv', movedFrom: 'HOUR-1' },
  ] },
  { company: 'demo-one', code: 'DAY-BOOK', name: 'Book of 25 day passes', amountUgx: 25_000, created: 300, uploads: [{ count: 40, uploaded: 125, file: 'books.csv' }] },
  { company: 'demo-one', code: 'MONTH-60', name: 'Monthly plan for shops', amountUgx: 60_000, created: 340, lowStockAt: 20, uploads: [{ count: 30, uploaded: 122, file: 'shops.csv', withdrawn: 2 }] },
  { company: 'demo-one', code: 'HOUR-1', name: 'One hour of surfing', amountUgx: 250, created: 390 },
  { company: 'demo-one', code: 'HOUR-3', name: 'Three hours of surfing', amountUgx: 612.5, created: 390 },
  { company: 'demo-one', code: 'NIGHT', name: 'Owl plan, 10 pm to 6 am', amountUgx: 750, created: 260 },
  { company: 'demo-one', code: 'WEEK-7', name: 'Seven days, one phone', amountUgx: 5_500.5, created: 250 },
  { company: 'demo-one', code: 'WEEK-FAM', name: 'Seven days, the whole household', amountUgx: 14_000, created: 180 },
  { company: 'demo-one', code: 'CAMPUS', name: 'Semester plan for students', amountUgx: 95_000, created: 150 },
  { company: 'demo-one', code: 'KIOSK-5', name: 'Agent bundle of five vouchers', amountUgx: 4_750, created: 140 },
  { company: 'demo-one', code: 'MATATU', name: 'Taxi park, half a day', amountUgx: 500, created: 400, inactive: true },
  { company: 'demo-one', code: 'EVENT-99', name: 'Festival weekend', amountUgx: 9_999.99, created: 220, inactive: true },
  { company: 'demo-one', code: 'BETA', name: 'Fibre trial in Kisaasi', amountUgx: 120_000, created: 45, inactive: true },
  { company: 'demo-one', code: 'SPARE', name: 'Nothing hangs on this one', amountUgx: 100, created: 9 },
  { company: 'demo-one', code: 'SCRATCH', name: 'Scratch cards of the first year', amountUgx: 2_000, created: 405, deleted: true },
  // Products without vouchers.
  { company: 'demo-two', code: 'FIBRE-20', name: 'Home fibre, 20 Mbit/s', amountUgx: 110_000, created: 290 },
  { company: 'demo-two', code: 'FIBRE-50', name: 'Office fibre, 50 Mbit/s', amountUgx: 245_000, created: 280 },
];

export interface SeededProduct {
  readonly id: string;
  /** Hundredths of UGX. */
  readonly amount: bigint;
  /** Oldest first: the order in which they are sold. */
  readonly codeIds: readonly string[];
}

/** Returns Demo One's products by code, and what the audit log says about their vouchers. */
export async function seedProducts(
  db: Db,
  companyIds: ReadonlyMap<string, string>,
  clock: DemoClock,
  sealer: Sealer,
): Promise<{ products: Map<string, SeededProduct>; history: readonly DemoAct[] }> {
  const vouchers = createVoucherSeeder(db, clock, sealer);
  const seeded = new Map<string, SeededProduct>();
  for (const product of demoProducts) {
    const companyId = companyIds.get(product.company) ?? '';
    const id = uuidV7();
    const amount = toHundredths(product.amountUgx) ?? 0n;
    await db.rows(
      `insert into internet_products
         (company_id, id, code, name, amount, is_active, created_at, updated_at, deleted_at, low_stock_at)
       values ($1, $2, $3, $4, $5, $6, $7, $7, $8, $9)`,
      [
        companyId,
        id,
        product.code,
        product.name,
        amount,
        !product.inactive,
        clock.on(product.created, 0.3),
        product.deleted ? clock.on(200, 0.5) : null,
        product.lowStockAt ?? 10,
      ],
    );
    const place = { companyId, productId: id, productCode: product.code };
    const codeIds = await vouchers.seed(place, product.uploads ?? []);
    if (product.company === 'demo-one') seeded.set(product.code, { id, amount, codeIds });
  }
  return { products: seeded, history: vouchers.history };
}
