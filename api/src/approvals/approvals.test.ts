import { beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { createMember, createStaff, type TestActor } from '../../test/actors.ts';
import { createTestApp, type TestApp } from '../../test/app.ts';
import { createAccount, createCompany } from '../../test/factories.ts';
import { uuidV7 } from '../db/uuid.ts';
import { findViolations } from '../ledger/invariants.ts';

let test: TestApp;
let asker: TestActor;
let approver: TestActor;
let companyId: string;
beforeAll(async () => {
  test = await createTestApp();
});
beforeEach(async () => {
  [asker, approver] = [await createStaff(test.owner, 'Finance'), await createStaff(test.owner)];
  companyId = await createCompany(test.owner);
});

const openWith = (initialDeposit: number, actor: TestActor, more: object = {}) =>
  test.call(actor, 'POST', '/Account', {
    companyId,
    accountName: 'Till',
    accountType: 2,
    initialDeposit,
    ...more,
  });
const balanceOf = async (id: string) =>
  Number(
    (await test.owner.row<{ balance: string }>('select balance from accounts where id = $1', [id]))
      ?.balance,
  ) / 100;
const list = async (actor: TestActor, query = '') =>
  (await test.call(actor, 'GET', `/Approvals?companyId=${companyId}${query}`)).body;
const get = async (actor: TestActor, id: string) =>
  (await test.call(actor, 'GET', `/Approvals/${id}`)).body.data;
const approve = async (actor: TestActor, id: string) => {
  const { askedAt } = (await get(approver, id)) ?? { askedAt: new Date().toISOString() };
  return test.call(actor, 'POST', `/Approvals/${id}/approve`, { askedAt });
};
const reject = async (actor: TestActor, id: string, reason = 'Not agreed') => {
  const { askedAt } = await get(approver, id);
  return test.call(actor, 'POST', `/Approvals/${id}/reject`, { askedAt, reason });
};
const withdraw = (actor: TestActor, id: string) =>
  test.call(actor, 'POST', `/Approvals/${id}/withdraw`);

/** Staff who may open accounts. */
const opener = () => createStaff(test.owner, 'Admin');

describe('an initial deposit', () => {
  it('up to the limit is booked at once', async () => {
    const { status, body } = await openWith(1_000_000, await opener());
    expect([status, body.data.balance, body.meta]).toEqual([200, 1_000_000, { approvalId: null }]);
  });

  it('above the limit waits: the account opens with 0 until a second person approves', async () => {
    const person = await opener();
    const { body } = await openWith(1_000_001, person);
    const { approvalId } = body.meta as { approvalId: string };
    expect(body.data.balance).toBe(0);
    expect((await list(approver)).data).toMatchObject([
      {
        id: approvalId,
        kind: 'deposit',
        state: 'waiting',
        amount: 1_000_001,
        canApprove: true,
        askedBy: { id: person.userId, name: 'Test Person' },
        sentence: expect.stringMatching(/^Deposit UGX 1,000,001 to Till \d+ of Company \d+\.$/),
      },
    ]);
    const own = await approve(person, approvalId);
    expect([own.status, own.body.message]).toEqual([409, 'You cannot approve your own request']);
    const { status, body: done } = await approve(approver, approvalId);
    expect(status).toBe(200);
    expect(done.data).toMatchObject({ state: 'approved', outcome: 'done' });
    expect(done.data.history).toMatchObject([
      { what: 'asked', by: { id: person.userId } },
      { what: 'approved', by: { id: approver.userId } },
      { what: 'done', by: null },
    ]);
    expect(await balanceOf(body.data.id)).toBe(1_000_001);
    expect((await approve(approver, approvalId)).status).toBe(409);
    expect(await balanceOf(body.data.id)).toBe(1_000_001);
    expect(await test.asOwner((db) => findViolations(db))).toEqual([]);
  });

  it('cannot be split: what a person deposits within a day counts together', async () => {
    const person = await opener();
    expect((await openWith(600_000, person)).body.data.balance).toBe(600_000);
    const answers = await Promise.all([1, 2, 3].map(() => openWith(300_000, person)));
    expect(answers.map(({ body }) => body.data.balance).toSorted()).toEqual([0, 0, 300_000]);
  });

  it('is one request when it is sent twice with the same key', async () => {
    const person = await opener();
    const idempotencyKey = uuidV7();
    const answers = [
      await openWith(5_000_000, person, { idempotencyKey }),
      await openWith(5_000_000, person, { idempotencyKey }),
    ];
    expect(new Set(answers.map(({ body }) => JSON.stringify(body.meta))).size).toBe(1);
    expect((await list(approver)).meta).toMatchObject({ totalCount: 1, totalAmount: 5_000_000 });
    const other = await openWith(6_000_000, person, { idempotencyKey });
    expect(other.status).toBe(409);
  });

  it('is refused while the account is inactive, and waits on', async () => {
    const { body } = await openWith(2_000_000, await opener(), { isActive: false });
    const { approvalId } = body.meta as { approvalId: string };
    const refused = await approve(approver, approvalId);
    expect([refused.status, refused.body.message]).toEqual([
      409,
      'The account is inactive. Activate it first.',
    ]);
    expect(await get(approver, approvalId)).toMatchObject({ state: 'waiting' });
  });

  it.each([
    ['Company', 'suspend', 'The company is suspended. The deposit waits until it is resumed.'],
    ['Account', 'freeze', 'The account is frozen. The deposit waits until it is released.'],
  ])('is refused while the %s has a stop (%s), and waits on', async (noun, act, message) => {
    const { body } = await openWith(2_000_000, await opener());
    const { approvalId } = body.meta as { approvalId: string };
    const id = noun === 'Company' ? companyId : body.data.id;
    const stopped = await test.call(approver, 'POST', `/${noun}/${id}/${act}`, {
      reason: 'Stolen',
    });
    expect(stopped.status, stopped.text).toBe(200);
    const answer = await approve(approver, approvalId);
    expect([answer.status, answer.body.message]).toEqual([409, message]);
    expect(await get(approver, approvalId)).toMatchObject({ state: 'waiting' });
    expect(await balanceOf(body.data.id)).toBe(0);
  });

  it('expires after seven days', async () => {
    const { body } = await openWith(2_000_000, await opener());
    const { approvalId } = body.meta as { approvalId: string };
    await test.owner.rows('alter table approvals disable trigger approvals_decide_once');
    await test.owner.rows('update approvals set expires_at = now() where id = $1', [approvalId]);
    await test.owner.rows('alter table approvals enable trigger approvals_decide_once');
    const { status, body: answer } = await approve(approver, approvalId);
    expect([status, answer.message]).toEqual([
      409,
      'Nobody decided about this request in time: it has expired',
    ]);
    expect(await balanceOf(body.data.id)).toBe(0);
  });
});

describe('a request', () => {
  const ask = async (): Promise<string> => {
    const { body } = await openWith(3_000_000, await opener());
    return (body.meta as { approvalId: string }).approvalId;
  };

  it('is rejected with a reason, which everybody reads', async () => {
    const id = await ask();
    const { askedAt } = await get(approver, id);
    const silent = await test.call(approver, 'POST', `/Approvals/${id}/reject`, { askedAt });
    expect(silent.body.fields).toEqual({ reason: 'Reason is required' });
    const { body } = await reject(approver, id, 'No proof of the transfer');
    expect(body.data).toMatchObject({ state: 'rejected', outcome: null });
    expect(body.data.history[1]).toMatchObject({
      what: 'rejected',
      text: 'No proof of the transfer',
    });
    expect((await list(asker, '&tab=decided')).data).toMatchObject([{ id, state: 'rejected' }]);
  });

  it('is withdrawn by who asked for it only', async () => {
    const person = await opener();
    const { body } = await openWith(3_000_000, person);
    const { approvalId: id } = body.meta as { approvalId: string };
    expect((await withdraw(approver, id)).body.message).toBe(
      'Only who asked for it can withdraw it',
    );
    expect((await list(person, '&tab=mine')).data).toMatchObject([{ id, canWithdraw: true }]);
    expect((await withdraw(person, id)).body.data).toMatchObject({ state: 'withdrawn' });
    expect((await approve(approver, id)).body.message).toBe('This request was already decided');
  });

  it('is decided once, also by several people at once', async () => {
    const id = await ask();
    const people = await Promise.all([1, 2, 3, 4].map(() => createStaff(test.owner)));
    const answers = await Promise.all(people.map((person) => approve(person, id)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409]);
  });

  it('cannot be changed afterwards, not even by the owner of the tables', async () => {
    const id = await ask();
    await reject(approver, id);
    for (const change of ["state = 'waiting'", 'amount = 1', "decision_note = 'other'"]) {
      await expect(
        test.owner.rows(`update approvals set ${change} where id = $1`, [id]),
      ).rejects.toThrow('a request for approval changes only by its decision');
    }
    await expect(test.owner.rows('delete from approvals where id = $1', [id])).rejects.toThrow(
      'approvals is append-only',
    );
  });

  it('is not approved if another one was seen', async () => {
    const id = await ask();
    const answer = await test.call(approver, 'POST', `/Approvals/${id}/approve`, {
      askedAt: '2026-01-01T00:00:00.000Z',
    });
    expect(answer.body.message).toBe('The request was changed. Look again.');
  });

  it('needs the permission of its kind, and names who has it', async () => {
    const id = await ask();
    const support = await createStaff(test.owner, 'Support');
    expect((await approve(support, id)).status).toBe(403);
    expect(await get(support, id)).toMatchObject({
      canApprove: false,
      whyNot: expect.stringContaining('Can be approved by Test Person'),
    });
    expect((await list(support)).meta).toMatchObject({ totalCount: 0, waitingCount: 0 });
  });

  it('of a company is unknown to its people, except for payouts', async () => {
    const id = await ask();
    const member = await createMember(test.owner, { companyId });
    expect((await test.call(member, 'GET', `/Approvals/${id}`)).status).toBe(404);
    expect((await list(member)).data).toEqual([]);
    expect((await withdraw(member, id)).status).toBe(404);
  });
});

it('decides several at once, each with its own outcome', async () => {
  const person = await opener();
  const ids = [];
  for (const amount of [2_000_000, 3_000_000]) {
    const { approvalId } = (await openWith(amount, person)).body.meta as { approvalId: string };
    ids.push(approvalId);
  }
  const { data, meta } = await list(approver);
  expect(meta).toMatchObject({ totalCount: 2, totalAmount: 5_000_000 });
  await withdraw(person, ids[0] ?? '');
  const items = data.map(({ id, askedAt }: { id: string; askedAt: string }) => ({ id, askedAt }));
  const decide = (decision: string, more: object = {}) =>
    test.call(approver, 'POST', '/Approvals/decide', { decision, items, ...more });
  expect((await decide('reject')).body.fields).toEqual({ reason: 'Reason is required' });
  expect((await decide('approve')).body.data).toEqual([
    { id: ids[0], isDone: false, message: 'This request was already decided' },
    { id: ids[1], isDone: true, message: null },
  ]);
  // What was withdrawn moves nothing.
  expect((await list(approver, '&tab=decided')).meta).toMatchObject({
    totalCount: 2,
    totalAmount: 3_000_000,
  });
});

describe("a company's payout", () => {
  let member: TestActor;
  let accountId: string;
  beforeEach(async () => {
    member = await createMember(test.owner, { companyId });
    accountId = await createAccount(test.owner, companyId, { balance: 10_000_00n });
  });
  const askFor = async (actor = member): Promise<string> => {
    const { body, text } = await test.call(
      actor,
      'POST',
      `/Transaction/company/${companyId}/requests`,
      { kind: 'send-money', accountId, amount: 4_000, phoneNumber: '0772123456', network: 'MTN' },
    );
    expect(body.data, text).toMatchObject({ status: 'pending' });
    return body.data.apiTransactionId;
  };
  const held = async () =>
    (await test.owner.row<{ held: string }>('select held from accounts where id = $1', [accountId]))
      ?.held;

  it('is in both queues, with what the approver needs to know', async () => {
    const id = await askFor();
    expect((await list(member)).data).toEqual([]);
    expect((await list(member, '&tab=open')).data).toMatchObject([
      { id, kind: 'payout', canApprove: false, canWithdraw: true, isOwn: true },
    ]);
    expect((await list(member, '&tab=open')).data[0].whyNot).toBe(
      'It waits for approval by the provider.',
    );
    expect(await get(approver, id)).toMatchObject({
      canApprove: true,
      amount: 4_000,
      to: '+256 772 123456 (MTN)',
      warnings: ['This is the first payout of the company to this number.'],
      facts: ['Available on the account afterwards: UGX 6,000.'],
    });
    expect((await get(approver, id)).payeeName).toBe(null);
    await test.owner.rows(
      `insert into recipients (id, company_id, label, phone_number, network, checked_name, checked_at)
       values (gen_random_uuid(), $1, 'Landlord', '+256772123456', 'MTN', 'Rose Akello', '2026-05-03 09:00Z')`,
      [companyId],
    );
    expect((await get(approver, id)).payeeName).toBe('Rose Akello');
    expect((await get(approver, id)).payeeCheckedAt).toBe('2026-05-03T09:00:00.000Z');
    const [listed] = (await list(approver)).data;
    expect(listed).toMatchObject({ id, payeeName: 'Rose Akello' });
    expect(listed).toMatchObject({ id, warnings: (await get(approver, id)).warnings });
    const colleague = await createMember(test.owner, { companyId });
    expect((await withdraw(colleague, id)).status).toBe(409);
    const stranger = await createMember(test.owner);
    expect((await test.call(stranger, 'GET', `/Approvals/${id}`)).status).toBe(404);
  });

  it.each([
    ['all payouts are stopped', null],
    ['the payouts of the company are stopped', 'company'],
  ])('says to both why it is not sent once it is approved: %s', async (heldUpBy, which) => {
    const id = await askFor();
    expect(await get(approver, id)).toMatchObject({ heldUpBy: null });
    onTestFinished(async () => void (await test.owner.rows('delete from payout_brakes')));
    await test.owner.rows("select brake_trip_by_watcher($1, 'one-amount', 'Again', '[]')", [
      which && companyId,
    ]);
    const waits = { id, heldUpBy, isHeldUp: false };
    expect(await get(approver, id)).toMatchObject({ ...waits, canApprove: true });
    expect((await list(member, '&tab=open')).data).toMatchObject([waits]);
    await approve(approver, id);
    expect(await get(approver, id)).toMatchObject({ state: 'approved', heldUpBy: null });
  });

  it('is withdrawn by who asked, which releases its hold', async () => {
    const id = await askFor();
    expect(await held()).toBe('400000');
    expect((await withdraw(member, id)).body.data).toMatchObject({ state: 'withdrawn' });
    expect(await held()).toBe('0');
    const row = await test.owner.row('select status, reason_code from payments where id = $1', [
      id,
    ]);
    expect(row).toEqual({ status: 'FAILED', reason_code: 'WITHDRAWN' });
    expect(await test.asOwner((db) => findViolations(db))).toEqual([]);
  });

  it('is rejected with a reason that the company reads, without the name of the person', async () => {
    const id = await askFor();
    await reject(approver, id, 'Wrong number');
    const seen = await get(member, id);
    expect(seen.history).toMatchObject([
      { what: 'asked', by: { id: member.userId } },
      { what: 'rejected', by: { id: null, name: 'The provider' }, text: 'Wrong number' },
    ]);
    expect((await get(approver, id)).history[1]).toMatchObject({ by: { name: 'Test Person' } });
  });

  it('is approved, and its outcome follows', async () => {
    const id = await askFor();
    expect((await approve(approver, id)).body.data).toMatchObject({
      state: 'approved',
      outcome: 'pending',
    });
    await test.owner.rows(
      "update payments set status = 'SUCCESS', finished_at = now() where id = $1",
      [id],
    );
    expect(await get(approver, id)).toMatchObject({ outcome: 'done' });
  });
});

it('a proposal about an unclear payment is rejected and withdrawn with an answer', async () => {
  const accountId = await createAccount(test.owner, companyId);
  const propose = async (): Promise<string> => {
    const [paymentId, id] = [uuidV7(), uuidV7()];
    await test.owner.rows(
      `insert into payments (company_id, id, direction, origin, account_id, phone_number, network,
         amount, status)
       values ($1, $2, 'collection', 'api', $3, '256772123456', 'MTN', 100, 'FAILED')`,
      [companyId, paymentId, accountId],
    );
    await test.owner.rows(
      `insert into payment_reviews (id, company_id, payment_id, kind, decision, note, proposed_by, proposed_at)
       values ($1, $2, $3, 'late_success', 'book', 'On the statement', $4, date_trunc('milliseconds', now()))`,
      [id, companyId, paymentId, asker.userId],
    );
    return id;
  };
  const rejected = await reject(approver, await propose(), 'Another payment');
  expect(rejected.status, rejected.text).toBe(200);
  expect(rejected.body.data).toMatchObject({ state: 'rejected', kind: 'payment-decision' });
  expect(rejected.body.data.history[1]).toMatchObject({ text: 'Another payment' });
  const withdrawn = await withdraw(asker, await propose());
  expect(withdrawn.body.data).toMatchObject({ state: 'withdrawn' });
});
