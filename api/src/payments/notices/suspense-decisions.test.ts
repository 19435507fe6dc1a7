import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createStaff, type TestActor } from '../../../test/actors.ts';
import { testCredentialKey } from '../../../test/app.ts';
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
beforeEach(async () => {
  reference = uuidV7();
  await hear();
  noticeId = (await notice())?.id ?? '';
});

interface Notice {
  readonly id: string;
  readonly reference: string;
  readonly amount: number | null;
  readonly booking: { transactionId: string; release: object | null } | null;
  readonly proposal: { id: string } | null;
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

const notices = async (): Promise<Notice[]> => {
  const { body } = await test.call(first, 'GET', '/NetworkNotices');
  return (body.data as Notice[]).filter((one) => one.reference === reference);
};
const notice = async (): Promise<Notice | undefined> => (await notices())[0];

const act = (actor: TestActor, path: string, body?: object, id = noticeId) =>
  test.call(actor, 'POST', `/NetworkNotices/${id}/${path}`, body);
const booking = { direction: 'collection', amount: 1_500, note: 'Seen on the statement' };
const proposeBooking = (actor: TestActor, more: object = {}) =>
  act(actor, 'propose/booking', { ...booking, ...more });
const proposeRelease = (actor: TestActor, accountId: string) =>
  act(actor, 'propose/release', { accountId, note: 'The company showed its receipt' });
const confirm = async (actor: TestActor, proposal?: string) =>
  act(actor, 'confirm', { proposal: proposal ?? (await notice())?.proposal?.id ?? uuidV7() });

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

  it('confirms only the proposal that was seen', async () => {
    await proposeBooking(first);
    const seen = (await notice())?.proposal?.id;
    await expectDone(proposeBooking(first, { amount: 15_000 }));
    await expectRefused(confirm(second, seen), 'The proposal was changed. Look again.');
    await expectDone(act(second, 'withdraw'));
    expect((await notice())?.proposal).toBeNull();
    await expectRefused(confirm(second, seen), 'Nobody has proposed a decision yet');
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
    const close = () => act(first, 'close', { note: 'Done' });
    await proposeBooking(first);
    await expectRefused(close(), 'A proposal waits. Confirm or withdraw it first.');
    await confirm(second);
    await expectRefused(close(), 'Its money is in suspense. Release it to an account first.');
  });

  it('can be reversed, and then be decided anew', async () => {
    const before = await inSuspense();
    const transactionId = await bookIt();
    await expectDone(
      test.call(first, 'POST', `/Transaction/${transactionId}/reverse`, { reason: 'x' }),
    );
    expect(await inSuspense()).toBe(before);
    expect(await notice()).toMatchObject({ booking: null, proposal: null });
    await bookIt({ amount: 1_400 });
    expect(await inSuspense()).toBe(before + 1_400);
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
    await expectDone(act(first, 'close', { note: 'Said twice' }));
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

  it('is refused when the booking was reversed in the meantime', async () => {
    const transactionId = await bookIt();
    await expectDone(proposeRelease(first, accountId));
    const reverse = test.call(first, 'POST', `/Transaction/${transactionId}/reverse`, {
      reason: 'x',
    });
    await expectDone(reverse);
    await expectRefused(confirm(second), 'Nothing of this payment is in suspense');
    await expectDone(act(second, 'withdraw'));
    await bookIt();
  });

  it('takes money that had left from the account, and the company owes what is missing', async () => {
    const before = await inSuspense();
    await bookIt({ direction: 'payout', amount: 60_000 });
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
    const reverse = () => test.call(first, 'POST', `/Transaction/${id}/reverse`, { reason: 'x' });
    const answers = await Promise.all([reverse(), reverse()]);
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

  it('is checked against the ledger', async () => {
    await bookIt();
    await releaseTo(accountId);
    const undo = new Error('undo');
    for (const change of ["state = 'undone'", 'amount = amount + 1', 'transaction_id = id']) {
      const broken = test.asOwner(async (db) => {
        await db.rows(
          `update suspense_decisions set ${change} where payment = $1 and kind = 'release'`,
          [`MTN ${reference}`],
        );
        expect((await findViolations(db)).map(({ invariant }) => invariant)).toEqual([
          'money is in suspense until it is released, and then on the account of its owner',
        ]);
        throw undo;
      });
      await expect(broken).rejects.toBe(undo);
    }
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
