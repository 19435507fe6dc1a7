import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createMember } from '../../../test/actors.ts';
import { openBrakeDesk, paymentOf, type BrakeDesk } from '../../../test/brakes.ts';
import { until } from '../../../test/until.ts';
import { createPayment } from '../../../test/factories.ts';
import {
  createMerchant,
  request,
  startMobileMoney,
  type Merchant,
  type MobileMoney,
} from '../../../test/mobile-money.ts';
import { sqlState } from '../../db/database-errors.ts';
import type { Db } from '../../db/database.ts';
import { platformScope } from '../../db/scope.ts';
import { uuidV7 } from '../../db/uuid.ts';
import { findViolations } from '../../ledger/invariants.ts';
import { settleBraked } from './settle-braked.ts';

let test: MobileMoney;
let desk: BrakeDesk;
let merchant: Merchant;
beforeAll(async () => {
  test = await startMobileMoney();
  desk = await openBrakeDesk(test);
}, 60_000);
beforeEach(async () => {
  merchant = await createMerchant(test.owner, 1_000_000_00n);
});

describe('two people release', () => {
  it('what is held, and it is paid', async () => {
    const brakeId = await desk.trip(merchant);
    const ids = await desk.hold(merchant, 3);
    const held = await desk.read(brakeId);
    expect(held).toMatchObject({ heldCount: 3, heldAmount: 3_000, proposal: null, end: null });
    const proposal = await desk.propose(brakeId, { decision: 'release' });
    expect(proposal.body.data.proposal).toMatchObject({ decision: 'release', cancelledCount: 0 });
    expect((await desk.approve(proposal)).status).toBe(200);
    await settleBraked(test.database);
    for (const id of ids) {
      await until(
        'the payout',
        async () => (await paymentOf(test.owner, id))?.status === 'SUCCESS',
      );
    }
    expect((await desk.read(brakeId)).end).toMatchObject({
      outcome: 'released',
      releasedCount: 3,
      releasedAmount: 3_000,
      cancelledCount: 0,
      reason: desk.reason,
    });
    const after = await request(test, merchant, 'payouts', '0772000001');
    await until(
      'a new payout',
      async () => (await paymentOf(test.owner, after))?.status === 'SUCCESS',
    );
    expect(await test.asOwner((db) => findViolations(db))).toEqual([]);
  });

  it('and what was held after the proposal goes on, but counts as not looked at', async () => {
    const brakeId = await desk.trip(merchant);
    const [seen] = await desk.hold(merchant, 1);
    const proposal = await desk.propose(brakeId, { decision: 'release' });
    const [unseen] = await desk.hold(merchant, 1);
    await desk.approve(proposal);
    await settleBraked(test.database);
    const rows = await test.owner.rows(
      `select payment_id as id, outcome, released_at is not null as "isReleased"
       from braked_payments where brake_id = $1 order by held_at`,
      [brakeId],
    );
    expect(rows).toEqual([
      { id: seen, outcome: 'released', isReleased: true },
      { id: unseen, outcome: 'resumed', isReleased: false },
    ]);
    const told = await test.owner.rows<{ title: string }>(
      `select title from payment_steps where payment_id = any($1) and is_good order by payment_id, at`,
      [[seen, unseen]],
    );
    expect(told.map(({ title }) => title)).toEqual(
      expect.arrayContaining([
        'Two people released it from the payout brake',
        'The payout brake ended, so it goes on',
      ]),
    );
  });

  it('nothing that was held out of their sight', async () => {
    const brakeId = await desk.trip(merchant);
    const { companyId, accountId } = merchant;
    const hold = (db: Db, paymentId: string) =>
      db.rows(
        'insert into braked_payments (brake_id, payment_id, company_id) values ($1, $2, $3)',
        [brakeId, paymentId, companyId],
      );
    const missing = test.database.within(platformScope, (db) => hold(db, uuidV7()));
    expect(await missing.catch(sqlState)).toBe('23503');
    const hidden = await createPayment(test.owner, companyId, { accountId, direction: 'payout' });
    const proposal = await test.database.within(platformScope, async (db) => {
      await hold(db, hidden);
      return desk.propose(brakeId, { decision: 'release' });
    });
    await desk.approve(proposal);
    await settleBraked(test.database);
    const row = await test.owner.row('select outcome from braked_payments where payment_id = $1', [
      hidden,
    ]);
    expect(row).toEqual({ outcome: 'resumed' });
  });

  it('all but some, which fail', async () => {
    const brakeId = await desk.trip(merchant);
    const [bad, good] = await desk.hold(merchant, 2);
    const proposal = await desk.propose(brakeId, { decision: 'release', cancelledIds: [bad] });
    expect((await desk.approve(proposal)).body.data.sentence).toContain('Cancel 1 of the');
    await settleBraked(test.database);
    await until(
      'the payout',
      async () => (await paymentOf(test.owner, good ?? ''))?.status === 'SUCCESS',
    );
    expect(await paymentOf(test.owner, bad ?? '')).toEqual({
      status: 'FAILED',
      reason_code: 'BRAKE_CANCELLED',
    });
    expect((await desk.read(brakeId)).end).toMatchObject({
      outcome: 'partly',
      releasedCount: 1,
      cancelledCount: 1,
    });
  });
});

