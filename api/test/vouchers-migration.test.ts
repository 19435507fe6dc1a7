import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { openDatabase } from '../src/db/database.ts';
import { migrate } from '../src/db/migrate.ts';
import { platformScope } from '../src/db/scope.ts';
import { findViolations } from '../src/ledger/invariants.ts';
import { countUnsealed, sealCodes } from '../src/product-codes/sealing.ts';
import { createCompany } from './factories.ts';
import { olderDatabase, stopServers } from './older-database.ts';
import { openedCodes, testSealer } from './products.ts';

/* The migration that prepares vouchers for their encryption, which the servers do after it. */

it('vouchers from before it are counted at once and encrypted in steps that can be killed', async () => {
  const { url, owner } = await olderDatabase(24);
  const company = await createCompany(owner);
  const product = randomUUID();
  await owner.rows(
    `insert into internet_products (company_id, id, code, name, amount)
     values ($1, $2, 'DAY', 'Day pass', 100000)`,
    [company, product],
  );
  await owner.rows(
    `insert into product_codes (company_id, product_id, code)
     select $1, $2, 'OLD-' || n from generate_series(1, 4000) n`,
    [company, product],
  );
  await stopServers(url);
  await migrate(url, () => {});
  const counts = () =>
    owner.rows(
      `select state, sum(count)::int as count from voucher_counts where company_id = $1
       group by state having sum(count) <> 0`,
      [company],
    );
  expect(await counts()).toEqual([{ state: 'free', count: 4_000 }]);

  const database = openDatabase({
    url,
    poolSize: 4,
    statementTimeoutMs: 20_000,
    role: 'sente_app',
    onIdleError: () => {},
  });
  const left = () => database.within(platformScope, (db) => countUnsealed(db, testSealer.keyName));
  // Cut off in the middle of steps until nothing is left; each attempt leaves whole steps behind.
  for (let attempt = 0; (await left()) > 0; attempt++) {
    const working = sealCodes(database, testSealer).catch(() => null);
    if (attempt < 5) {
      await setTimeout(60);
      await stopServers(url);
    }
    await working;
    expect((await left()) % 1_000).toBe(0);
  }
  expect((await openedCodes(owner, company)).map(({ code }) => code)).toEqual(
    Array.from({ length: 4_000 }, (_, n) => `OLD-${n + 1}`),
  );
  expect(await counts()).toEqual([{ state: 'free', count: 4_000 }]);
  expect(await database.within(platformScope, findViolations, 'ledger check')).toEqual([]);
  await database.close();
});
