import { expect, it } from 'vitest';
import { createMember } from '../../test/actors.ts';
import { createTestApp, type TestApp } from '../../test/app.ts';
import { createTestDatabase } from '../../test/database.ts';
import { createAccount, createCompany } from '../../test/factories.ts';
import { silentConnectors } from '../../test/networks.ts';
import { callSigned, createCredential } from '../../test/signed.ts';
import { until } from '../../test/until.ts';
import { createLogger } from '../http/logger.ts';
import { createLive } from './live.ts';
import { createSharedCounts } from './shared-counts.ts';

/* Two instances on one database: a limit holds for both together. */

const burst = 10;
const logger = createLogger('silent');
const shared = await createTestDatabase();
const { url, database } = shared;

const connectors = silentConnectors.map((connector) => ({
  ...connector,
  holder: async () => ({ is: 'not-registered' as const }),
}));
const start = () =>
  createTestApp(
    {
      live: createLive({ url, database, logger }),
      // A thousandth of a request a second: nothing comes back during the test.
      credentialLimit: { requestsPerSecond: 0.001, burst },
    },
    { connectors },
    shared,
  );
const one = await start();
const other = await start();

/** Instances listen from their first limited request on, so both had one. */
const isListening = async (): Promise<boolean> => {
  const found = await shared.owner.rows(
    `select from pg_stat_activity where datname = current_database() and query = 'listen sente_counts'`,
  );
  return found.length === 2;
};

it('what one instance allowed to the keys of a company, the other one counts', async () => {
  const companyId = await createCompany(shared.owner);
  await createAccount(shared.owner, companyId);
  const credential = await createCredential(shared.owner, companyId);
  const ask = (test: TestApp) =>
    callSigned(test, credential, { method: 'GET', path: '/v1/Payments/balance' });
  const left = async (test: TestApp) => Number((await ask(test)).headers['ratelimit-remaining']);
  await Promise.all([ask(one), ask(other)]);
  await until('both listen', isListening);
  for (let i = 0; i < 4; i++) await ask(one);
  // Each look takes one more.
  await until('what the other one counted', async () => (await left(other)) <= 4);
  while ((await ask(one)).status === 200);
  await until('no request left', async () => (await ask(other)).status === 429);
  const refused = await ask(other);
  expect(refused.headers['ratelimit-remaining']).toBe('0');
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
});

it('the names of a prefix cannot be read by asking each instance', async () => {
  const member = await createMember(shared.owner);
  let number = 772_000_000;
  const ask = async (test: TestApp) => {
    const path = `/Networks/company/${member.companyId}/holder?phoneNumber=0${number++}`;
    return (await test.call(member, 'GET', path)).status;
  };
  await Promise.all([ask(one), ask(other)]);
  await until('both listen', isListening);
  while ((await ask(one)) === 200);
  await until('none left', async () => (await ask(other)) === 429);
  expect(number - 772_000_000).toBeLessThan(60);
});

it('an instance does not count its own twice, and ignores what it does not know', async () => {
  const heard: [string, number][] = [];
  const [listening, telling] = [0, 1].map(() => createSharedCounts({ url, database, logger }));
  const count = listening?.share('requests', (...what) => void heard.push(what));
  const tell = telling?.share('requests', () => {});
  count?.('first');
  const listeners = async () =>
    (
      await shared.owner.rows(
        `select from pg_stat_activity where datname = current_database() and query = 'listen sente_counts'`,
      )
    ).length;
  await until('it listens', async () => (await listeners()) === 3);
  await shared.owner.rows(
    `select pg_notify('sente_counts', 'somebody news:one:1 requests:two:x requests')`,
  );
  tell?.('third');
  tell?.('third');
  await until('the count', async () => heard.some(([who]) => who === 'third'));
  expect(heard.filter(([, by]) => by > 0)).toEqual([['third', 2]]);
  await Promise.all([listening?.stop(), telling?.stop()]);
});
