import { setTimeout as wait } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { uuidV7 } from '../src/db/uuid.ts';
import { findViolations } from '../src/ledger/invariants.ts';
import { magicNumberOf } from '../src/payments/simulator/magic-numbers.ts';
import { createMember, createStaff, type TestActor } from './actors.ts';
import {
  createMerchant,
  request,
  signedCall,
  startMobileMoney,
  type Merchant,
  type MobileMoney,
} from './mobile-money.ts';

let test: MobileMoney;
let staff: TestActor;
let merchant: Merchant;
beforeAll(async () => {
  test = await startMobileMoney({
    sendWithinMs: { collection: 2_000, payout: 60_000 },
    breaker: { minCalls: 3, minCompanies: 1, openForMs: 300, freshForMs: 20 },
  });
  staff = await createStaff(test.owner);
  merchant = await createMerchant(test.owner, 100_000_00n);
}, 60_000);

const statusOf = async (paymentId: string): Promise<{ status: string; reason_code: string }> =>
  (await test.owner.row('select status, reason_code from payments where id = $1', [
    paymentId,
  ])) as never;

async function until(what: string, isIt: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 400; tries++) {
    if (await isIt()) return;
    await wait(30);
  }
  throw new Error(`It never came: ${what}`);
}

const healthOf = async (network: string): Promise<string> => {
  const { body } = await test.call(staff, 'GET', '/Networks');
  const found = (body.data as { network: string; status: string }[]).find(
    (one) => one.network === network,
  );
  return found?.status ?? '';
};

const ask = () =>
  signedCall(test.serverUrl, merchant, 'POST', '/collections', {
    body: { phoneNumber: magicNumberOf('MTN', 'approved'), amount: 500, reference: uuidV7() },
  });

describe('a network outage', () => {
  it('pauses the network, refuses new payments, and payouts go through afterwards', async () => {
    test.simulator.setOut(true);
    const phone = magicNumberOf('MTN', 'approved');
    const payouts = await Promise.all(
      [1, 2, 3, 4].map(() => request(test, merchant, 'payouts', phone)),
    );
    await until('down', async () => (await healthOf('MTN')) === 'down');
    await until('refused', async () => {
      const { status, body } = await ask();
      return status === 503 && !body.success && body.code === 'network_unavailable';
    });
    // Their outcome is unknown, so they are not failed and the money stays held.
    for (const id of payouts) expect(await statusOf(id)).toMatchObject({ status: 'PENDING' });
    test.simulator.setOut(false);
    for (const id of payouts) {
      await until('paid', async () => (await statusOf(id)).status === 'SUCCESS');
    }
    // Collections failed separately, and new ones are their probes.
    await until('closed', async () => {
      await ask();
      return (await test.owner.rows('select 1 from network_circuits')).length === 0;
    });
    expect(await healthOf('MTN')).not.toBe('down');
    expect((await ask()).status).toBe(202);
  });

  it('fails a collection that was never sent once it has expired', async () => {
    const phone = magicNumberOf('AIRTEL', 'approved');
    test.simulator.setOut(true);
    const id = await request(test, merchant, 'collections', phone);
    await wait(2_200);
    expect((await statusOf(id)).status).toBe('PENDING');
    test.simulator.setOut(false);
    await until('ended', async () => (await statusOf(id)).status !== 'PENDING');
    expect(await statusOf(id)).toEqual({ status: 'FAILED', reason_code: 'NOT_SENT' });
    expect(await test.asOwner((db) => findViolations(db))).toEqual([]);
  });
});

describe('a network outage longer than the polling', () => {
  it('leaves no payment stuck: a possibly sent one goes to review, an unsent one fails', async () => {
    const trouble = await startMobileMoney({
      giveUpAfterMs: 4_000,
      sendWithinMs: { collection: 500, payout: 4_000 },
      breaker: { minCalls: 2, minCompanies: 1, openForMs: 60_000, freshForMs: 20 },
    });
    const owner = await createMerchant(trouble.owner, 100_000_00n);
    trouble.simulator.setOut(true);
    const phone = magicNumberOf('MTN', 'approved');
    const maybeSent = await Promise.all(
      [1, 2].map(() => request(trouble, owner, 'payouts', phone)),
    );
    const isDown = () =>
      trouble.owner.row(
        "select 1 from network_circuits where kind = 'send' and opened_until > now()",
      );
    await until('open', async () => (await isDown()) !== undefined);
    // Approved during the outage: it was never sent.
    const neverSent = await waitingPayout(trouble, owner);
    const read = (id: string) =>
      trouble.owner.row<{ status: string; reason_code: string; review: string | null }>(
        `select p.status, p.reason_code, r.kind as review from payments p
         left join payment_reviews r on r.payment_id = p.id where p.id = $1`,
        [id],
      );
    for (const id of maybeSent) {
      await until('people', async () => (await read(id))?.review === 'unanswered');
    }
    await until('failed', async () => (await read(neverSent))?.status === 'FAILED');
    expect(await read(neverSent)).toMatchObject({ reason_code: 'NOT_SENT', review: null });
    const account = await trouble.owner.row('select held from accounts where id = $1', [
      owner.accountId,
    ]);
    expect(account).toEqual({ held: String(2 * 1_000_00) });
    expect(await trouble.asOwner((db) => findViolations(db))).toEqual([]);
  });
});

