import { beforeAll, describe, expect, it } from 'vitest';
import { platformScope } from '../src/db/scope.ts';
import type { Watcher } from '../src/watcher/watcher.ts';
import { createMember, createStaff } from './actors.ts';
import { freshNumbers } from './attack/demo.ts';
import { createThief, forgedEnd, forgeries, thiefOn } from './attack/stolen-login.ts';
import { createPayment } from './factories.ts';
import { acceptHeldIn } from './held-orders.ts';
import { createMerchant, signedCall, startMobileMoney, type MobileMoney } from './mobile-money.ts';
import { orderOf } from './products.ts';
import { openWatcher } from './watching.ts';

let test: MobileMoney;
let watcher: Watcher;

beforeAll(async () => {
  test = await startMobileMoney();
  const opened = openWatcher(test.url);
  watcher = opened.watcher;
  return () => opened.database.close();
});

const patiently = { timeout: 15_000 };
const ugx = (shillings: number): bigint => BigInt(shillings) * 100n;
/** What the networks got for these numbers. */
const sentTo = (numbers: readonly string[]) =>
  test.simulator.orders().filter(({ phoneNumber }) => numbers.includes(phoneNumber));
const held = async (companyId: string) =>
  (
    await test.owner.row<{ count: number }>(
      `select count(*)::int as count from braked_payments b
       join open_payments o on o.payment_id = b.payment_id
       where b.company_id = $1 and o.next_step_at is null and o.sent_at is null`,
      [companyId],
    )
  )?.count;
/** The time that every payout waits for the watcher has passed. */
const pass = () =>
  test.owner.rows(
    "update open_payments set next_step_at = next_step_at - interval '1 minute' where sent_at is null",
  );

/**
 * The look after the 61st new receiver stops everything. What was sent by then had waited five seconds after
 * a look had seen it: nothing, unless the machine is slower than that.
 */
const expectStopped = async (companyId: string, numbers: readonly string[]): Promise<void> => {
  const all = async () => ((await held(companyId)) ?? 0) + sentTo(numbers).length;
  await expect.poll(all, patiently).toBe(numbers.length);
  const early = await test.owner.rows<{ phoneNumber: string }>(
    `select p.phone_number as "phoneNumber" from payments p join payout_brakes b using (company_id)
     where p.company_id = $1 and p.created_at < b.tripped_at - interval '5 seconds'`,
    [companyId],
  );
  const allowed = early.map(({ phoneNumber }) => phoneNumber);
  expect(allowed).toEqual(expect.arrayContaining(sentTo(numbers).map((sent) => sent.phoneNumber)));
};

describe('a stolen API key', () => {
  it('is stopped before it has emptied the account to fresh SIM cards', async () => {
    const merchant = await createMerchant(test.owner, ugx(100_000_000));
    const numbers = freshNumbers(75);
    const payOut = async (phoneNumber: string): Promise<void> => {
      const body = { phoneNumber, amount: 500_000, reference: `Robbery ${phoneNumber}` };
      const answer = await signedCall(test.serverUrl, merchant, 'POST', '/payouts', { body });
      expect(answer.status).toBe(202);
    };
    await watcher.look();
    await Promise.all(numbers.slice(0, 61).map(payOut));
    await watcher.look();
    await Promise.all(numbers.slice(61).map(payOut));
    await pass();
    await expectStopped(merchant.companyId, numbers);
    // Its customers still pay in.
    const collection = await signedCall(test.serverUrl, merchant, 'POST', '/collections', {
      body: { phoneNumber: '256770000001', amount: 1_000, reference: 'Order 1' },
    });
    expect(collection.status).toBe(202);
    await expect.poll(() => sentTo(['256770000001']).length, patiently).toBe(1);
  });

  it('nobody waits for a watcher that is not there', async () => {
    const merchant = await createMerchant(test.owner, ugx(1_000_000));
    await test.owner.rows('delete from watcher_pulse');
    const numbers = freshNumbers(1, 5_000);
    const body = { phoneNumber: numbers[0], amount: 1_000, reference: 'Order 1' };
    await signedCall(test.serverUrl, merchant, 'POST', '/payouts', { body });
    await expect.poll(() => sentTo(numbers).length, patiently).toBe(1);
  });
});

