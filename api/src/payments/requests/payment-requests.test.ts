import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createMember, createStaff, type TestActor } from '../../../test/actors.ts';
import { createTestApp, type TestApp } from '../../../test/app.ts';
import { createAccount } from '../../../test/factories.ts';
import { callSigned, createCredential } from '../../../test/signed.ts';
import { uuidV7 } from '../../db/uuid.ts';
import { findViolations } from '../../ledger/invariants.ts';
import { expirePayouts } from './expiry.ts';

let test: TestApp;
let staff: TestActor;
let member: TestActor;
let accountId: string;

beforeAll(async () => {
  test = await createTestApp();
  staff = await createStaff(test.owner);
});

beforeEach(async () => {
  member = await createMember(test.owner);
  accountId = await createAccount(test.owner, member.companyId ?? '', { balance: 10_000_00n });
});

function ask(actor: TestActor, fields: Record<string, unknown> = {}) {
  return test.call(actor, 'POST', `/Transaction/company/${member.companyId}/requests`, {
    kind: 'send-money',
    accountId,
    amount: 4_000,
    phoneNumber: '0772 123456',
    network: 'MTN',
    note: 'Rent',
    ...fields,
  });
}

const paymentOf = (transactionId: string) =>
  test.owner.row<{ status: string; next_step_at: Date | null; awaits_approval: boolean }>(
    `select p.status, o.next_step_at, p.awaits_approval
     from payments p left join open_payments o on o.payment_id = p.id where p.transaction_id = $1`,
    [transactionId],
  );

const money = () =>
  test.owner.row<{ balance: string; held: string }>(
    'select balance, held from accounts where id = $1',
    [accountId],
  );

describe('a payout asked for in the portal', () => {
  it('holds the money at once and waits for a second person', async () => {
    const { status, body } = await ask(member);
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ type: 'debit', amount: 4_000, status: 'pending', accountId });
    expect(body.data).toMatchObject({ phoneNumber: '256772123456', network: 'MTN', fee: 0 });
    const list = await test.call(member, 'GET', `/Transaction/company/${member.companyId}`);
    expect(list.body.data[0]).toEqual(body.data);
    const trace = `/Transaction/${member.companyId}/transactions/${body.data.apiTransactionId}/trace`;
    expect((await test.call(member, 'GET', trace)).status).toBe(200);
    expect(await money()).toEqual({ balance: '1000000', held: '400000' });
    expect(await paymentOf(body.data.id)).toEqual({
      status: 'PENDING',
      next_step_at: null,
      awaits_approval: true,
    });
  });

  it('is sent to the network once, after staff approve it', async () => {
    const { data } = (await ask(member)).body;
    const answers = await Promise.all(
      [1, 2, 3].map(() => test.call(staff, 'PUT', `/Transaction/${data.id}/approve`)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    const refused = answers.find(({ status }) => status === 409);
    expect(refused?.body.message).toBe('This payout was already decided');
    const payment = await paymentOf(data.id);
    expect(payment).toMatchObject({ status: 'PENDING', awaits_approval: false });
    expect(payment?.next_step_at).not.toBeNull();
    expect(await money()).toEqual({ balance: '1000000', held: '400000' });
  });

  it('releases the money when it is rejected', async () => {
    const { data } = (await ask(member)).body;
    const { status, body } = await test.call(staff, 'PUT', `/Transaction/${data.id}/reject`);
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ id: data.id, status: 'failed' });
    expect(await money()).toEqual({ balance: '1000000', held: '0' });
    expect(await paymentOf(data.id)).toMatchObject({ status: 'FAILED', awaits_approval: false });
    const again = await test.call(staff, 'PUT', `/Transaction/${data.id}/approve`);
    expect(again.status).toBe(409);
    expect(await test.asOwner((db) => findViolations(db))).toEqual([]);
  });

  it('cannot be approved by its requester', async () => {
    const { data } = (await ask(staff)).body;
    const { status, body } = await test.call(staff, 'PUT', `/Transaction/${data.id}/approve`);
    expect(status).toBe(409);
    expect(body.message).toBe('You cannot approve your own request');
    expect(await paymentOf(data.id)).toMatchObject({ awaits_approval: true });
    const other = await createStaff(test.owner);
    expect((await test.call(other, 'PUT', `/Transaction/${data.id}/approve`)).status).toBe(200);
  });

  it('cannot be approved while its account is inactive', async () => {
    const { data } = (await ask(member)).body;
    await test.owner.rows('update accounts set is_active = false where id = $1', [accountId]);
    const { status, body } = await test.call(staff, 'PUT', `/Transaction/${data.id}/approve`);
    expect([status, body.message]).toEqual([409, 'Account is inactive']);
    expect((await test.call(staff, 'PUT', `/Transaction/${data.id}/reject`)).status).toBe(200);
  });

  it('is one payout when it is sent twice with the same key', async () => {
    const idempotencyKey = uuidV7();
    const answers = await Promise.all([1, 2, 3].map(() => ask(member, { idempotencyKey })));
    expect(new Set(answers.map(({ body }) => body.data.id)).size).toBe(1);
    expect(await money()).toEqual({ balance: '1000000', held: '400000' });
    const other = await ask(member, { idempotencyKey, amount: 1 });
    expect(other.body.code).toBe('idempotency_key_reused');
  });

  it('never collides with an API order, whatever its key', async () => {
    const credential = await createCredential(test.owner, member.companyId ?? '');
    const idempotencyKey = uuidV7();
    const bySystem = await callSigned(
      test,
      credential,
      {
        method: 'POST',
        path: '/v1/Payments/payouts',
        body: { phoneNumber: '0772123456', amount: 1_000, reference: 'Order 1' },
      },
      { 'idempotency-key': `${member.userId}:${idempotencyKey}` },
    );
    expect(bySystem.status, bySystem.text).toBe(202);
    const byPerson = await ask(member, { idempotencyKey });
    expect(byPerson.status, byPerson.text).toBe(200);
    expect(await money()).toEqual({ balance: '1000000', held: '500000' });
  });

  it('leaves nothing behind when funds are insufficient', async () => {
    const { status, body } = await ask(member, { amount: 10_001 });
    expect([status, body.code]).toEqual([409, 'insufficient_funds']);
    const count = await test.owner.row(
      'select count(*)::integer as payments from payments where company_id = $1',
      [member.companyId],
    );
    expect(count).toEqual({ payments: 0 });
    expect(await money()).toEqual({ balance: '1000000', held: '0' });
  });

  it.each([
    [{ phoneNumber: '12' }, 'phoneNumber'],
    [{ network: 'LYCA' }, 'network'],
    [{ accountId: uuidV7() }, 'accountId'],
    [{ amount: 0 }, 'amount'],
    [{ amount: 1.001 }, 'amount'],
    [{ amount: 1_000.5 }, 'amount'],
    [{ amount: 20_000_001 }, 'amount'],
  ])('names the invalid field: %j', async (fields, field) => {
    const { status, body } = await ask(member, fields);
    expect(status).toBe(400);
    expect(Object.keys(body.fields)).toEqual([field]);
  });

  it('refuses an account of another company and an inactive one', async () => {
    const stranger = await createMember(test.owner);
    const theirs = await createAccount(test.owner, stranger.companyId ?? '', {
      balance: 5_000_00n,
    });
    expect((await ask(member, { accountId: theirs })).body.fields).toEqual({
      accountId: 'Account not found',
    });
    const off = await createAccount(test.owner, member.companyId ?? '', { isActive: false });
    expect((await ask(member, { accountId: off })).body.message).toBe('Account is inactive');
  });

  it('never overspends: of twenty concurrent payouts that fit twice, two succeed', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => ask(member)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(2);
    expect(await money()).toEqual({ balance: '1000000', held: '800000' });
    expect(await test.asOwner((db) => findViolations(db))).toEqual([]);
  });
});

