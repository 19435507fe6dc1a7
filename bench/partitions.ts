import { readFileSync } from 'node:fs';
import type { Db } from '../api/src/db/database.ts';
import { platformScope } from '../api/src/db/scope.ts';
import { lowestUuidV7, uuidV7 } from '../api/src/db/uuid.ts';
import { plainArray, textArray } from '../api/src/db/array-literal.ts';
import { median } from './alternate.ts';
import type { Bench } from './bench.ts';
import { closing, openAsOwner } from './databases.ts';
import { rounded, writeResults } from './results.ts';
import { createMigrated } from './server.ts';

const database = 'bench_partitions';
const dayMs = 24 * 3_600_000;
const batch = 64;
type Schema = 'whole' | 'parted';

/** The blocks that a statement looks at say more than its time: they do not depend on what else the machine does. */
interface Cost {
  readonly ms: number;
  readonly blocks: number;
}

interface Question {
  readonly name: string;
  readonly sql: (schema: Schema) => string;
  readonly values: readonly unknown[];
}

/** Old transactions in one table, and the same ones in a table with a partition for each month. */
export async function measurePartitions(bench: Bench): Promise<void> {
  const size = bench.quick ? 200_000 : 10_000_000;
  const url = await createMigrated(bench.server, database);
  await closing(openAsOwner(url, 1), async (owner) => {
    const startedAt = performance.now();
    console.log(`Making ${size} transactions twice ...`);
    await owner.within(platformScope, async (db) => {
      await db.rows(`set local app.size = '${size}'`);
      const file = readFileSync(new URL('./partitions.sql', import.meta.url), 'utf8');
      for (const step of file.split(/;\n\n/)) await db.rows(step);
    });
    await owner.unscoped.rows('vacuum (analyze)');
    console.log(`  made in ${Math.round((performance.now() - startedAt) / 1_000)} s`);
    const db = owner.unscoped;
    await db.rows(`set plan_cache_mode = force_custom_plan`);
    const answers = [];
    for (const question of await questions(db)) answers.push(await ask(db, question, bench));
    const posting = await post(db, bench);
    const sizes = await sizesOf(db);
    const upkeep = await keepUp(db);
    console.log(`\nOne table and months: ${size} transactions, ${2 * size} entries`);
    console.table(answers.map(asRow));
    console.table([posting, upkeep].flat());
    console.table(sizes);
    writeResults(bench, 'partitions', { size, answers, posting, upkeep, sizes });
  });
  await bench.server.dropDatabase(database);
}

/** As the ledger and its lists ask, with what tells the month where it is known. */
async function questions(db: Db): Promise<Question[]> {
  const sample = await db.row<{ company_id: string; account_id: string; id: string; key: string }>(
    `select company_id, account_id, id, key_hash as key from whole.transactions
     where id > $1 order by id limit 1`,
    [lowestUuidV7(Date.now() - 400 * dayMs)],
  );
  const { company_id: company, account_id: account, id, key } = sample ?? {};
  const monthAgo = lowestUuidV7(Date.now() - 30 * dayMs);
  const since = new Date(Date.now() - 30 * dayMs);
  const finished = `status = 'completed' and type = 'credit' and company_id = $1 and finished_at >= $2`;
  // Nothing is finished later than 31 days after its request.
  const idOfSince = lowestUuidV7(Date.now() - 61 * dayMs);
  return [
    {
      name: 'page of a company, 30 days',
      sql: (s) =>
        `select * from ${s}.transactions where company_id = $1 and id >= $2 order by id desc limit 50`,
      values: [company, monthAgo],
    },
    {
      name: 'page of a company, from the beginning',
      sql: (s) => `select * from ${s}.transactions where company_id = $1 order by id desc limit 50`,
      values: [company],
    },
    {
      name: 'page of a company by finish, 30 days',
      sql: (s) =>
        `select * from ${s}.transactions where ${finished} and id >= $3 order by finished_at desc, id desc limit 50`,
      values: [company, since, idOfSince],
    },
    {
      name: 'sum of a company, 30 days',
      sql: (s) =>
        `select count(*), sum(amount) from ${s}.transactions where ${finished} and id >= $3`,
      values: [company, since, idOfSince],
    },
    {
      name: 'one transaction',
      sql: (s) => `select * from ${s}.transactions where company_id = $1 and id = $2`,
      values: [company, id],
    },
    {
      name: 'its legs',
      sql: (s) => `select * from ${s}.entries where transaction_id = $1`,
      values: [id],
    },
    {
      name: 'its key',
      sql: (s) =>
        s === 'whole'
          ? 'select id from whole.transactions where key_hash = $1 and company_id = $2'
          : 'select id from parted.transaction_keys where key_hash = $1 and company_id = $2',
      values: [key, company],
    },
    {
      name: 'search by amount, all time',
      sql: (s) =>
        `select * from ${s}.transactions where amount = $1 and company_id = $2 order by id desc limit 20`,
      values: [150_000, company],
    },
    {
      name: 'last movements of an account',
      sql: (s) =>
        `select * from ${s}.entries where company_id = $1 and account_id = $2 order by number desc limit 20`,
      values: [company, account],
    },
    {
      name: 'last movements of an account, 90 days',
      sql: (s) =>
        `select * from ${s}.entries where company_id = $1 and account_id = $2 and transaction_id >= $3 order by number desc limit 20`,
      values: [company, account, lowestUuidV7(Date.now() - 90 * dayMs)],
    },
  ];
}

