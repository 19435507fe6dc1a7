import type { Db } from '../api/src/db/database.ts';
import { sealCodes } from '../api/src/product-codes/sealing.ts';
import { createSealer } from '../api/src/security/secrets.ts';
import { createProduct } from '../api/test/products.ts';
import { benchKey, buildBenchApp } from './app.ts';
import type { Bench } from './bench.ts';
import { compareReadings, readingsOf, type Reading } from './compare-readings.ts';
import { asOwner, asRequests, vacuum } from './databases.ts';
import { signInMember } from './people.ts';
import { rounded, writeResults } from './results.ts';
import { createMigrated } from './server.ts';
import { createCompanies } from './world.ts';

const few = 1_000;
const calls = 40;

interface Shop {
  readonly url: string;
  readonly companyId: string;
  readonly sealedPerSecond: number;
}

/** Whether the lists of vouchers stay fast with a million, and how fast stored ones are encrypted. */
export async function measureVouchers(bench: Bench): Promise<void> {
  const many = bench.quick ? 100_000 : 1_000_000;
  const small = await createShop(bench, 'bench_vouchers_few', few);
  const large = await createShop(bench, 'bench_vouchers_many', many);
  const rows = await withLists(small, few, (of) =>
    withLists(large, many, (others) => compareReadings(of, others, calls)),
  );
  console.log(`\nLists of ${many} vouchers of one company, median of ${calls} calls`);
  console.table(
    rows.map(({ name, fewMs, manyMs, ratio }) => ({
      what: name,
      [`ms of ${few}`]: rounded(fewMs),
      [`ms of ${many}`]: rounded(manyMs),
      ratio: rounded(ratio),
    })),
  );
  console.log(`Encrypted in steps: ${Math.round(large.sealedPerSecond)} vouchers a second`);
  writeResults(bench, 'vouchers', { few, many, calls, rows, sealed: large.sealedPerSecond });
  for (const { url } of [small, large]) {
    await bench.server.dropDatabase(new URL(url).pathname.slice(1));
  }
}

/** As a version before stored them: in clear. Nine of ten are free, a few are withdrawn. */
async function createShop(bench: Bench, name: string, count: number): Promise<Shop> {
  const url = await createMigrated(bench.server, name);
  const companyId = await asOwner(url, async (owner) => {
    const [company] = await createCompanies(owner, 1, 1);
    if (!company) throw new Error('A company was made');
    const day = await createProduct(owner, company.id, { code: 'DAY-1' });
    const week = await createProduct(owner, company.id, { code: 'WEEK-7' });
    await insertCodes(owner, company.id, [day.id, week.id], count);
    return company.id;
  });
  await vacuum(url);
  const seconds = await asRequests(url, async (database) => {
    const began = performance.now();
    await sealCodes(database, createSealer(benchKey));
    return (performance.now() - began) / 1_000;
  });
  await vacuum(url);
  return { url, companyId, sealedPerSecond: count / seconds };
}

async function insertCodes(
  owner: Db,
  companyId: string,
  [day, week]: readonly [string, string],
  count: number,
): Promise<void> {
  await owner.rows(
    `insert into product_codes (company_id, product_id, code, state, payment_id, used_at, withdrawn_at,
       withdrawn_reason, created_at)
     select $1, case when n % 10 = 0 then $3::uuid else $2::uuid end,
       'V' || lpad(n::text, 9, '0'), s.state, case when s.state = 'used' then gen_random_uuid() end,
       case when s.state = 'used' then now() end, case when s.state = 'withdrawn' then now() end,
       case when s.state = 'withdrawn' then 'Test' end,
       now() - make_interval(secs => ($4 - n) / 100000)
     from generate_series(1, $4::int) n
     cross join lateral (select case when n % 10 = 5 then 'used' when n % 50001 = 1 then 'withdrawn'
       else 'free' end as state) s`,
    [companyId, day, week, count],
  );
}

async function withLists<T>(
  { url, companyId }: Shop,
  count: number,
  work: (readings: readonly Reading[]) => Promise<T>,
): Promise<T> {
  const [member, batch] = await asOwner(url, async (owner) => [
    await signInMember(owner, companyId),
    await owner.row<{ id: string }>('select id from voucher_batches order by created_at limit 1'),
  ]);
  return asRequests(url, async (database) => {
    const app = await buildBenchApp(database);
    const read = readingsOf(app);
    const path = `/Company/${companyId}/products?pageSize=25`;
    const reading = (name: string, query: string): Reading => ({
      name,
      call: read(member, `${path}&${query}`),
    });
    const last = Math.ceil(count / 25);
    try {
      return await work([
        reading('first page', 'page=1'),
        reading('page in the middle', `page=${Math.floor(last / 2)}`),
        reading('last page', `page=${last}`),
        reading('used', 'page=1&state=used'),
        reading('withdrawn', 'page=1&state=withdrawn'),
        reading('free of a product', 'page=100&state=free&productType=WEEK-7'),
        reading('of a batch', `page=2&batchId=${batch?.id ?? ''}`),
        reading('found by its code', 'page=1&search=V000000777'),
        reading('by the end of the code', 'page=1&search=777'),
        { name: 'products', call: read(member, `/v1/InternetProducts/company/${companyId}`) },
        { name: 'batches', call: read(member, `/Company/${companyId}/code-batches?page=1`) },
      ]);
    } finally {
      await app.close();
    }
  });
}
