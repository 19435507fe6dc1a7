import { buildBenchApp } from './app.ts';
import type { Bench } from './bench.ts';
import { compareReadings, readingsOf, type Reading } from './compare-readings.ts';
import { asOwner, asRequests } from './databases.ts';
import { openHistory, type History } from './history.ts';
import { signInMember, signInStaff } from './people.ts';
import { rounded, writeResults } from './results.ts';

const fewTransactions = 50_000;
const manyTransactions = 5_000_000;
const calls = 60;

/** Whether screens stay as fast with a hundred times the history. */
export async function measureReading(bench: Bench): Promise<void> {
  const few = await openHistory(bench, fewTransactions);
  const many = await openHistory(bench, manyTransactions);
  const rows = await withReadings(few, (small) =>
    withReadings(many, (large) => compareReadings(small, large, calls)),
  );
  console.log(`\nReading, median of ${calls} calls; the company has a fifth of all transactions`);
  console.table(
    rows.map(({ name, fewMs, manyMs, ratio }) => ({
      what: name,
      [`ms at ${fewTransactions}`]: rounded(fewMs),
      [`ms at ${manyTransactions}`]: rounded(manyMs),
      ratio: rounded(ratio),
    })),
  );
  writeResults(bench, 'reading', { fewTransactions, manyTransactions, calls, rows });
}

export async function withReadings<T>(
  { url, largestCompanyId: companyId }: History,
  work: (readings: Reading[]) => Promise<T>,
): Promise<T> {
  const [member, staff, middle] = await asOwner(url, async (owner) => [
    await signInMember(owner, companyId),
    await signInStaff(owner),
    await owner.row<{ id: string }>(
      `select id from transactions
       where company_id = $1 order by id
       offset (select count(*) / 2 from transactions where company_id = $1) limit 1`,
      [companyId],
    ),
  ]);
  return asRequests(url, async (database) => {
    const app = await buildBenchApp(database);
    const read = readingsOf(app);
    const page = `/Transaction/company/${companyId}?limit=10`;
    const everything = `${page}&startDate=2020-01-01`;
    const requests = `/Transaction/${companyId}/transactions`;
    const analytics = '/v1/CompanyDashboard/analytics';
    try {
      return await work([
        { name: '10 rows of the last 30 days', call: read(member, page) },
        { name: '10 rows of all', call: read(member, everything) },
        {
          name: '10 rows in the middle of all',
          call: read(member, `${everything}&after=${middle?.id}`),
        },
        {
          name: 'transactions screen, 30 days: 1,000 rows',
          call: read(member, `/Transaction/company/${companyId}`),
        },
        {
          name: 'transactions screen, all: 1,000 rows',
          call: read(member, `/Transaction/company/${companyId}?startDate=2020-01-01`),
        },
        {
          name: 'API transactions screen, first page',
          call: read(member, `${requests}?limit=10&page=1`),
        },
        {
          name: 'API transactions screen, failed ones',
          call: read(member, `${requests}?limit=10&page=1&status=FAILED`),
        },
        {
          name: 'API transactions, 1,000 rows of an export',
          call: read(member, `${requests}?limit=1000&after=${middle?.id}`),
        },
        { name: 'analytics, 30 days', call: read(member, analytics) },
        { name: 'analytics, all', call: read(member, `${analytics}?startDate=2020-01-01`) },
        { name: 'dashboard of the company', call: read(member, '/v1/CompanyDashboard/statistics') },
        { name: 'dashboard of the platform', call: read(staff, '/AdminDashboard/statistics') },
        ...lists(read, { member, staff, companyId }),
        ...searches(read, { member, staff, id: middle?.id ?? '' }),
      ]);
    } finally {
      await app.close();
    }
  });
}

/** The lists of transactions as their screens ask for them: the last 30 days, narrowed, and their sums. */
function lists(
  read: ReturnType<typeof readingsOf>,
  {
    member,
    staff,
    companyId,
  }: { readonly member: string; readonly staff: string; readonly companyId: string },
): Reading[] {
  const dayMs = 24 * 3_600_000;
  const dayOf = (ms: number): string => new Date(ms + 3 * 3_600_000).toISOString().slice(0, 10);
  const days = `startDate=${dayOf(Date.now() - 30 * dayMs)}&endDate=${dayOf(Date.now())}`;
  const filters = {
    'no filter': '',
    'a network': '&network=AIRTEL',
    'failed ones': '&status=FAILED',
    'an amount range': '&minAmount=5000&maxAmount=5100',
    'a phone number': '&search=0770123459',
    'the middle of a number': '&search=01234',
    'a network reference': '&search=NET31007',
  };
  return Object.entries(filters).flatMap(([what, filter]) => {
    const own = `/Transaction/${companyId}/transactions`;
    const all = filter.replace('FAILED', 'failed');
    return [
      {
        name: `staff list, 30 days, ${what}`,
        call: read(staff, `/Transaction?limit=50&${days}${all}`),
      },
      {
        name: `staff sums, 30 days, ${what}`,
        call: read(staff, `/Transaction/totals?${days}${all}`),
      },
      {
        name: `API transactions, 30 days, ${what}`,
        call: read(member, `${own}?limit=10&page=1&${days}${filter}`),
      },
      {
        name: `API transactions' sums, 30 days, ${what}`,
        call: read(member, `${own}/totals?${days}${filter}`),
      },
    ];
  });
}

/** Each fact that a caller quotes, in both portals. */
function searches(
  read: ReturnType<typeof readingsOf>,
  { member, staff, id }: { readonly member: string; readonly staff: string; readonly id: string },
): Reading[] {
  const facts = {
    'a phone number': '0770 123 459',
    'the last four digits': '3459',
    'the last three digits': '459',
    'the beginning of a number': '0770 12',
    'the middle of a number': '70 123',
    'four digits of a number': '1234',
    'an id': id,
    'a network reference': 'NET31007',
    "a network's number": '501220931',
    'a reference': 'REF-31007',
    'the beginning of a reference': 'ref-31',
    'an amount': '5,000',
    'a word': 'nowhere',
  };
  return Object.entries(facts).flatMap(([what, text]) => {
    const query = `search=${encodeURIComponent(text)}`;
    return [
      { name: `staff search for ${what}`, call: read(staff, `/Search?${query}`) },
      { name: `owner searches for ${what}`, call: read(member, `/Search/own-company?${query}`) },
    ];
  });
}
