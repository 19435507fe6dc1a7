import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { createAccount, createCompany } from '../../test/factories.ts';
import { createProduct, orderOf } from '../../test/products.ts';
import { openDatabase, type Database } from '../db/database.ts';
import { acceptAll, type AcceptedRow } from '../payments/orders/acceptance.queries.ts';

const workers = 20;
const claimsEach = 100;

let test: TestDatabase;
let connections: Database;
let company: string;

beforeAll(async () => {
  test = await createTestDatabase();
  company = await createCompany(test.owner);
  await createAccount(test.owner, company);
  connections = openDatabase({
    url: test.url,
    poolSize: workers,
    statementTimeoutMs: 20_000,
    role: 'sente_app',
    onIdleError: () => {},
  });
  // All connections are open before the first worker begins.
  await Promise.all(
    Array.from({ length: workers }, () => connections.unscoped.rows('select pg_sleep(0.2)')),
  );
});
afterAll(() => connections.close());

async function claim(productCode: string): Promise<AcceptedRow> {
  const order = orderOf(company, { productCode });
  const [row] = await acceptAll(connections.unscoped, [order]);
  return row!;
}

/** All workers claim one voucher after the other, concurrently. */
async function race(productCode: string, each: number): Promise<AcceptedRow[]> {
  const claims = await Promise.all(
    Array.from({ length: workers }, async () => {
      const rows: AcceptedRow[] = [];
      for (let n = 0; n < each; n++) rows.push(await claim(productCode));
      return rows;
    }),
  );
  return claims.flat();
}

it('hands 2,000 vouchers to 20 workers, none twice, until none is left', async () => {
  const total = workers * claimsEach;
  const { id, code } = await createProduct(test.owner, company, { codes: total });
  const rows = await race(code, claimsEach);
  expect(rows.filter((row) => row.refusal !== null)).toEqual([]);
  expect(await claim(code)).toMatchObject({ refusal: 'out_of_stock' });

  const stored = await test.owner.row(
    `select count(*)::int as sold, count(distinct c.payment_id)::int as payments,
       count(distinct p.product_code_id)::int as codes
     from product_codes c join payments p on p.company_id = c.company_id and p.id = c.payment_id
       and p.product_code_id = c.id
     where c.product_id = $1 and c.state = 'reserved'`,
    [id],
  );
  expect(stored).toEqual({ sold: total, payments: total, codes: total });
}, 120_000);

it('refuses exactly the buyers without a voucher', async () => {
  const { code } = await createProduct(test.owner, company, { codes: 30 });
  const rows = await race(code, 5);
  expect(rows.filter((row) => row.refusal === null)).toHaveLength(30);
  expect(rows.filter((row) => row.refusal === 'out_of_stock')).toHaveLength(70);
}, 60_000);
