import type { Database, Db } from '../api/src/db/database.ts';
import { systemAccountsOf } from '../api/src/ledger/system-accounts.ts';
import { runMatching } from '../api/src/reconciliation/run-matching.ts';
import { createAccount, createCompany } from '../api/test/factories.ts';
import type { Bench } from './bench.ts';
import { BenchError } from './bench-error.ts';
import { asOwner, asRequests, vacuum } from './databases.ts';
import { rounded, writeResults } from './results.ts';
import { createMigrated } from './server.ts';

const lineCount = 1_000_000;

/** How long it takes to match a month of payments with its statement, of which one in a hundred differs. */
export async function measureMatching(bench: Bench): Promise<void> {
  const lines = bench.quick ? lineCount / 10 : lineCount;
  const url = await createMigrated(bench.server, 'bench_matching');
  const figures = await asOwner(url, async (owner) => {
    await writePayments(owner, lines);
    await writeStatement(owner);
    await vacuum(url);
    return asRequests(url, (database) => measure(owner, database, lines));
  });
  console.log(
    '\nMatching of payments with a statement, and one plain join of both that stores the pairs',
  );
  console.table([figures]);
  writeResults(bench, 'matching', figures);
  await bench.server.dropDatabase('bench_matching');
}

async function measure(owner: Db, database: Database, lines: number) {
  const seconds = await secondsOf(() => runMatching(database));
  const cases = await owner.row<{ count: number }>(
    'select count(*)::int as count from reconciliation_cases',
  );
  const planted = Math.floor(lines / 100) * 3;
  if (cases?.count !== planted) {
    throw new BenchError(`${cases?.count} cases were found instead of ${planted}`);
  }
  const againSeconds = await secondsOf(() => runMatching(database));
  const plainSqlSeconds = await secondsOf(async () => {
    await owner.rows(
      `create table plain_pairs as
       select l.*, p.id as payment_id, p.status as payment_status, t.finished_at
       from statement_lines l
       left join payments p on p.network = l.network and p.network_reference = l.reference
       left join transactions t on t.company_id = p.company_id and t.id = p.transaction_id`,
    );
  });
  return {
    lines,
    cases: planted,
    seconds: rounded(seconds),
    linesPerSecond: Math.round(lines / seconds),
    againSeconds: rounded(againSeconds),
    plainSqlSeconds: rounded(plainSqlSeconds),
    ratio: rounded(seconds / plainSqlSeconds),
  };
}

/** Begins with its place in time, as those of the ledger do. */
const newId = "(lpad(n::text, 8, '0') || substr(gen_random_uuid()::text, 9))::uuid";

/** As the ledger leaves them; posting has a measurement of its own. */
async function writePayments(owner: Db, count: number): Promise<void> {
  const companyId = await createCompany(owner);
  const accountId = await createAccount(owner, companyId);
  const clearing = (await systemAccountsOf(owner, companyId)).clearing.get('MTN');
  await owner.rows(
    `create table source as
     select n, ${newId} as tx, ${newId} as payment, (1 + n % 500) * 10000 as amount,
       now() - interval '32 days' + n * (interval '30 days' / $1) as at
     from generate_series(1, $1::integer) n`,
    [count],
  );
  await owner.rows(
    `insert into transactions (company_id, id, account_id, type, amount, status, kind, key, key_hash,
       input_hash, description, created_at, finished_at)
     select $1, tx, $2, 'credit', amount, 'completed', 'collection', 'collection:' || payment, payment,
       payment, 'Bench', at, at + interval '9 seconds' from source`,
    [companyId, accountId],
  );
  await owner.rows(
    `insert into entries (company_id, account_id, number, transaction_id, amount, balance_after)
     select $1, a.id, n, tx, a.sign * amount, a.sign * sum(amount) over (partition by a.id order by n)
     from source cross join (values ($2::uuid, 1), ($3::uuid, -1)) a (id, sign)`,
    [companyId, accountId, clearing],
  );
  await owner.rows(
    `update accounts a set entry_count = $3,
       balance = (select sum(amount) from source) * case a.kind when 'clearing' then -1 else 1 end
     where a.id in ($1, $2)`,
    [accountId, clearing, count],
  );
  await owner.rows(
    `insert into payments (company_id, id, direction, origin, account_id, phone_number, network, amount,
       status, transaction_id, network_reference, created_at, finished_at)
     select $1, payment, 'collection', 'api', $2, '25677' || lpad((n % 400000)::text, 7, '0'), 'MTN',
       amount, 'SUCCESS', tx, (30000000000 + n)::text, at - interval '20 seconds', at + interval '9 seconds'
     from source`,
    [companyId, accountId],
  );
}

/** Of a hundred lines one has another amount, one has another reference and number, so that both sides miss one. */
async function writeStatement(owner: Db): Promise<void> {
  const id = '00000000-0000-7000-8000-000000000001';
  await owner.rows(
    `insert into statement_files (id, network, source, name, checksum)
     values ($1, 'MTN', 'upload', 'bench.csv', 'bench')`,
    [id],
  );
  await owner.rows(
    `insert into statement_lines (network, file_id, line_number, line_key, reference, phone, at, direction,
       amount, balance_after, kind, status, text)
     select 'MTN', $1, n, gen_random_uuid(),
       case when n % 100 = 50 then 'X' || n else (30000000000 + n)::text end,
       '25677' || lpad((case when n % 100 = 50 then 9999999 else n % 400000 end)::text, 7, '0'),
       date_trunc('minute', at), 'in', amount + case when n % 100 = 70 then 50000 else 0 end, null,
       'payment', 'completed', ''
     from source order by n`,
    [id],
  );
  await owner.rows(
    `update statement_files set state = 'done', finished_at = now(), first_at = now() - interval '33 days',
       last_at = now() - interval '1 day' where id = $1`,
    [id],
  );
}

async function secondsOf(work: () => Promise<void>): Promise<number> {
  const began = performance.now();
  await work();
  return (performance.now() - began) / 1000;
}
