import { buildBenchApp } from './app.ts';
import type { Bench } from './bench.ts';
import { compareReadings, readingsOf, type Reading } from './compare-readings.ts';
import { asOwner, asRequests, vacuum } from './databases.ts';
import { signInStaff } from './people.ts';
import { rounded, writeResults } from './results.ts';
import { createMigrated } from './server.ts';
import { createCompanies } from './world.ts';

interface Size {
  readonly companies: number;
  readonly users: number;
  readonly accounts: number;
  readonly auditEntries: number;
}

const few: Size = { companies: 20, users: 100, accounts: 200, auditEntries: 1_000 };
const many: Size = {
  companies: 10_000,
  users: 50_000,
  accounts: 100_000,
  auditEntries: 1_000_000,
};
const calls = 60;

/** Whether the back-office lists stay fast at the planned size of the platform. */
export async function measureLists(bench: Bench): Promise<void> {
  const small = await createPlatform(bench, 'bench_lists_few', few);
  const large = await createPlatform(bench, 'bench_lists_many', many);
  const rows = await withLists(small, (of) =>
    withLists(large, (others) => compareReadings(of, others, calls)),
  );
  console.log(
    `\nLists of ${many.companies} companies, ${many.users} users, ${many.accounts} accounts and ${many.auditEntries} audit entries, median of ${calls} calls`,
  );
  console.table(
    rows.map(({ name, fewMs, manyMs, ratio }) => ({
      what: name,
      'ms when few': rounded(fewMs),
      'ms when many': rounded(manyMs),
      ratio: rounded(ratio),
    })),
  );
  writeResults(bench, 'lists', { few, many, calls, rows });
  for (const name of ['bench_lists_few', 'bench_lists_many']) await bench.server.dropDatabase(name);
}

async function createPlatform(bench: Bench, database: string, size: Size): Promise<string> {
  const url = await createMigrated(bench.server, database);
  await asOwner(url, async (owner) => {
    await createCompanies(owner, size.companies, size.accounts / size.companies);
    await owner.rows(
      `insert into users (id, company_id, first_name, last_name, username, email, password_hash)
       select gen_random_uuid(), c.id, 'First' || n, 'Last' || n, 'person-' || n,
         'person-' || n || '@bench.test', '-'
       from generate_series(1, $1::int) n
       join (select id, row_number() over (order by id) as place from companies) c
         on c.place = n % $2 + 1`,
      [size.users, size.companies],
    );
    await owner.rows(
      `insert into user_roles (user_id, role_id)
       select u.id, r.id from users u join roles r on r.name in ('client_admin', 'client_user')`,
    );
    await owner.rows(
      `insert into audit_log (company_id, actor_id, actor_email, action, subject_type, subject_id, result)
       select u.company_id, u.id, u.email, 'companies.update', 'companies', u.company_id, 'done'
       from generate_series(1, $1::int) n
       join (select *, row_number() over (order by id) as place from users) u
         on u.place = n % $2 + 1`,
      [size.auditEntries, size.users],
    );
  });
  await vacuum(url);
  return url;
}

async function withLists<T>(
  url: string,
  work: (readings: readonly Reading[]) => Promise<T>,
): Promise<T> {
  const [staff, company] = await asOwner(url, async (owner) => [
    await signInStaff(owner),
    await owner.row<{ id: string }>('select id from companies order by id limit 1'),
  ]);
  return asRequests(url, async (database) => {
    const app = await buildBenchApp(database);
    const read = readingsOf(app);
    const reading = (name: string, path: string): Reading => ({ name, call: read(staff, path) });
    try {
      return await work([
        reading('companies, first page', '/Company?page=1'),
        reading('companies, by date, searched', '/Company?page=1&sort=createdAt&search=ny+9'),
        reading('users, first 100', '/User?page=1&pageSize=100'),
        reading('users, searched', '/User?page=1&pageSize=100&search=person-7'),
        reading('users, nobody found', '/User?page=1&pageSize=100&search=no-such-one'),
        reading('users of a company', `/User?page=1&pageSize=100&companyId=${company?.id}`),
        reading('accounts, first 100', '/Account?page=1&pageSize=100'),
        reading('accounts, by balance', '/Account?page=1&pageSize=100&sort=balance'),
        reading('accounts, searched', '/Account?page=1&pageSize=100&search=company+77'),
        reading('accounts, none found', '/Account?page=1&pageSize=100&search=no-such-one'),
        reading('search box, a company', '/Search?search=company-19'),
        reading('search box, nothing found', '/Search?search=no-such-thing'),
        reading('history of a company', `/Audit?subjectType=companies&subjectId=${company?.id}`),
        reading('whole audit log', '/Audit?limit=50'),
        reading('dashboard', '/AdminDashboard/statistics'),
      ]);
    } finally {
      await app.close();
    }
  });
}