it('the second person reads what it holds by now, not only what it held when its end was asked for', async () => {
  const brakeId = await desk.trip(merchant);
  await desk.hold(merchant, 1);
  const proposal = await desk.propose(brakeId, { decision: 'release' });
  const { approvalId } = proposal.body.meta as { approvalId: string };
  const read = async () =>
    (await test.call(desk.approver, 'GET', `/Approvals/${approvalId}`)).body.data;
  expect((await read()).sentence).not.toContain('By now');
  await desk.hold(merchant, 2);
  expect(await read()).toMatchObject({
    amount: 3_000,
    sentence: expect.stringMatching(
      /^End the payout brake and release the 1 held payout .+ By now it holds 3 payouts, UGX 3,000 together\.$/,
    ),
  });
  await desk.approve(proposal);
  expect((await read()).sentence).not.toContain('By now');
});

it('two people cancel: the payouts fail and the money is free again', async () => {
  const brakeId = await desk.trip(merchant);
  const ids = await desk.hold(merchant, 3);
  await desk.approve(await desk.propose(brakeId, { decision: 'cancel' }));
  await settleBraked(test.database);
  for (const id of ids) {
    expect(await paymentOf(test.owner, id)).toEqual({
      status: 'FAILED',
      reason_code: 'BRAKE_CANCELLED',
    });
  }
  const account = await test.owner.row('select balance, held from accounts where id = $1', [
    merchant.accountId,
  ]);
  expect(account).toEqual({ balance: '100000000', held: '0' });
  expect(await test.asOwner((db) => findViolations(db))).toEqual([]);
});

it('what was ended half-way goes on, on two servers at once, and each payout ends once', async () => {
  const brakeId = await desk.trip(merchant);
  const ids = await desk.hold(merchant, 6);
  await desk.approve(await desk.propose(brakeId, { decision: 'cancel' }));
  // Killed in the middle: nothing of the step stays.
  const killed = test.database.within(platformScope, async (db) => {
    await db.rows('select * from brake_settle(4)');
    throw new Error('killed');
  });
  await expect(killed).rejects.toThrow('killed');
  const counts = await Promise.all([settleBraked(test.database), settleBraked(test.database)]);
  expect(counts[0] + counts[1]).toBe(6);
  const steps = await test.owner.rows(
    "select from payment_steps where payment_id = any($1) and kind = 'failed'",
    [ids],
  );
  expect(steps).toHaveLength(6);
});

it.each(['release', 'cancel'])(
  '%s touches only what waits because of the brake',
  async (decision) => {
    const brakeId = await desk.trip(merchant);
    const requestedBy = (await createMember(test.owner, { companyId: merchant.companyId })).userId;
    const { accountId, companyId } = merchant;
    const waiting = await createPayment(test.owner, companyId, {
      accountId,
      awaitsApproval: true,
      requestedBy,
    });
    const underWay = await createPayment(test.owner, companyId, {
      accountId,
      direction: 'payout',
      sentAt: new Date(),
      nextStepAt: new Date(Date.now() + 3_600_000),
    });
    // As whoever has the login of requests could.
    for (const id of [waiting, underWay]) {
      await test.database.within(platformScope, (db) =>
        db.rows(
          'insert into braked_payments (brake_id, payment_id, company_id) values ($1, $2, $3)',
          [brakeId, id, companyId],
        ),
      );
    }
    await desk.approve(await desk.propose(brakeId, { decision }));
    await settleBraked(test.database);
    const rows = await test.owner.rows(
      `select p.status, p.awaits_approval, o.next_step_at is null as is_parked
     from payments p join open_payments o on o.payment_id = p.id
     where p.id = any($1) order by p.awaits_approval`,
      [[waiting, underWay]],
    );
    expect(rows).toEqual([
      { status: 'PENDING', awaits_approval: false, is_parked: false },
      { status: 'PENDING', awaits_approval: true, is_parked: true },
    ]);
  },
);

it('one that cannot be settled does not keep the others', async () => {
  const brakeId = await desk.trip(merchant);
  const ids = await desk.hold(merchant, 4);
  await desk.approve(await desk.propose(brakeId, { decision: 'cancel' }));
  // The ledger does not know its money, so it cannot be freed.
  await test.owner.rows('update payments set transaction_id = gen_random_uuid() where id = $1', [
    ids[1],
  ]);
  await expect(settleBraked(test.database)).rejects.toThrow('could not be settled');
  const states = (await Promise.all(ids.map((id) => paymentOf(test.owner, id)))).map(
    (payment) => payment?.status,
  );
  expect(states.toSorted()).toEqual(['FAILED', 'FAILED', 'FAILED', 'PENDING']);
  await test.owner.rows("update braked_payments set outcome = 'resumed' where outcome is null");
});