describe('money added in the portal', () => {
  it('is a collection that needs no approval and is pending in the ledger', async () => {
    const { status, body } = await ask(member, { kind: 'add-money' });
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ type: 'credit', amount: 4_000, status: 'pending' });
    expect(body.data).toMatchObject({ description: 'Rent', phoneNumber: '256772123456' });
    const list = await test.call(member, 'GET', `/Transaction/company/${member.companyId}`);
    expect(list.body.data[0]).toEqual(body.data);
    const { id, apiTransactionId } = body.data;
    const payment = await test.owner.row('select * from payments where id = $1', [
      apiTransactionId,
    ]);
    expect(payment).toMatchObject({
      direction: 'collection',
      origin: 'portal',
      status: 'PENDING',
      awaits_approval: false,
      transaction_id: id,
      phone_number: '256772123456',
      network: 'MTN',
    });
    expect(await money()).toEqual({ balance: '1000000', held: '0' });
  });
});

describe('deciding', () => {
  it('refuses to decide a transaction that awaits no decision', async () => {
    const answer = await test.call(staff, 'PUT', `/Transaction/${uuidV7()}/approve`);
    expect([answer.status, answer.body.message]).toEqual([404, 'Transaction not found']);
    const deposit = await test.owner.row<{ id: string }>(
      'select id from transactions where account_id = $1',
      [accountId],
    );
    const other = await test.call(staff, 'PUT', `/Transaction/${deposit?.id}/reject`);
    expect(other.body.message).toBe('This transaction does not wait for approval');
  });

  it('a decision is recorded in the history of the account', async () => {
    const { data } = (await ask(member)).body;
    await test.call(staff, 'PUT', `/Transaction/${data.id}/approve`);
    const entries = await test.owner.rows<{ action: string }>(
      "select action from audit_log where subject_type = 'accounts' and subject_id = $1 order by id",
      [accountId],
    );
    expect(entries.map(({ action }) => action)).toEqual([
      'transactions.request',
      'transactions.approve',
    ]);
  });
});

