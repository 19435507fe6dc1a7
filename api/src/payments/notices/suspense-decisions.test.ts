import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createStaff, type TestActor } from '../../../test/actors.ts';
import { reverseWithTwo } from '../../../test/approvals.ts';
import { testCredentialKey } from '../../../test/app.ts';
import { someoneWaits } from '../../../test/database.ts';
import { createMerchant, startMobileMoney, type MobileMoney } from '../../../test/mobile-money.ts';
import { toShortId } from '../../db/short-id.ts';
import { uuidV7 } from '../../db/uuid.ts';
import { findViolations } from '../../ledger/invariants.ts';
import { createSealer } from '../../security/secrets.ts';

let test: MobileMoney;
let first: TestActor;
let second: TestActor;
/** The network's id of a payment that does not exist here, and its open notice. */
let reference: string;
let noticeId: string;

const start = 50_000_00n;

beforeAll(async () => {
  test = await startMobileMoney();
  first = await createStaff(test.owner);
  second = await createStaff(test.owner);
}, 60_000);
beforeEach(() => hearAnew());

interface Notice {
  readonly id: string;
  readonly reference: string;
  readonly amount: number | null;
  readonly contradicts: boolean;
  readonly booking: { transactionId: string; release: object | null } | null;
  readonly proposal: { id: string } | null;
  readonly rejection: object | null;
}

/** MTN says, with its secret, that a payment was made. */
async function hear(more: object = {}): Promise<void> {
  const mark = createSealer(testCredentialKey).mark(`mtn callback|${reference}`);
  const said = { status: 'SUCCESSFUL', amount: '1500', currency: 'UGX' };
  const response = await fetch(`${test.serverUrl}/callbacks/mtn/${reference}.${mark}`, {
    method: 'POST',
    body: JSON.stringify({ ...said, externalId: toShortId(reference), ...more }),
  });
  expect(response.status).toBe(200);
}

/** The same about another payment, from then on. */
async function hearAnew(more: object = {}): Promise<void> {
  reference = uuidV7();
  await hear(more);
  noticeId = (await notice())?.id ?? '';
}

const notices = async (): Promise<Notice[]> => {
  const { body } = await test.call(first, 'GET', '/NetworkNotices');
  return (body.data as Notice[]).filter((one) => one.reference === reference);
};
const notice = async (): Promise<Notice | undefined> => (await notices())[0];

const act = (actor: TestActor, path: string, body?: object, id = noticeId) =>
  test.call(actor, 'POST', `/NetworkNotices/${id}/${path}`, body);
const booking = { direction: 'collection', note: 'Seen on the statement' };
const proposeBooking = (actor: TestActor, more: object = {}) =>
  act(actor, 'propose/booking', { ...booking, ...more });
const proposeRelease = (actor: TestActor, accountId: string) =>
  act(actor, 'propose/release', { accountId, note: 'The company showed its receipt' });
const answerTo = (path: string) => async (actor: TestActor, proposal?: string) =>
  act(actor, path, {
    proposal: proposal ?? (await notice())?.proposal?.id ?? uuidV7(),
    ...(path === 'reject' && { reason: 'The statement says otherwise' }),
  });
const confirm = answerTo('confirm');
const withdraw = answerTo('withdraw');
const reject = answerTo('reject');
const close = (actor: TestActor, id = noticeId) => act(actor, 'close', { note: 'Done' }, id);
const reverse = (actor: TestActor, transactionId: string) =>
  reverseWithTwo(test, actor, transactionId);

async function expectDone(answer: Promise<{ status: number; text: string }>): Promise<void> {
  const { status, text } = await answer;
  expect(status, text).toBe(200);
}
async function expectRefused(
  answer: Promise<{ status: number; body: { message: string | null } }>,
  message: string,
): Promise<void> {
  const { status, body } = await answer;
  expect([status, body.message]).toEqual([409, message]);
}

