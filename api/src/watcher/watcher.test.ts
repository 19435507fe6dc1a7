import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createStaff } from '../../test/actors.ts';
import { testCredentialKey } from '../../test/app.ts';
import { thiefOn } from '../../test/attack/stolen-login.ts';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { emptyPayments } from '../../test/empty-payments.ts';
import { createAccount, createCompany } from '../../test/factories.ts';
import { createCredential } from '../../test/signed.ts';
import { payOutIn, withWatcher, type PayoutFields } from '../../test/watching.ts';
import { createSealer } from '../security/secrets.ts';
import type { Watcher } from './watcher.ts';

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
  accountId = await createAccount(test.owner, companyId, { balance: 100_000_000_000n });
});

const watched = <T>(work: (watcher: Watcher) => Promise<T>) => withWatcher(test.url, work);
const pay = (count: number, fields: PayoutFields = {}, first = 0) =>
  test.asOwner((db) => payOutIn(db, companyId, count, { accountId, first, ...fields }));
const brakes = () =>
  test.owner.rows<{ company_id: string | null; sign: string; tripped_by: string | null }>(
    'select company_id, sign, tripped_by from payout_brakes order by tripped_at',
  );
const trip = () =>
  test.owner.rows("select brake_trip_by_watcher(null, 'one-amount', 'Another watcher did.', '[]')");
const weeksAgo = (weeks: number) => new Date(Date.now() - weeks * 7 * 86_400_000);

describe('a look', () => {
  it('trips the brake of the company, once, and tells that it looked', async () => {
    await watched(async (watcher) => {
      expect(await watcher.look()).toEqual([]);
      await pay(61);
      expect(await watcher.look()).toHaveLength(1);
      expect(await watcher.look()).toEqual([]);
    });
    expect(await brakes()).toEqual([
      { company_id: companyId, sign: 'first-time-receivers', tripped_by: null },
    ]);
    const pulse = await test.owner.row<{ figures: { payouts: number } }>(
      "select figures from watcher_pulse where last_looked_at > now() - interval '1 minute'",
    );
    expect(pulse?.figures.payouts).toBe(61);
  });

  it('counts what ended between two looks, and not what waits for approval', async () => {
    await watched(async (watcher) => {
      await pay(61, { awaitsApproval: true });
      expect(await watcher.look()).toEqual([]);
      await emptyPayments(test.owner, 'braked_payments');
      await pay(61, { status: 'PENDING' });
      await test.owner.rows(
        `with gone as (delete from open_payments)
         update payments set status = 'SUCCESS', finished_at = now(),
           id = gen_random_uuid()`,
      );
      expect(await watcher.look()).toMatchObject([{ companyId, sign: 'first-time-receivers' }]);
    });
  });

  it('counts what ends after an outage of a network by when it became ready', async () => {
    await pay(61, { at: new Date(Date.now() - 4 * 3_600_000) });
    await test.owner.rows(
      `with gone as (delete from open_payments)
       update payments set status = 'SUCCESS', finished_at = now()`,
    );
    await watched(async (watcher) => {
      expect(await watcher.look()).toEqual([]);
    });
  });

  it('trips for all if a payout that waits for approval is about to be sent', async () => {
    await pay(1, { awaitsApproval: true, at: new Date(Date.now() - 86_400_000) });
    await watched(async (watcher) => {
      expect(await watcher.look()).toEqual([]);
      await test.owner.rows('update open_payments set next_step_at = now()');
      expect(await watcher.look()).toMatchObject([{ companyId: null, sign: 'without-approval' }]);
    });
  });

  it('knows the receivers of earlier payouts, and what is usual at this time of the week', async () => {
    await pay(70, { status: 'SUCCESS', at: weeksAgo(3), transactionId: accountId });
    await watched(async (watcher) => {
      await pay(70);
      expect(await watcher.look()).toEqual([]);
      // Others, but no more than three times as many as three weeks ago.
      await pay(140, {}, 1_000);
      expect(await watcher.look()).toEqual([]);
      await pay(71, {}, 2_000);
      expect(await watcher.look()).toMatchObject([{ companyId }]);
    });
  });

  it('trips for all if a payout has no hold in the ledger, or another amount than there', async () => {
    await pay(1);
    await watched(async (watcher) => {
      expect(await watcher.look()).toEqual([]);
      await test.owner.rows('update payments set amount = amount + 100');
      // What was seen before is read again while it is new.
      expect(await watcher.look()).toMatchObject([{ companyId: null, sign: 'without-approval' }]);
    });
    await test.owner.rows('truncate payout_brakes, braked_payments');
    await test.owner.rows(
      'update payments set amount = amount - 100, transaction_id = gen_random_uuid()',
    );
    await test.owner.rows('truncate watcher_pulse');
    await watched(async (watcher) => {
      expect(await watcher.look()).toMatchObject([{ companyId: null, sign: 'without-approval' }]);
    });
  });

  it('trips for all if a payout was released without the approvals that it needs', async () => {
    await pay(1);
    const needs = (approval: string, isAtOnce: boolean) =>
      test.owner.rows('update payments set approval = $1, is_at_once = $2, requested_by = $3', [
        approval,
        isAtOnce,
        companyId,
      ]);
    const approve = (step: string) =>
      test.owner.rows(
        `insert into payout_approvals (company_id, payment_id, step, approved_by)
         select company_id, id, $1, $2 from payments`,
        [step, companyId],
      );
    await watched(async (watcher) => {
      // By the rules of the company.
      await needs('none', true);
      expect(await watcher.look()).toEqual([]);
      await needs('colleague_and_provider', false);
      await approve('provider');
      expect(await watcher.look()).toMatchObject([{ companyId: null, sign: 'without-approval' }]);
      await test.owner.rows('truncate payout_brakes, braked_payments');
      await approve('colleague');
      expect(await watcher.look()).toEqual([]);
    });
  });

  it('trips for all if the money of a payout that waits was freed', async () => {
    await pay(1);
    await watched(async (watcher) => {
      expect(await watcher.look()).toEqual([]);
      expect(await thiefOn(test.database).freeHolds({ companyId }, 1)).toBe(1);
      expect(await watcher.look()).toMatchObject([{ companyId: null, sign: 'without-approval' }]);
    });
  });
});