async function ask(db: Db, { name, sql, values }: Question, { quick }: Bench) {
  const cost = async (schema: Schema): Promise<Cost> => {
    const times: number[] = [];
    let blocks = 0;
    for (let turn = 0; turn < (quick ? 3 : 21); turn++) {
      const row = await db.row<{ 'QUERY PLAN': readonly [Explained] }>(
        `explain (analyze, buffers, format json) ${sql(schema)}`,
        values,
      );
      const [explained] = row?.['QUERY PLAN'] ?? [];
      if (!explained) throw new Error('Nothing was explained');
      const { Plan: plan } = explained;
      times.push(explained['Planning Time'] + explained['Execution Time']);
      blocks = plan['Shared Hit Blocks'] + plan['Shared Read Blocks'];
    }
    return { ms: median(times), blocks };
  };
  return { name, whole: await cost('whole'), parted: await cost('parted') };
}

interface Explained {
  readonly Plan: { readonly 'Shared Hit Blocks': number; readonly 'Shared Read Blocks': number };
  readonly 'Planning Time': number;
  readonly 'Execution Time': number;
}

/** The rows of a posting, in batches as the ledger writes them: time, and what goes to the log on disk. */
async function post(db: Db, { seconds, quick }: Bench) {
  const rows = [];
  for (const schema of ['whole', 'parted', 'whole', 'parted'] as const) {
    await db.rows('checkpoint');
    const before = await db.row<{ at: string }>('select pg_current_wal_lsn()::text as at');
    const startedAt = performance.now();
    const until = startedAt + (quick ? 1 : seconds) * 1_000;
    let done = 0;
    for (; performance.now() < until; done += batch) await insertBatch(db, schema);
    const spent = performance.now() - startedAt;
    const wal = await db.row<{ bytes: number }>(
      'select pg_wal_lsn_diff(pg_current_wal_lsn(), $1)::float8 as bytes',
      [before?.at],
    );
    rows.push({
      what: 'rows of a posting',
      where: schema,
      'us each': rounded((spent * 1_000) / done),
      'log bytes each': Math.round((wal?.bytes ?? 0) / done),
    });
  }
  return rows;
}

async function insertBatch(db: Db, schema: Schema): Promise<void> {
  const ids = Array.from({ length: batch }, () => uuidV7());
  const companies = ids.map(() => String(Math.floor(Math.random() * 200)));
  const values = [plainArray(ids), textArray(companies)];
  const written = `written as (
    insert into ${schema}.transactions (company_id, id, account_id, type, amount, status, kind, key, key_hash,
      input_hash, reference, description, created_at, finished_at)
    select md5('company ' || company)::uuid, id, md5('account ' || company)::uuid, 'credit', 150000, 'completed',
      'deposit', id::text, md5(id::text)::uuid, md5(id::text)::uuid, 'BENCH-1', 'Deposit of the day', now(), now()
    from unnest($1::uuid[], $2::text[]) p (id, company)
    returning company_id, id, account_id, key_hash
  )`;
  const legs = `insert into ${schema}.entries (company_id, account_id, number, transaction_id, amount, balance_after)
    select w.company_id, leg.account_id, nextval('numbers'), w.id, leg.amount, 0
    from written w, lateral (values (w.account_id, 150000), (md5(w.company_id::text)::uuid, -150000)) leg (account_id, amount)`;
  await db.rows('create sequence if not exists numbers start 1000000000');
  if (schema === 'whole') {
    await db.rows(`with ${written} ${legs}`, values);
    return;
  }
  await db.rows(
    `with ${written}, keys as (
       insert into parted.transaction_keys select key_hash, company_id, id from written
     ) ${legs}`,
    values,
  );
}

/** What is done to old months: nothing has to be read again to vacuum the new one or to let the oldest go. */
async function keepUp(db: Db) {
  const [newest, oldest] = await Promise.all(
    ['desc', 'asc'].map(async (order) => {
      const row = await db.row<{ name: string }>(
        `select inhrelid::regclass::text as name from pg_inherits
       where inhparent = 'parted.transactions'::regclass order by 1 ${order} limit 1`,
      );
      return row?.name ?? '';
    }),
  );
  const seconds = async (what: string, where: Schema, sql: string) => {
    const startedAt = performance.now();
    await db.rows(sql);
    return { what, where, seconds: rounded((performance.now() - startedAt) / 1_000) };
  };
  return [
    await seconds(
      'vacuum with all indexes',
      'whole',
      'vacuum (index_cleanup on) whole.transactions',
    ),
    await seconds('vacuum with all indexes', 'parted', `vacuum (index_cleanup on) ${newest}`),
    await seconds(
      'let the oldest month go',
      'parted',
      `alter table parted.transactions detach partition ${oldest}`,
    ),
  ];
}

async function sizesOf(db: Db) {
  return db.rows(
    `select schema as where, (sum(pg_table_size(c.oid)) / 1048576)::integer as "table MB",
       (sum(pg_indexes_size(c.oid)) / 1048576)::integer as "indexes MB", count(*)::integer as tables
     from (values ('whole'), ('parted')) s (schema)
     join pg_class c on c.relnamespace = schema::regnamespace and c.relkind = 'r' group by 1`,
  );
}

function asRow({ name, whole, parted }: { name: string; whole: Cost; parted: Cost }) {
  return {
    what: name,
    'whole ms': rounded(whole.ms),
    'months ms': rounded(parted.ms),
    'whole blocks': whole.blocks,
    'months blocks': parted.blocks,
  };
}