async function bookIt(more: object = {}): Promise<string> {
  await expectDone(proposeBooking(first, more));
  await expectDone(confirm(second));
  return (await notice())?.booking?.transactionId ?? '';
}
async function releaseTo(accountId: string): Promise<void> {
  await expectDone(proposeRelease(first, accountId));
  await expectDone(confirm(second));
}
async function releasedBy(id: string): Promise<string> {
  const row = await test.owner.row<{ transaction_id: string }>(
    "select transaction_id from suspense_decisions where notice_id = $1 and kind = 'release'",
    [id],
  );
  return row?.transaction_id ?? '';
}

/** Corrupts a decision about the payment, and takes that back. */
async function expectBroken(kind: string, change: string, found: string[]): Promise<void> {
  const undo = new Error('undo');
  const broken = test.asOwner(async (db) => {
    await db.rows(`update suspense_decisions set ${change} where payment_key = $1 and kind = $2`, [
      `MTN ${reference}`,
      kind,
    ]);
    expect((await findViolations(db)).map(({ invariant }) => invariant)).toEqual(found);
    throw undo;
  });
  await expect(broken).rejects.toBe(undo);
}

/** In UGX, over all companies. */
const inSuspense = () => sumOf('suspense');
const atMtn = () => sumOf('clearing');
async function sumOf(kind: string): Promise<number> {
  const row = await test.owner.row<{ sum: number }>(
    'select coalesce(sum(balance), 0)::int / 100 as sum from accounts where kind = $1',
    [kind],
  );
  return row?.sum ?? 0;
}
const balanceOf = async (accountId: string): Promise<number> => {
  const row = await test.owner.row<{ balance: string }>(
    'select balance from accounts where id = $1',
    [accountId],
  );
  return Number(row?.balance) / 100;
};
const whole = async () => expect(await test.asOwner((db) => findViolations(db))).toEqual([]);
const ringing = async (): Promise<number> => {
  const { body } = await test.call(first, 'GET', '/AdminDashboard/attention');
  return body.data.unknownPayments?.count ?? 0;
};

