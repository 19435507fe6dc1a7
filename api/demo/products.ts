import { toHundredths } from '@sente/contract/money';
import type { Db } from '../src/db/database.ts';
import { uuidV7 } from '../src/db/uuid.ts';
import { createChance, type Chance } from './chance.ts';
import type { DemoClock } from './clock.ts';

interface DemoProduct {
  /** The company's key. */
  readonly company: string;
  readonly code: string;
  readonly name: string;
  readonly amountUgx: number;
  /** Days before seeding. */
  readonly created: number;
  readonly inactive?: true;
  readonly deleted?: true;
  /** Number of uploaded vouchers, and how many days ago. */
  readonly codes?: { readonly count: number; readonly uploaded: number };
}

/** Fourteen listed, one deleted, one unused. Codes and names have distinct words. */
// prettier-ignore
const demoProducts: readonly DemoProduct[] = [
  { company: 'demo-one', code: 'DAY-1', name: 'Day pass', amountUgx: 1_000, created: 380, codes: { count: 60, uploaded: 130 } },
  { company: 'demo-one', code: 'DAY-BOOK', name: 'Book of 25 day passes', amountUgx: 25_000, created: 300, codes: { count: 40, uploaded: 125 } },
  { company: 'demo-one', code: 'MONTH-60', name: 'Monthly plan for shops', amountUgx: 60_000, created: 340, codes: { count: 30, uploaded: 122 } },
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

/** Returns Demo One's products by code. All vouchers are free until they are sold. */
export async function seedProducts(
  db: Db,
  companyIds: ReadonlyMap<string, string>,
  clock: DemoClock,
): Promise<Map<string, SeededProduct>> {
  const chance = createChance(140);
  const seeded = new Map<string, SeededProduct>();
  for (const product of demoProducts) {
    const companyId = companyIds.get(product.company) ?? '';
    const id = uuidV7();
    const amount = toHundredths(product.amountUgx) ?? 0n;
    await db.rows(
      `insert into internet_products
         (company_id, id, code, name, amount, is_active, created_at, updated_at, deleted_at)
       values ($1, $2, $3, $4, $5, $6, $7, $7, $8)`,
      [
        companyId,
        id,
        product.code,
        product.name,
        amount,
        !product.inactive,
        clock.on(product.created, 0.3),
        product.deleted ? clock.on(200, 0.5) : null,
      ],
    );
    const codeIds = await seedCodes(db, companyId, id, product, clock, chance);
    if (product.company === 'demo-one') seeded.set(product.code, { id, amount, codeIds });
  }
  return seeded;
}

async function seedCodes(
  db: Db,
  companyId: string,
  productId: string,
  { codes }: DemoProduct,
  clock: DemoClock,
  chance: Chance,
): Promise<string[]> {
  if (!codes) return [];
  const ids = Array.from({ length: codes.count }, () => uuidV7());
  await db.rows(
    `insert into product_codes (company_id, product_id, id, code, created_at)
     select $1, $2, u.id, u.code, $5
     from unnest($3::uuid[], $4::text[]) with ordinality u(id, code, place) order by u.place`,
    [companyId, productId, ids, ids.map(() => voucher(chance)), clock.on(codes.uploaded, 0.2)],
  );
  return ids;
}

/** Without letters and digits that look alike in print. The same on every seeding. */
const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';

function voucher(chance: Chance): string {
  const part = (): string =>
    Array.from({ length: 4 }, () => letters.charAt(chance.between(0, 31))).join('');
  return `${part()}-${part()}-${part()}`;
}
