import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createStaff } from '../../test/actors.ts';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { emptyPayments } from '../../test/empty-payments.ts';
import { createAccount, createCompany } from '../../test/factories.ts';
import { openWatcher, payOutIn, withWatcher } from '../../test/watching.ts';
import { sqlState } from '../db/database-errors.ts';
import { platformScope } from '../db/scope.ts';
import { claimDue } from '../payments/running/claims.queries.ts';

let test: TestDatabase;
let companyId: string;
let accountId: string;

beforeAll(async () => {
  test = await createTestDatabase();
});
beforeEach(async () => {
  await emptyPayments(
    test.owner,
    'payout_brakes',
    'braked_payments',
    'watcher_pulse',
    'watcher_stops',
  );
  companyId = await createCompany(test.owner);
  accountId = await createAccount(test.owner, companyId, { balance: 10_000_000_000n });
});

const pay = (count: number, fields: Parameters<typeof payOutIn>[3] = {}) =>
  test.asOwner((db) => payOutIn(db, companyId, count, { accountId, ...fields }));
/** Since the last look of a watcher. */
const passSeconds = (seconds: number) =>
  test.owner.rows(
    "update watcher_pulse set last_looked_at = last_looked_at - $1 * interval '1 second'",
    [seconds],
  );

describe('several watchers', () => {
  it('one looks, and another one takes over when it is gone', async () => {
    const [first, second] = [openWatcher(test.url), openWatcher(test.url)];
    expect(await first.watcher.look()).toEqual([]);
    expect(await second.watcher.look()).toBeNull();
    await pay(61);
    await first.database.close();
    await passSeconds(4);
    expect(await second.watcher.look()).toMatchObject([{ companyId }]);
    await second.database.close();
  });

  it('one whose connection breaks goes on looking', async () => {
    await withWatcher(test.url, async (watcher) => {
      expect(await watcher.look()).toEqual([]);
      await test.owner.rows(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where datname = current_database() and pid <> pg_backend_pid()`,
      );
      await pay(61);
      const look = () => watcher.look().catch(() => null);
      await expect.poll(look).toMatchObject([{ companyId }]);
    });
  });
});

describe('whoever keeps locks', () => {
  const asStaff = async () => ({
    ...platformScope,
    userId: (await createStaff(test.owner)).userId,
  });
  const claim = () =>
    test.database.within(platformScope, (db) =>
      claimDue(db, [{ network: 'MTN', companyId, kind: 'send', count: 100 }], 5_000),
    );
  const pulse = () => test.owner.row('select from watcher_pulse where watcher_looks(now())');
  const brakes = () =>
    test.owner.rows('select company_id, seal is not null as is_sealed from payout_brakes');

  it.each([
    ['tripped the same brake', "select brake_trip_by_person($1::uuid, 'A reason')"],
    ['has locked the company', 'select from companies where id = $1 for update'],
    ['has locked the credentials', 'lock table company_credentials'],
  ])('and %s does not keep payouts from being stopped', async (_, sql) => {
    const scope = await asStaff();
    const trips = [{ companyId, sign: 'first-time-receivers' }];
    await withWatcher(test.url, async (watcher) => {
      await pay(61);
      const isThief = new Error('The thief lets go');
      const robbery = test.database.within(scope, async (db) => {
        await db.rows(sql, sql.includes('$1') ? [companyId] : []);
        expect(await watcher.look()).toMatchObject(trips);
        expect(await pulse()).toBeDefined();
        expect(await claim()).toEqual([]);
        expect(await watcher.look()).toEqual([]);
        throw isThief;
      });
      await expect(robbery).rejects.toBe(isThief);
      await watcher.look();
      expect(await brakes()).toEqual([{ company_id: companyId, is_sealed: true }]);
      expect(await test.owner.rows('select from watcher_stops')).toEqual([]);
    });
  });

  it.each([
    'open_payments',
    'payments',
    'braked_payments',
    'payout_brakes',
    'payout_approvals',
    'payout_rules',
    'transactions',
    'company_day_figures',
    'platform_day_figures',
    'watcher_pulse',
    'watcher_stops',
  ])('cannot lock %s, which a look reads', async (table) => {
    const locking = test.database.within(platformScope, (db) => db.rows(`lock table ${table}`));
    expect(await locking.catch(sqlState)).toBe('42501');
  });
});

describe('a transaction that stays open', () => {
  it('does not hide its payouts, however long that is', async () => {
    await withWatcher(test.url, async (watcher) => {
      expect(await watcher.look()).toEqual([]);
      await test.asOwner(async (db) => {
        const at = new Date(Date.now() - 2 * 3_600_000);
        await payOutIn(db, companyId, 61, { accountId, at });
        expect(await watcher.look()).toEqual([]);
        expect(await watcher.look()).toEqual([]);
      });
      expect(await watcher.look()).toMatchObject([{ companyId, sign: 'first-time-receivers' }]);
    });
  });
});