describe('booking to suspense', () => {
  it('is done only when two people agree, and once however many confirm', async () => {
    const before = await inSuspense();
    const rings = await ringing();
    expect(await notice()).toMatchObject({ amount: 1_500, booking: null, proposal: null });
    await expectRefused(confirm(second), 'Nobody has proposed a decision yet');
    await expectDone(proposeBooking(first));
    await expectRefused(confirm(first), 'Somebody else has to confirm your proposal');
    expect(await inSuspense()).toBe(before);
    expect((await notice())?.proposal).toMatchObject({
      decision: 'book',
      direction: 'collection',
      amount: 1_500,
      note: 'Seen on the statement',
      isOwn: true,
    });
    const seen = (await notice())?.proposal?.id;
    const answers = await Promise.all([1, 2, 3, 4].map(() => confirm(second, seen)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
    expect(await inSuspense()).toBe(before + 1_500);
    expect(await ringing()).toBe(rings - 1);
    const transactionId = (await notice())?.booking?.transactionId;
    expect(await notice()).toMatchObject({
      proposal: null,
      booking: { amount: 1_500, direction: 'collection', release: null },
    });
    const { body } = await test.call(first, 'GET', `/Transaction/${transactionId}`);
    expect(body.data).toMatchObject({ kind: 'suspense', accountName: 'Suspense', reference });
    const path = `/Account/company/${body.data.companyId}/suspense`;
    expect((await test.call(first, 'GET', path)).body.data).toMatchObject({
      balance: before + 1_500,
      movements: [{ transactionId, amount: 1_500, balanceAfter: before + 1_500, reference }],
    });
    await whole();
  });

  it('answers only the proposal that was seen', async () => {
    await proposeBooking(first);
    const seen = (await notice())?.proposal?.id;
    await expectDone(proposeBooking(first, { note: 'Seen twice' }));
    for (const answer of [confirm, reject]) {
      await expectRefused(answer(second, seen), 'The proposal was changed. Look again.');
    }
    await expectRefused(withdraw(first, seen), 'The proposal was changed. Look again.');
    await expectDone(reject(second));
    expect((await notice())?.proposal).toBeNull();
    for (const answer of [confirm, reject, withdraw]) {
      await expectRefused(answer(second, seen), 'Nobody has proposed a decision yet');
    }
  });

  it('is withdrawn by whoever proposed it, and rejected or confirmed by somebody else', async () => {
    await proposeBooking(first);
    await expectRefused(
      proposeBooking(second),
      'Somebody has proposed a decision. Confirm or reject it first.',
    );
    await expectRefused(reject(first), 'This is your own proposal: withdraw it');
    await expectRefused(withdraw(second), 'Only who proposed it can withdraw it: reject it');
    await expectDone(withdraw(first));
    await proposeBooking(first);
    const { proposal } = (await notice())!;
    const silent = await act(second, 'reject', { proposal: proposal?.id });
    expect([silent.status, silent.body.message]).toEqual([400, 'Reason is required']);
    await expectDone(reject(second));
    expect((await notice())?.rejection).toMatchObject({
      decision: 'book',
      isOwn: true,
      reason: 'The statement says otherwise',
    });
    const states = await test.owner.rows(
      'select state, decided_by from suspense_decisions where notice_id = $1 order by id',
      [noticeId],
    );
    expect(states).toEqual([
      { state: 'withdrawn', decided_by: first.userId },
      { state: 'rejected', decided_by: second.userId },
    ]);
    const logged = await test.owner.rows<{ action: string }>(
      "select action from audit_log where subject_id = $1 and result = 'done' order by id",
      [noticeId],
    );
    expect(logged.map(({ action }) => action.split('.')[1])).toEqual([
      'proposeBooking',
      'withdraw',
      'proposeBooking',
      'reject',
    ]);
  });

  it('needs a direction, an amount, a note and a proven message', async () => {
    const { body } = await act(first, 'propose/booking', { direction: 'in', amount: 0, note: ' ' });
    expect(body.fields).toEqual({
      direction: 'Select whether it came in or went out',
      amount: 'Amount must be greater than 0',
      note: 'A note is required',
    });
    const forged = uuidV7();
    await fetch(`${test.serverUrl}/callbacks/mtn/${forged}.guess`, { method: 'POST', body: '{}' });
    const stored = await test.owner.row<{ id: string }>(
      'select id from network_notices where not is_proven order by first_at desc limit 1',
    );
    await expectRefused(
      act(first, 'propose/booking', booking, stored?.id),
      'The message does not prove to come from the network',
    );
  });

  it('is held to what the network said', async () => {
    for (const amount of [1_400, 1_500]) {
      expect((await proposeBooking(first, { amount })).body.fields).toEqual({
        amount: 'The network says how much was paid: leave the amount out',
      });
    }
    expect((await act(first, 'propose/booking', { note: 'x' })).body.fields).toEqual({
      direction: 'Select whether it came in or went out',
    });
    reference = uuidV7();
    await hear({ currency: 'EUR', payee: { partyId: '256770000001' } });
    const [paidOut] = await notices();
    expect(paidOut).toMatchObject({ said: 'paid out EUR 1500', amount: null, direction: 'payout' });
    const ask = (body: object) => act(first, 'propose/booking', body, paidOut?.id);
    expect((await ask({ direction: 'payout', note: 'x' })).body.fields).toEqual({
      direction: 'The network says that it went out: leave the direction out',
    });
    expect((await ask({ note: 'x' })).body.fields).toEqual({
      amount: 'State how much was paid in UGX',
    });
    await expectDone(ask({ amount: 6_000_000, note: 'x' }));
    expect((await notice())?.proposal).toMatchObject({ direction: 'payout', amount: 6_000_000 });
  });

  it('is held to what the network adds before somebody confirms it', async () => {
    await proposeBooking(first, { direction: 'payout' });
    await hear({ payer: { partyId: '256770000001' } });
    const message = 'The network says something else by now. Reject it and look again.';
    await expectRefused(confirm(second), message);
    await expectDone(reject(second));
    await bookIt({ direction: undefined });
    expect(await notice()).toMatchObject({ booking: { direction: 'collection' } });
  });

  it('needs a message that says that it was paid', async () => {
    await hearAnew({ status: 'FAILED', reason: 'PAYER_NOT_FOUND', payer: {} });
    expect(await notice()).toMatchObject({ saysPaid: false, direction: 'collection' });
    const message = 'The network does not say that this was paid';
    await expectRefused(act(first, 'propose/booking', { note: 'x', amount: 5 }), message);
    // Paid, but not how much: a person says it.
    await hearAnew({ amount: undefined });
    expect(await notice()).toMatchObject({ saysPaid: true, amount: null });
    await bookIt({ amount: 1_500 });
    await whole();
  });

  it('is done once for a payment, also when other messages are about it', async () => {
    await hear({ amount: '1501' });
    const [one, other] = await notices();
    const before = await inSuspense();
    await proposeBooking(first);
    for (const { proposal } of await notices()) expect(proposal).not.toBeNull();
    await confirm(second);
    expect(await inSuspense()).toBe(before + 1_500);
    for (const id of [one?.id, other?.id]) {
      await expectRefused(
        act(first, 'propose/booking', booking, id),
        'This payment is booked already',
      );
    }
  });

  it('keeps the report open while its money is there or a proposal waits', async () => {
    await proposeBooking(first);
    await expectRefused(close(first), 'A proposal waits. Confirm or withdraw it first.');
    await confirm(second);
    await expectRefused(close(first), 'Its money is in suspense. Release it to an account first.');
  });

  it('can be reversed, and then be decided anew', async () => {
    const before = await inSuspense();
    const transactionId = await bookIt();
    await expectDone(reverse(first, transactionId));
    expect(await inSuspense()).toBe(before);
    expect(await notice()).toMatchObject({ booking: null, proposal: null });
    await bookIt({ direction: 'payout' });
    expect(await inSuspense()).toBe(before - 1_500);
    await whole();
  });

  it('ends the proposal to release its money when it is reversed', async () => {
    const transactionId = await bookIt();
    const { accountId } = await createMerchant(test.owner, start);
    await expectDone(proposeRelease(first, accountId));
    const seen = (await notice())?.proposal?.id;
    await expectDone(reverse(second, transactionId));
    expect(await notice()).toMatchObject({ booking: null, proposal: null });
    await expectRefused(confirm(second, seen), 'Nobody has proposed a decision yet');
    const ended = await test.owner.row(
      'select state, decided_by from suspense_decisions where id = $1',
      [seen],
    );
    expect(ended).toEqual({ state: 'rejected', decided_by: second.userId });
    await bookIt();
    await whole();
  });

  it('is not taken out of the books by one person, who reverses it and closes the report', async () => {
    const rings = await ringing();
    await expectDone(reverse(first, await bookIt()));
    expect(await ringing()).toBe(rings);
    const message = 'You reversed its booking: somebody else has to close the report';
    await expectRefused(close(first), message);
    // Another message about the same payment changes nothing.
    await hear({ amount: '1501' });
    for (const { id } of await notices()) await expectRefused(close(first, id), message);
    await expectDone(close(second));
  });

  it('rings again when the network contradicts it, until somebody has looked', async () => {
    await bookIt();
    const rings = await ringing();
    await hear();
    expect(await ringing()).toBe(rings);
    await hear({ status: 'FAILED', reason: 'INTERNAL_PROCESSING_ERROR' });
    await hear({ amount: '1700' });
    // Two messages about one payment.
    expect(await ringing()).toBe(rings + 1);
    const others = (await notices()).filter(({ contradicts }) => contradicts);
    expect(others).toHaveLength(2);
    for (const { id } of others) await expectDone(close(first, id));
    expect(await ringing()).toBe(rings);
    await expectRefused(close(first), 'Its money is in suspense. Release it to an account first.');
  });

  it('stays in reach however many messages wait', async () => {
    const before = await notices();
    await bookIt();
    expect(before).toHaveLength(1);
    await test.owner.rows(
      `insert into network_notices (id, network, reference, said, is_proven, content, says_paid)
       select gen_random_uuid(), 'MTN', 'many ' || i, 'paid', true, '', true
       from generate_series(1, 300) i`,
    );
    const { body } = await test.call(first, 'GET', '/NetworkNotices');
    const all = body.data as Notice[];
    expect(all.filter((one) => one.reference.startsWith('many'))).toHaveLength(200);
    const places = all.map((one) => (one.proposal ? 0 : one.booking ? 1 : 2));
    expect(places).toEqual([...places].sort());
    expect(await notice()).toMatchObject({ booking: { release: null } });
    await test.owner.rows("delete from network_notices where reference like 'many %'");
  });

  it('is not business of Head Office', async () => {
    const figures = () =>
      test.owner.row(
        `select coalesce(sum(f.amount), 0)::int as amount, coalesce(sum(f.count - f.left_out), 0)::int as count
         from company_day_figures f join companies c on c.id = f.company_id where c.is_head_office`,
      );
    const before = await figures();
    const transactionId = await bookIt();
    expect(await figures()).toEqual(before);
    await expectDone(reverse(first, transactionId));
    expect(await figures()).toEqual(before);
    await whole();
  });
});

describe('release from suspense', () => {
  let accountId: string;
  let companyId: string;
  beforeEach(async () => {
    ({ accountId, companyId } = await createMerchant(test.owner, start));
  });

  it("moves the money to a company's account when two people agree, and ends the report", async () => {
    const before = await inSuspense();
    await bookIt();
    const network = await atMtn();
    await expectDone(proposeRelease(first, accountId));
    await expectRefused(confirm(first), 'Somebody else has to confirm your proposal');
    expect((await notice())?.proposal).toMatchObject({
      decision: 'release',
      amount: 1_500,
      account: { id: accountId, companyId },
    });
    const seen = (await notice())?.proposal?.id;
    const answers = await Promise.all([1, 2, 3].map(() => confirm(second, seen)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404]);
    expect(await inSuspense()).toBe(before);
    expect(await balanceOf(accountId)).toBe(51_500);
    expect(await atMtn()).toBe(network);
    expect(await notices()).toEqual([]);
    const { body } = await test.call(first, 'GET', `/Transaction/company/${companyId}`);
    expect(body.data).toContainEqual(
      expect.objectContaining({ reference, amount: 1_500, type: 'credit', accountId }),
    );
    await whole();
  });

  it('is shown when the network repeats itself, which nobody has to look into', async () => {
    await bookIt();
    await releaseTo(accountId);
    const rings = await ringing();
    await hear();
    expect(await notice()).toMatchObject({
      booking: { release: { account: { id: accountId, companyId } } },
    });
    expect(await ringing()).toBe(rings);
    noticeId = (await notice())?.id ?? '';
    await expectRefused(proposeBooking(first), 'This payment is booked already');
    await expectRefused(proposeRelease(first, accountId), 'Nothing of this payment is in suspense');
    await expectDone(close(first));
  });

  it('needs money in suspense and an active account', async () => {
    await expectRefused(proposeRelease(first, accountId), 'Nothing of this payment is in suspense');
    const transactionId = await bookIt();
    const { body } = await test.call(first, 'GET', `/Transaction/${transactionId}`);
    // The suspense account itself is nobody's.
    for (const id of [uuidV7(), body.data.accountId]) {
      expect((await proposeRelease(first, id)).body.fields).toEqual({
        accountId: 'Account not found',
      });
    }
    await proposeRelease(first, accountId);
    await test.call(first, 'PUT', `/Account/${accountId}/deactivate`);
    await expectRefused(confirm(second), 'Account is inactive');
    expect((await proposeRelease(first, accountId)).body.fields).toEqual({
      accountId: 'Account is inactive',
    });
    expect(await notice()).toMatchObject({ booking: { transactionId, release: null } });
    await whole();
  });

  it('takes money that had left from the account, and the company owes what is missing', async () => {
    const before = await inSuspense();
    await hearAnew({ amount: '60000', payee: { partyId: '256770000001' } });
    await bookIt({ direction: undefined });
    expect(await inSuspense()).toBe(before - 60_000);
    await releaseTo(accountId);
    expect(await inSuspense()).toBe(before);
    expect(await balanceOf(accountId)).toBe(0);
    const { body } = await test.call(first, 'GET', `/Company/${companyId}/debt`);
    expect(body.data.owed).toBe(10_000);
    await whole();
  });

  it('goes back to suspense when it is reversed, for another account', async () => {
    const before = await inSuspense();
    await bookIt();
    await releaseTo(accountId);
    const { body } = await test.call(first, 'GET', `/Transaction/company/${companyId}`);
    const { id } = body.data.find((one: { reference: string }) => one.reference === reference);
    const answers = await Promise.all([reverse(first, id), reverse(first, id)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await balanceOf(accountId)).toBe(50_000);
    expect(await inSuspense()).toBe(before + 1_500);
    expect(await notice()).toMatchObject({ id: noticeId, booking: { release: null } });
    const owner = await createMerchant(test.owner, start);
    await releaseTo(owner.accountId);
    expect(await balanceOf(owner.accountId)).toBe(51_500);
    expect(await inSuspense()).toBe(before);
    await whole();
  });

  it('locks accounts in one order, also when it is reversed while another one is confirmed', async () => {
    await bookIt();
    // Its accounts come after those of Head Office in the order of ids.
    const owner = await createMerchant(test.owner, start);
    await releaseTo(owner.accountId);
    const released = await releasedBy(noticeId);
    await hearAnew();
    await bookIt();
    await expectDone(proposeRelease(first, owner.accountId));
    const seen = (await notice())?.proposal?.id;
    const waiting = await test.asOwner(async (db) => {
      await db.rows("select id from accounts where kind = 'suspense' order by id for update");
      const confirming = confirm(second, seen);
      await someoneWaits(test.owner, 1);
      const reversing = reverse(first, released);
      await someoneWaits(test.owner, 2);
      const free = await db.rows('select id from accounts where id = $1 for update skip locked', [
        owner.accountId,
      ]);
      expect(free).toHaveLength(1);
      return { confirming, reversing };
    });
    await expectDone(waiting.confirming);
    await expectDone(waiting.reversing);
    expect(await balanceOf(owner.accountId)).toBe(51_500);
    await whole();
  });

  it('is checked against the ledger', async () => {
    await bookIt();
    await releaseTo(accountId);
    const released =
      'money is in suspense until it is released, and then on the account of its owner';
    const orphaned = 'money in suspense is of a booking that two people confirmed';
    await expectBroken('release', "state = 'undone', undone_by = proposed_by, undone_at = now()", [
      released,
    ]);
    for (const change of ['amount = amount + 1', 'transaction_id = id', "direction = 'payout'"]) {
      await expectBroken('release', change, [released]);
      if (change !== 'transaction_id = id') await expectBroken('book', change, [released]);
    }
    await hearAnew();
    await bookIt();
    await expectBroken('book', 'transaction_id = id', [released, orphaned]);
    await expectBroken('book', "state = 'undone', undone_by = proposed_by, undone_at = now()", [
      orphaned,
    ]);
    await whole();
  });

  it('is in the audit log, in the history of the account', async () => {
    await bookIt();
    await releaseTo(accountId);
    const { body } = await test.call(
      first,
      'GET',
      `/Audit?subjectType=accounts&subjectId=${accountId}`,
    );
    expect(body.data).toMatchObject([
      { action: 'networkNotices.confirm', actorId: second.userId, companyId },
      { action: 'networkNotices.proposeRelease', actorId: first.userId, companyId },
    ]);
    const booked = await test.owner.rows(
      'select action, actor_id from audit_log where subject_id = $1 order by id',
      [noticeId],
    );
    expect(booked).toEqual([
      { action: 'networkNotices.proposeBooking', actor_id: first.userId },
      { action: 'networkNotices.confirm', actor_id: second.userId },
    ]);
  });
});
