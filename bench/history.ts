import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import type { Db } from '../api/src/db/database.ts';
import { platformScope } from '../api/src/db/scope.ts';
import type { Bench } from './bench.ts';
import { asOwner, closing, openAsOwner, vacuum } from './databases.ts';
import { requireNoViolations } from './proof.ts';
import { createMigrated } from './server.ts';
import { createCompanies } from './world.ts';

const companyCount = 200;
const accountsEach = 20;
/** Old histories have no transactions in the last days, which is what screens request. */
const keptMs = 7 * 24 * 3_600_000;

export interface History {
  readonly database: string;
  readonly url: string;
  /** The company with a fifth of all transactions. */
  readonly largestCompanyId: string;
}

/**
 * A database with a year of this many transactions, created now or by an earlier run. Inserted in
 * bulk: through the ledger five million would take ten minutes. The same invariants hold.
 */
export async function openHistory(bench: Bench, transactions: number): Promise<History> {
  const { server } = bench;
  const database = `history_${transactions}`;
  const url = server.urlOf(database);
  const isAnew = bench.fresh && !madeNow.has(database);
  if (isAnew || !isUsable(await server.noteOn(database))) {
    console.log(`Making a history of ${transactions} transactions, kept for the next run ...`);
    const startedAt = performance.now();
    await createMigrated(server, database);
    await fill(url, transactions);
    await vacuum(url);
    await requireNoViolations(url);
    await server.note(database, JSON.stringify({ source, madeAt: Date.now() }));
    madeNow.add(database);
    console.log(`  made in ${Math.round((performance.now() - startedAt) / 1_000)} s`);
  } else {
    console.log(`Using the kept history of ${transactions} transactions (--fresh makes it anew)`);
  }
  return { database, url, largestCompanyId: await findLargestCompany(url) };
}

const madeNow = new Set<string>();
const sqlFile = new URL('./history.sql', import.meta.url);
/** A different schema or generator needs a new history. */
const source = hashOf(
  sqlFile,
  ...filesIn(new URL('../api/migrations/', import.meta.url)),
  ...filesIn(new URL('../api/functions/', import.meta.url)),
);

function isUsable(note: string | null): boolean {
  if (note === null) return false;
  const made = JSON.parse(note) as { source: string; madeAt: number };
  return made.source === source && Date.now() - made.madeAt < keptMs;
}

function filesIn(folder: URL): URL[] {
  return readdirSync(folder)
    .sort()
    .map((name) => new URL(name, folder));
}

function hashOf(...files: URL[]): string {
  const hash = createHash('sha256');
  for (const file of files) hash.update(readFileSync(file));
  return hash.digest('hex').slice(0, 16);
}

async function fill(url: string, transactions: number): Promise<void> {
  await asOwner(url, (owner) => createCompanies(owner, companyCount, accountsEach));
  const steps = readFileSync(sqlFile, 'utf8').split(';\n');
  await closing(openAsOwner(url), (database) =>
    database.within(platformScope, async (db) => {
      await db.rows(`set local app.history_size = '${transactions}'`);
      await withoutRowWork(db, async () => {
        for (const step of steps) await db.rows(step);
      });
    }),
  );
}

/**
 * Foreign keys row by row and indexes kept up row by row take more than twenty minutes of five
 * million. What triggers derive from payments is still derived; `requireNoViolations` checks the
 * rest afterwards.
 */
async function withoutRowWork(db: Db, work: () => Promise<void>): Promise<void> {
  const indexes = await db.rows<{ name: string; definition: string }>(
    `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition
     from pg_index i
     where i.indrelid = any ('{transactions,entries,payments}'::regclass[])
       and not exists (select from pg_constraint c where c.conindid = i.indexrelid)`,
  );
  const deriving = ['payments_known_numbers', 'payments_counted'];
  await db.rows(`set local maintenance_work_mem = '1GB'`);
  await db.rows('set local session_replication_role = replica');
  for (const name of deriving) {
    await db.rows(`alter table payments enable always trigger ${name}`);
  }
  for (const { name } of indexes) await db.rows(`drop index ${name}`);
  await work();
  for (const { definition } of indexes) await db.rows(definition);
  for (const name of deriving) await db.rows(`alter table payments enable trigger ${name}`);
  await db.rows('set local session_replication_role = origin');
}

async function findLargestCompany(url: string): Promise<string> {
  const found = await asOwner(url, (owner) =>
    owner.row<{ id: string }>(
      'select company_id as id from company_figures group by 1 order by sum(count) desc limit 1',
    ),
  );
  if (!found) throw new Error('A history without a company');
  return found.id;
}
