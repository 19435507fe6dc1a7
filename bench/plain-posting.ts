import type { Db } from '../api/src/db/database.ts';
import { platformScope } from '../api/src/db/scope.ts';
import { uuidV7 } from '../api/src/db/uuid.ts';
import type { Contestant } from './alternate.ts';
import { pick, rateOf } from './callers.ts';
import { asOwner, closing, openAsOwner } from './databases.ts';
import { hotOf, type BenchCompany } from './world.ts';

const poolSize = 16;

/**
 * The same posting as most programs would implement it: one transaction with six statements, on
 * separate tables with fewer columns, fewer indexes, and without our checks, figures and policies.
 */
export async function plainContestants(
  url: string,
  companies: readonly BenchCompany[],
  seconds: number,
): Promise<Contestant[]> {
  await asOwner(url, async (owner) => {
    await owner.rows('create table plain_accounts (id uuid primary key, balance bigint not null)');
    await owner.rows(`create table plain_transactions (
      id uuid primary key, company_id uuid not null, key text not null, amount bigint not null,
      reference text, description text not null, created_at timestamptz not null default now(),
      unique (company_id, key))`);
    await owner.rows(`create table plain_entries (
      account_id uuid, transaction_id uuid, amount bigint not null,
      primary key (account_id, transaction_id))`);
    await owner.rows('insert into plain_accounts select id, 0 from accounts');
  });
  const hot = hotOf(companies);
  return [
    {
      name: `plain SQL, uniform, pool of ${poolSize}`,
      run: () => plainRate(url, companies, seconds),
    },
    {
      name: `plain SQL, one hot account, pool of ${poolSize}`,
      run: () => plainRate(url, hot, seconds),
    },
  ];
}

function plainRate(
  url: string,
  companies: readonly BenchCompany[],
  seconds: number,
): Promise<number> {
  return closing(openAsOwner(url, poolSize), (database) =>
    rateOf(() => database.within(platformScope, (db) => post(db, pick(companies))), {
      callers: poolSize,
      seconds,
    }),
  );
}

async function post(db: Db, company: BenchCompany): Promise<void> {
  const account = pick(company.accounts);
  const transaction = uuidV7();
  const amount = 100_00;
  const move = 'update plain_accounts set balance = balance + $2 where id = $1';
  await db.rows(
    'select balance from plain_accounts where id = any ($1) order by id for update',
    [[account, company.settlement]],
    'plain_lock',
  );
  await db.rows(
    `insert into plain_transactions (id, company_id, key, amount, reference, description)
     values ($1, $2, $3, $4, 'BENCH-1', 'Deposit of the day')`,
    [transaction, company.id, uuidV7(), amount],
    'plain_transaction',
  );
  await db.rows(
    'insert into plain_entries values ($1, $3, $4), ($2, $3, -$4::bigint)',
    [account, company.settlement, transaction, amount],
    'plain_entries',
  );
  await db.rows(move, [account, amount], 'plain_move');
  await db.rows(move, [company.settlement, -amount], 'plain_move');
}
