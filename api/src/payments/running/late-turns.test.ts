import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createFailingWorld, type FailingWorld } from '../../../test/failing-world.ts';
import { createMerchant, type Merchant } from '../../../test/mobile-money.ts';
import { createLogger } from '../../http/logger.ts';
import { createEngine } from '../engine.ts';

/* Which of the late questions are asked in a turn. */

let world: FailingWorld;
let merchant: Merchant;

beforeAll(async () => {
  world = await createFailingWorld();
});
beforeEach(async () => {
  await world.owner.rows('delete from late_questions');
  merchant = await createMerchant(world.owner);
});

describe('the questions of a turn', () => {
  it('are asked once by two servers at the same time', async () => {
    const ids = [];
    for (let i = 0; i < 12; i++) ids.push(await world.failed(merchant));
    await world.pass(1);
    const parts = { database: world.database, connectors: [world.network] };
    const others = [1, 2].map(() =>
      createEngine({ ...parts, logger: createLogger('silent') }, world.engineOptions),
    );
    await Promise.all([world.ask(), ...others.map(({ lateQuestions }) => lateQuestions.ask())]);
    expect(world.asked.toSorted()).toEqual(ids.toSorted());
  });

  it('are bounded, and a company with many does not keep others waiting', async () => {
    const many = await world.failed(merchant);
    const few = await world.failed(await createMerchant(world.owner));
    await world.owner.rows(
      `with copies as (
         insert into payments (company_id, id, direction, origin, account_id, phone_number, network, amount,
           status, finished_at)
         select company_id, gen_random_uuid(), direction, 'import', account_id, phone_number, network,
           amount, status, finished_at
         from payments, generate_series(1, 500) where id = $1
         returning id, company_id, network
       )
       insert into late_questions (payment_id, company_id, network, failed_at, next_at)
       select id, company_id, network, now(), now() - interval '1 day' from copies`,
      [many],
    );
    await world.pass(1);
    await world.ask();
    expect(world.asked).toHaveLength(200);
    expect(world.asked).toContain(few);
  });

  it('are not asked while the network is paused', async () => {
    await world.failed(merchant);
    await world.pass(1);
    await world.owner.rows(
      `insert into network_circuits (network, operation, kind, opened_until)
       values ('MTN', 'collection', 'ask', now() + interval '1 hour')`,
    );
    await world.ask();
    await world.owner.rows('delete from network_circuits');
    expect(world.asked).toEqual([]);
    await world.pass(1);
    await world.ask();
    expect(world.asked).toHaveLength(1);
  });

  it('leave out what was never sent', async () => {
    const id = await world.order(merchant);
    await world.owner.rows(
      `insert into network_circuits (network, operation, kind, opened_until)
       values ('MTN', 'collection', 'send', now() + interval '1 hour')`,
    );
    await world.owner.rows(
      `update open_payments set ready_at = now() - interval '1 hour' where payment_id = $1`,
      [id],
    );
    while (await world.engine.runner.drain());
    await world.owner.rows('delete from network_circuits');
    expect(await world.statusOf(id)).toEqual({ status: 'FAILED', reason_code: 'NOT_SENT' });
    expect(await world.questions()).toEqual([]);
  });
});