async function waitingPayout(trouble: MobileMoney, owner: Merchant): Promise<string> {
  const asking = await createMember(trouble.owner, { companyId: owner.companyId });
  const path = `/Transaction/company/${owner.companyId}/requests`;
  const { body } = await trouble.call(asking, 'POST', path, {
    kind: 'withdraw',
    accountId: owner.accountId,
    amount: 700,
    phoneNumber: magicNumberOf('MTN', 'approved'),
    network: 'MTN',
  });
  const approver = await createStaff(trouble.owner);
  await trouble.call(approver, 'PUT', `/Transaction/${body.data.id}/approve`);
  const row = await trouble.owner.row<{ id: string }>(
    'select id from payments where transaction_id = $1',
    [body.data.id],
  );
  return row?.id ?? '';
}

describe('a callback', () => {
  const send = (network: string, path: string, body: unknown) =>
    fetch(`${test.serverUrl}/callbacks/${network}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const steps = (paymentId: string) =>
    test.owner.rows<{ title: string; is_good: boolean | null }>(
      "select title, is_good from payment_steps where payment_id = $1 and kind = 'callback'",
      [paymentId],
    );

  it('a callback without proof of origin changes nothing and is shown in the trace', async () => {
    const phone = magicNumberOf('MTN', 'waits for a person');
    const id = await request(test, merchant, 'collections', phone);
    await until('asked', async () => (await statusOf(id)).status === 'PROCESSING');
    const success = { status: 'SUCCESSFUL', amount: '1000', currency: 'UGX', externalId: id };
    expect((await send('mtn', `/${id}.guessed`, success)).status).toBe(403);
    expect(await statusOf(id)).toMatchObject({ status: 'PROCESSING' });
    expect(await steps(id)).toEqual([
      { title: 'A callback that does not prove to come from MTN was ignored', is_good: false },
    ]);
    // Many callbacks do not flood the trace.
    for (let count = 0; count < 30; count++) await send('mtn', `/${id}.guessed`, success);
    expect(await steps(id)).toHaveLength(20);
  });

  it.each([
    'application/json; charset=utf-8',
    'text/plain',
    'application/octet-stream',
    'application/x-www-form-urlencoded',
    '',
  ])('a callback is read whatever its content type is: %j', async (type) => {
    const phone = magicNumberOf('MTN', 'waits for a person');
    const id = await request(test, merchant, 'collections', phone);
    await until('asked', async () => (await statusOf(id)).status === 'PROCESSING');
    const forms = /form/.test(type) ? 'status=SUCCESSFUL&amount=1000&currency=UGX' : null;
    const text = forms ?? JSON.stringify({ status: 'SUCCESSFUL', amount: '1000', currency: 'UGX' });
    const answer = await fetch(`${test.serverUrl}/callbacks/mtn/${id}.guessed`, {
      method: 'POST',
      headers: type ? { 'content-type': type } : {},
      body: Buffer.from(text),
    });
    // Read, and refused for its mark.
    expect(answer.status).toBe(403);
    expect(await steps(id)).toHaveLength(1);
  });

  it.each([
    ['mtn', '/', {}],
    ['mtn', '/not-an-id.mark', { status: 'SUCCESSFUL' }],
    ['airtel', '', {}],
    ['airtel', '', { transaction: { id: 'x', status_code: 'TS' }, hash: 'y' }],
    ['lyca', '', { transaction: {} }],
    ['mtn', '', null],
  ])('an unreadable callback matches no payment: %s %s', async (network, path, body) => {
    const answer = await send(network, path, body);
    expect([403, 404]).toContain(answer.status);
    expect(await answer.json()).toMatchObject({ success: false });
  });
});
