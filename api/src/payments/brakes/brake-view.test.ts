import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createMember } from '../../../test/actors.ts';
import { openBrakeDesk, paymentOf, sealBrakes, type BrakeDesk } from '../../../test/brakes.ts';
import { until } from '../../../test/until.ts';
import {
  createMerchant,
  signedCall,
  startMobileMoney,
  type Merchant,
  type MobileMoney,
} from '../../../test/mobile-money.ts';
import type { Database } from '../../db/database.ts';
import { platformScope } from '../../db/scope.ts';
import { toShortId } from '../../db/short-id.ts';
import type { Actor } from '../../http/actor.ts';
import { createPayoutBrakesService } from './payout-brakes.service.ts';
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

describe('everybody concerned is told', () => {
  it('the systems of the company: it is pending and held', async () => {
    await desk.trip(merchant);
    const [id = ''] = await desk.hold(merchant, 1);
    const { body } = await signedCall(test.serverUrl, merchant, 'GET', `/${toShortId(id)}`);
    expect(body.data).toMatchObject({
      status: 'PENDING',
      reasonCode: 'HELD',
      reason: expect.stringContaining('Held by the payout brake'),
    });
  });

  it('the people of the company, who may stop their payouts themselves', async () => {
    const admin = await createMember(test.owner, { companyId: merchant.companyId });
    const path = `/Company/${merchant.companyId}`;
    const answer = await test.call(admin, 'POST', `${path}/payout-brake`, { reason: desk.reason });
    expect(answer.status).toBe(200);
    const company = (await test.call(admin, 'GET', path)).body.data;
    expect(company.payoutBrake).toEqual({ at: expect.any(String), reason: desk.reason });
    const [id = ''] = await desk.hold(merchant, 1);
    const trace = await test.call(
      admin,
      'GET',
      `/Transaction/${merchant.companyId}/transactions/${id}/trace`,
    );
    expect(trace.body.data.summary).toMatch(/^Held by the payout brake/);
    expect(trace.body.data.steps.at(-1)).toMatchObject({
      kind: 'held',
      title: `Held by the payout brake: ${desk.reason}`,
    });
  });

  it('staff, with those that are on and those that have ended', async () => {
    const brakeId = await desk.trip(merchant);
    const [id] = await desk.hold(merchant, 1);
    const attention = await test.call(desk.approver, 'GET', '/AdminDashboard/attention');
    expect(attention.body.data.payoutBrakes).toContainEqual(
      expect.objectContaining({ id: brakeId, reason: desk.reason }),
    );
    const state = (await test.call(desk.approver, 'GET', '/PayoutBrakes/state')).body.data;
    expect(state.brakes.map((brake: { id: string }) => brake.id)).toContain(brakeId);
    expect(state.watcher).toEqual({ lastLookedAt: null, isLate: true, canSeal: false });
    const payouts = await test.call(
      desk.approver,
      'GET',
      `/PayoutBrakes/${brakeId}/payouts?page=1`,
    );
    expect(payouts.body.data).toMatchObject([{ paymentId: id, amount: 1_000, outcome: null }]);
    await desk.approve(await desk.propose(brakeId, { decision: 'cancel' }));
    await settleBraked(test.database);
    const ended = (await test.call(desk.approver, 'GET', '/PayoutBrakes?page=1')).body.data;
    expect(ended[0]).toMatchObject({ id: brakeId, heldCount: 0, end: { cancelledCount: 1 } });
  });

  it('those who poll the state do not have thousands of payouts summed up each time', async () => {
    const brakeId = await desk.trip(merchant);
    await desk.hold(merchant, 1);
    const summed: string[] = [];
    const counting: Database = {
      ...test.database,
      within: (scope, work, options) =>
        test.database.within(
          scope,
          (db) => {
            const noted = (sql: string) => {
              if (sql.includes('sum(p.amount)')) summed.push(sql);
              return sql;
            };
            return work({
              ...db,
              rows: (sql, ...rest) => db.rows(noted(sql), ...rest),
              row: (sql, ...rest) => db.row(noted(sql), ...rest),
            });
          },
          options,
        ),
    };
    const service = createPayoutBrakesService(counting);
    const actor = { scope: platformScope } as Actor;
    const held = async () =>
      (await service.state(actor)).brakes.find(({ id }) => id === brakeId)?.heldCount;
    expect(await held()).toBe(1);
    const once = summed.length;
    expect(once).toBeGreaterThan(0);
    expect(await held()).toBe(1);
    expect(summed).toHaveLength(once);
  });

  it('operators, by the metrics', async () => {
    await desk.trip(merchant);
    await desk.hold(merchant, 1);
    const { body } = await test.app.inject({ url: '/metrics' });
    expect(body).toMatch(/^sente_payout_brakes_on [1-9]/m);
    expect(body).toMatch(/^sente_payouts_braked [1-9]/m);
  });
});

it('the brake of all companies tells a company nothing about others', async () => {
  const brake = (
    await test.call(desk.asker, 'POST', '/PayoutBrakes', { reason: 'Acme was robbed' })
  ).body.data;
  expect(brake).toMatchObject({ companyId: null, trippedBy: expect.any(String) });
  const admin = await createMember(test.owner, { companyId: merchant.companyId });
  const company = (await test.call(admin, 'GET', `/Company/${merchant.companyId}`)).body.data;
  expect(company.payoutBrake).toEqual({ at: brake.trippedAt, reason: null });
  const [id] = await desk.hold(merchant, 1);
  const steps = await test.owner.rows<{ title: string }>(
    "select title from payment_steps where payment_id = $1 and kind = 'held'",
    [id],
  );
  expect(steps).toEqual([{ title: 'Held by the payout brake: all payouts are stopped' }]);
  await sealBrakes(test.owner);
  await desk.approve(await desk.propose(brake.id, { decision: 'release' }));
  await settleBraked(test.database);
  await until(
    'the payout',
    async () => (await paymentOf(test.owner, id ?? ''))?.status === 'SUCCESS',
  );
});