describe('a stolen database login of requests', () => {
  it.each(forgeries)('cannot $what', async ({ sql }) => {
    const { companyId } = await createMerchant(test.owner, ugx(1_000_000));
    const thief = thiefOn(test.database);
    await watcher.look();
    await thief.payOut({ companyId }, freshNumbers(1, 1_000), 1_000, true);
    const refusal = /permission denied|does not change|needs its approvals/;
    expect(await thief.tryTo(sql)).toMatch(refusal);
    // The rights of a role do not need the switch to it.
    const heir = await createThief(test.url, test.owner);
    expect(await heir.tryTo(sql)).toMatch(refusal);
    await heir.close();
  });

  it('has no payout sent that waits for approval', async () => {
    const { companyId, accountId } = await createMerchant(test.owner, ugx(1_000_000));
    const numbers = freshNumbers(1, 6_000);
    const requestedBy = (await createMember(test.owner, { companyId })).userId;
    const id = await createPayment(test.owner, companyId, {
      accountId,
      awaitsApproval: true,
      requestedBy,
      phoneNumber: numbers[0] ?? '',
    });
    await test.owner.rows('update open_payments set next_step_at = now() where payment_id = $1', [
      id,
    ]);
    const isParked = () =>
      test.owner.row(
        'select from open_payments where payment_id = $1 and next_step_at is null and sent_at is null',
        [id],
      );
    await expect.poll(isParked, patiently).toBeDefined();
    expect(sentTo(numbers)).toEqual([]);
  });

  it('has no payout paid whose money is not held', async () => {
    const { companyId } = await createMerchant(test.owner, ugx(1_000_000));
    const numbers = freshNumbers(3, 2_000);
    expect(await thiefOn(test.database).payOut({ companyId }, numbers, 1_000, false)).toBe(0);
    expect(await thiefOn(test.database).payOut({ companyId }, numbers, 1_000, true)).toBe(3);
  });

  it('cannot end a brake in the name of two people, who can', async () => {
    const { companyId } = await createMerchant(test.owner, ugx(1_000_000));
    const [asker, approver] = [await createStaff(test.owner), await createStaff(test.owner)];
    const path = `/Company/${companyId}/payout-brake`;
    expect((await test.call(asker, 'POST', path, { reason: 'Test' })).status).toBe(200);
    await watcher.look();
    const error = await thiefOn(test.database).tryTo(
      forgedEnd(companyId, asker.userId, approver.userId),
    );
    expect(error).toMatch('the brake is sealed');

    const brake = await test.owner.row<{ id: string }>(
      'select id from payout_brakes where company_id = $1',
      [companyId],
    );
    const asked = await test.call(asker, 'POST', `/PayoutBrakes/${brake?.id}/propose`, {
      decision: 'release',
      reason: 'All is well',
    });
    const approval = `/Approvals/${(asked.body.meta as { approvalId: string }).approvalId}`;
    const { askedAt } = (await test.call(approver, 'GET', approval)).body.data;
    const ended = await test.call(approver, 'POST', `${approval}/approve`, { askedAt });
    expect(ended.status, ended.text).toBe(200);
  });

  it('has payouts sent no sooner than the watcher has looked twice', async () => {
    const { companyId } = await createMerchant(test.owner, ugx(1_000_000));
    await watcher.look();
    await test.database.within(platformScope, async (db) => {
      const due = () =>
        db.row(
          `select next_step_at = ready_at + interval '5 seconds' as "isLater" from open_payments
           where company_id = $1`,
          [companyId],
        );
      await acceptHeldIn(db, [orderOf(companyId, { direction: 'payout' })]);
      expect(await due()).toEqual({ isLater: true });
      const sooner = 'update open_payments set next_step_at = now() where company_id = $1';
      await db.rows(sooner, [companyId]);
      expect(await due()).toEqual({ isLater: true });
    });
  });

  it('has no payout sent that the watcher has not seen, however old it is', async () => {
    const { companyId } = await createMerchant(test.owner, ugx(1_000_000));
    const numbers = freshNumbers(1, 7_000);
    await watcher.look();
    await thiefOn(test.database).payOut({ companyId }, numbers, 1_000, true);
    // As if its transaction had stayed open for that long; after a minute it would be too old to be sent in these tests.
    const age = () =>
      test.owner.rows(
        "update open_payments set ready_at = ready_at - interval '35 seconds', next_step_at = now() where company_id = $1 and sent_at is null",
        [companyId],
      );
    await age();
    const waits = async () =>
      (await test.owner.row(
        'select from open_payments where company_id = $1 and next_step_at > now() and sent_at is null',
        [companyId],
      )) !== undefined;
    await expect.poll(waits, patiently).toBe(true);
    expect(sentTo(numbers)).toEqual([]);
    await watcher.look();
    await expect.poll(() => sentTo(numbers).length, patiently).toBe(1);
  });

  it.each(['was not sent', 'was sent and may be sent again'])(
    'cannot raise the amount of a payout that %s',
    async (state) => {
      const { companyId, accountId } = await createMerchant(test.owner, ugx(1_000_000));
      await createPayment(test.owner, companyId, {
        accountId,
        direction: 'payout',
        nextStepAt: new Date(Date.now() + 3_600_000),
        ...(state !== 'was not sent' && { sentAt: new Date() }),
      });
      const raise = `update payments set amount = amount * 100 where company_id = '${companyId}'`;
      expect(await thiefOn(test.database).tryTo(raise)).toMatch('does not change');
    },
  );

  it('is stopped like a stolen key, whatever approvals it writes', async () => {
    const { companyId } = await createMerchant(test.owner, ugx(100_000_000));
    const numbers = freshNumbers(70, 4_000);
    await watcher.look();
    const thief = thiefOn(test.database);
    await thief.payOut({ companyId }, numbers.slice(0, 61), 500_000, true);
    await watcher.look();
    await thief.payOut({ companyId }, numbers.slice(61), 500_000, true);
    await test.database.within(platformScope, (db) =>
      db.rows(
        `update payments set decision = 'approved', decided_at = now() where company_id = $1`,
        [companyId],
      ),
    );
    await pass();
    await expectStopped(companyId, numbers);
  });
});