it('a payout to a number that was blocked since is not approved', async () => {
  const { data } = (await ask(member)).body;
  const row = await test.owner.row<{ phone_number: string }>(
    'select phone_number from payments where transaction_id = $1',
    [data.id],
  );
  await test.owner.rows(
    "insert into blocked_numbers (id, phone_number, reason) values (gen_random_uuid(), $1, 'Stolen')",
    [row?.phone_number],
  );
  const answer = await test.call(staff, 'PUT', `/Transaction/${data.id}/approve`);
  expect([answer.status, answer.body.code]).toEqual([409, 'number_blocked']);
  await test.owner.rows('delete from blocked_numbers');
});

describe('a payout that nobody decides about', () => {
  it('expires after three days: its hold is released and the company is told', async () => {
    const companyId = member.companyId ?? '';
    const webhook = { url: 'http://127.0.0.1:9/hook', isActive: true };
    await test.call(staff, 'PUT', `/Company/${companyId}/webhook`, webhook);
    const { data } = (await ask(member)).body;
    const age = (interval: string) =>
      test.owner.rows(
        'update payments set created_at = created_at - $2::interval where transaction_id = $1',
        [data.id, interval],
      );
    await age('71 hours');
    expect(await expirePayouts(test.database)).toBe(0);
    await age('1 hour');
    const late = await test.call(staff, 'PUT', `/Transaction/${data.id}/approve`);
    expect([late.status, late.body.message]).toEqual([
      409,
      'Nobody approved this payout in time: it has expired',
    ]);
    expect(await expirePayouts(test.database)).toBe(1);
    expect(await expirePayouts(test.database)).toBe(0);
    expect(await money()).toEqual({ balance: '1000000', held: '0' });
    const path = `/Transaction/${companyId}/transactions/${data.apiTransactionId}/trace`;
    const trace = (await test.call(member, 'GET', path)).body.data;
    expect(trace.apiTransaction.status).toBe('FAILED');
    expect(trace.steps.map(({ title }: { title: string }) => title)).toContain(
      'Expired: nobody approved it in time',
    );
    const events = await test.owner.rows(
      `select type, payload->'data'->>'reasonCode' as code from webhook_events where company_id = $1`,
      [companyId],
    );
    expect(events).toEqual([{ type: 'payment.failed', code: 'EXPIRED' }]);
    const seen = await test.call(member, 'GET', `/Approvals/${data.apiTransactionId}`);
    expect(seen.body.data).toMatchObject({ state: 'expired' });
    expect(await test.asOwner((db) => findViolations(db))).toEqual([]);
  });
});

it('the note of a collection describes it in the list and on its page', async () => {
  const note = 'Deposit for table 7: 20 % of the bill';
  const { body } = await ask(member, { kind: 'add-money', note });
  expect(body.data).toMatchObject({ kind: 'collection', description: note });
  const list = await test.call(member, 'GET', `/Transaction/company/${member.companyId}`);
  expect(list.body.data[0].description).toBe(note);
  const page = await test.call(member, 'GET', `/Transaction/${body.data.apiTransactionId}`);
  expect(page.body.data.description).toBe(note);
  const without = await ask(member, { kind: 'add-money', note: ' ' });
  expect(without.body.data.description).toBe('Mobile money from +256 772 123456');
  const tooLong = await ask(member, { kind: 'add-money', note: 'x'.repeat(201) });
  expect([tooLong.status, Object.keys(tooLong.body.fields)]).toEqual([400, ['note']]);
});

it('names who decided to staff, and the provider to the company', async () => {
  const titles = async (actor: TestActor, recordId: string): Promise<string[]> => {
    const path = `/Transaction/${member.companyId}/transactions/${recordId}/trace`;
    const { steps } = (await test.call(actor, 'GET', path)).body.data;
    return steps.map(({ title }: { title: string }) => title);
  };
  const approved = (await ask(member)).body.data;
  await test.call(staff, 'PUT', `/Transaction/${approved.id}/approve`);
  expect(await titles(staff, approved.apiTransactionId)).toContain('Approved by Test Person');
  expect(await titles(member, approved.apiTransactionId)).toContain('Approved by the provider');
  const rejected = (await ask(member)).body.data.apiTransactionId;
  const { askedAt } = (await test.call(staff, 'GET', `/Approvals/${rejected}`)).body.data;
  const body = { askedAt, reason: 'Wrong number' };
  await test.call(staff, 'POST', `/Approvals/${rejected}/reject`, body);
  expect(await titles(staff, rejected)).toContain('Rejected by Test Person: Wrong number');
  expect(await titles(member, rejected)).toContain('Rejected by the provider: Wrong number');
});