describe('after the end of a brake', () => {
  const endBrake = async (lookedUntil: string) => {
    const [asker, approver] = [await createStaff(test.owner), await createStaff(test.owner)];
    await test.owner.rows(
      `with asked as (
         insert into approvals (id, kind, subject, asked_by, expires_at, state, decided_by, decided_at)
         values (gen_random_uuid(), 'brake', 'test', $1, now(), 'approved', $2, now())
         returning id
       )
       update payout_brakes set ended_at = clock_timestamp(), approval_id = asked.id, ended_by = $2,
         looked_until = $3::timestamptz, looked_at = pg_current_snapshot(), tripped_at = $3::timestamptz, outcome = 'released'
       from asked where ended_at is null`,
      [asker.userId, approver.userId, lookedUntil],
    );
  };
  const newest = async () =>
    (await test.owner.row<{ at: string }>('select max(ready_at)::text as at from open_payments'))
      ?.at ?? '';

  it('what two people looked at is left out', async () => {
    await watched(async (watcher) => {
      await pay(61);
      expect(await watcher.look()).toHaveLength(1);
      const lookedUntil = await newest();
      await pay(1, {}, 500);
      await endBrake(lookedUntil);
      expect(await watcher.look()).toEqual([]);
      // The one that came after the proposal counts, and so do new ones.
      await pay(60, {}, 600);
      expect(await watcher.look()).toHaveLength(1);
    });
  });

  it('the sum of the day is that of the payouts since then', async () => {
    // An hour as large as this is usual, a day is not.
    const amount = 20_000_000_00n;
    await pay(3, { status: 'SUCCESS', at: weeksAgo(1), transactionId: accountId, amount });
    await watched(async (watcher) => {
      await pay(6, { amount });
      expect(await watcher.look()).toMatchObject([{ companyId, sign: 'sum-of-the-day' }]);
      await endBrake(await newest());
      expect(await watcher.look()).toEqual([]);
      await pay(5, { amount }, 100);
      expect(await watcher.look()).toEqual([]);
      await pay(1, { amount }, 200);
      expect(await watcher.look()).toMatchObject([{ companyId, sign: 'sum-of-the-day' }]);
    });
  });

  it.each([
    ['over hours', 300, []],
    ['at once', 1, [{ sign: 'first-time-receivers' }]],
  ])('what it held %s counts as of then', async (_, everySeconds, trips) => {
    await watched(async (watcher) => {
      await trip();
      await watcher.look();
      await pay(70);
      await test.owner.rows(
        `insert into braked_payments (brake_id, payment_id, company_id, held_at, outcome)
         select b.id, p.id, p.company_id,
           now() - row_number() over (order by p.id) * $1 * interval '1 second', 'resumed'
         from payout_brakes b, payments p`,
        [everySeconds],
      );
      await endBrake(new Date(Date.now() - 86_400_000).toISOString());
      expect(await watcher.look()).toMatchObject(trips);
    });
  });
});

describe('the seal of a brake', () => {
  const seals = () =>
    test.owner.rows(
      'select seal is not null as "isSealed", key_name as "keyName" from payout_brakes',
    );
  it('is set with the trip, and on brakes that others tripped', async () => {
    await trip();
    await pay(61);
    await watched(async (watcher) => {
      expect(await watcher.look()).toHaveLength(1);
    });
    // Before a former key is removed, operators look for brakes that need it.
    const { keyName } = createSealer(testCredentialKey);
    const sealed = { isSealed: true, keyName };
    expect(await seals()).toEqual([sealed, sealed]);
  });

  it('is not set with a key that no server has', async () => {
    await createCredential(test.owner, companyId);
    await test.owner.rows("update company_credentials set key_name = 'another'");
    await trip();
    await watched((watcher) => watcher.look());
    expect(await seals()).toEqual([{ isSealed: false, keyName: null }]);
    await test.owner.rows('truncate company_credentials');
  });
});
