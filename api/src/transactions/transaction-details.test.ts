import type { TransactionDetails } from '@sente/contract/transaction-details';
import { beforeAll, describe, expect, it } from 'vitest';
import { createMember, createStaff, type TestActor } from '../../test/actors.ts';
import { reverseWithTwo } from '../../test/approvals.ts';
import { createTestApp, type TestApp } from '../../test/app.ts';
import {
  createAccount,
  createCompany,
  createPayment,
  createRoleWith,
  createTransaction,
} from '../../test/factories.ts';
import { toShortId } from '../db/short-id.ts';
import { uuidV7 } from '../db/uuid.ts';
import { finishAll, postAll } from '../ledger/posting.queries.ts';
import { systemAccountsOf } from '../ledger/system-accounts.ts';

const unknownId = '00000000-0000-7000-8000-00000000dead';

let test: TestApp;
let staff: TestActor;
let companyId: string;
let accountId: string;

beforeAll(async () => {
  test = await createTestApp();
  staff = await createStaff(test.owner);
  companyId = await createCompany(test.owner, { name: 'Gulu Builders' });
  accountId = await createAccount(test.owner, companyId, { balance: 100_000n });
});

const ask = (id: string, actor = staff) => test.call(actor, 'GET', `/Transaction/${id}`);

async function details(id: string, actor = staff): Promise<TransactionDetails> {
  const answer = await ask(id, actor);
  expect(answer.status, answer.text).toBe(200);
  return answer.body.data;
}

describe('the details of a transaction', () => {
  it('the details are complete, with legs that sum to zero', async () => {
    const { clearing, fees } = await systemAccountsOf(test.owner, companyId);
    const [outcome] = await postAll(test.owner, [
      {
        companyId,
        accountId,
        type: 'debit',
        amount: 5_000n,
        legs: [
          { accountId: clearing.get('MTN') ?? '', amount: 5_000n },
          { accountId: fees, amount: 125n },
          { accountId, amount: -5_125n },
        ],
        kind: 'payout',
        key: uuidV7(),
        reference: 'INV-7',
        description: 'Rent',
        at: new Date('2026-01-10T12:00:00Z'),
      },
    ]);
    const account = await test.owner.row<{ name: string; number: string }>(
      'select name, number from accounts where id = $1',
      [accountId],
    );
    const found = await details(outcome?.transactionId ?? '');
    expect(found).toEqual({
      id: outcome?.transactionId,
      transactionId: outcome?.transactionId,
      companyId,
      companyName: 'Gulu Builders',
      isCompanyArchived: false,
      accountId,
      accountName: account?.name,
      accountNumber: account?.number,
      type: 'debit',
      amount: 50,
      fee: 1.25,
      tax: 0,
      net: -51.25,
      status: 'completed',
      summary: `Booked: UGX 51.25 left ${account?.name}.`,
      nextStepAt: null,
      kind: 'payout',
      reference: 'INV-7',
      description: 'Rent',
      reason: null,
      date: '2026-01-10T12:00:00.000Z',
      finishedAt: expect.any(String),
      reversalOf: null,
      correctsDay: null,
      bulk: null,
      reversedBy: null,
      refunded: null,
      refundOf: null,
      refunds: null,
      refundReason: null,
      held: 0,
      legs: [
        { account: account?.name, amount: -51.25, balanceAfter: 948.75 },
        { account: 'Clearing MTN', amount: 50, balanceAfter: 50 },
        { account: 'Fees', amount: 1.25, balanceAfter: 1.25 },
      ],
      reversal: { advanced: 0, repaid: 0, owed: 0 },
      reversedWith: null,
      whyNotReversible: null,
      askedBy: null,
      askedById: null,
      bookedInsteadOf: null,
      check: null,
      payment: null,
      settlement: null,
      approvals: [],
      deliveries: [],
      keptEvents: [],
      steps: [
        {
          at: '2026-01-10T12:00:00.000Z',
          kind: 'settled',
          lane: 'ledger',
          title: `Booked: UGX 51.25 left ${account?.name}`,
          isGood: true,
          exchange: null,
        },
      ],
      samePhone: [],
    });
    expect(found.legs.reduce((sum, { amount }) => sum + amount, 0)).toBe(0);
  });

  it('a company reads where its money went, and not what accounts of the provider hold', async () => {
    const role = await createRoleWith(test.owner, 'canViewTransactions');
    const member = await createMember(test.owner, { companyId, role });
    const { clearing, fees } = await systemAccountsOf(test.owner, companyId);
    const [outcome] = await postAll(test.owner, [
      {
        companyId,
        accountId,
        type: 'debit',
        amount: 700n,
        legs: [
          { accountId: clearing.get('MTN') ?? '', amount: 600n },
          { accountId: fees, amount: 100n },
          { accountId, amount: -700n },
        ],
        kind: 'payout',
        key: uuidV7(),
        description: 'Rent',
      },
    ]);
    const { legs } = await details(outcome?.transactionId ?? '', member);
    expect(legs).toEqual([
      { account: expect.any(String), amount: -7, balanceAfter: expect.any(Number) },
      { account: 'MTN', amount: 6, balanceAfter: null },
      { account: 'Fee', amount: 1, balanceAfter: null },
    ]);
  });

  it('a failed transaction has a reason and no legs', async () => {
    const id = await createTransaction(test.owner, companyId, accountId, { amount: -99_999_999n });
    expect(await details(id)).toMatchObject({
      status: 'failed',
      type: 'debit',
      summary: 'Failed: Not enough money on the account. No money has moved.',
      reason: 'insufficient_funds',
      held: 0,
      legs: [],
    });
  });

  it('a pending transaction shows its hold, a finished one does not', async () => {
    const id = await createTransaction(test.owner, companyId, accountId, {
      amount: -700n,
      isPending: true,
    });
    expect(await details(id)).toMatchObject({
      status: 'pending',
      summary: 'Not finished yet. UGX 7 is held on the account until it is.',
      held: 7,
      finishedAt: null,
      legs: [],
    });
    await finishAll(test.owner, [
      { companyId, accountId, transactionId: id, to: 'failed', legs: [], reason: 'declined' },
    ]);
    expect(await details(id)).toMatchObject({
      status: 'failed',
      reason: 'declined',
      held: 0,
      finishedAt: expect.any(String),
    });
  });

  it('a payout that the network refused has one reason, and its hold is released', async () => {
    const id = await createTransaction(test.owner, companyId, accountId, {
      amount: -700n,
      isPending: true,
    });
    const reason = 'The wallet cannot receive this payment';
    await createPayment(test.owner, companyId, {
      accountId,
      direction: 'payout',
      amount: 700n,
      status: 'FAILED',
      transactionId: id,
    });
    await test.owner.rows(
      "update payments set reason_code = 'PAYEE_NOT_ALLOWED', reason = $2 where transaction_id = $1",
      [id, reason],
    );
    await finishAll(test.owner, [
      { companyId, accountId, transactionId: id, to: 'failed', legs: [], reason },
    ]);
    const found = await details(id);
    expect(found.reason).toBe(reason);
    expect(found.summary).toContain('Failed: the wallet cannot receive this payment');
    expect(found.steps.map(({ kind, lane, title }) => [kind, lane, title])).toEqual(
      expect.arrayContaining([
        ['failed', 'network', `Failed: ${reason}`],
        ['hold', 'ledger', expect.stringMatching(/^UGX 7 held on /)],
        ['hold', 'ledger', expect.stringMatching(/^UGX 7 free on .* again$/)],
      ]),
    );
  });

  it.each([
    ['callback', 'MTN called back: failed', 'failed', 'Failed: declined'],
    ['approval', 'Rejected by the provider', null, 'Failed: declined'],
  ])('tells what led to an end before the end: %s', async (kind, cause, recorded, end) => {
    const transactionId = await createTransaction(test.owner, companyId, accountId, {
      amount: -700n,
      isPending: true,
    });
    const failing = { companyId, accountId, transactionId, to: 'failed', legs: [] } as const;
    await finishAll(test.owner, [{ ...failing, reason: 'declined' }]);
    const payment = await createPayment(test.owner, companyId, {
      accountId,
      direction: 'payout',
      amount: 700n,
      status: 'FAILED',
      reason: 'declined',
      transactionId,
      at: new Date(Date.now() - 60_000),
    });
    // Steps are written a moment after the time that the ledger and the payment share.
    await test.owner.rows(
      `update payments p set finished_at = t.finished_at from transactions t where t.id = $2 and p.id = $1`,
      [payment, transactionId],
    );
    const steps = [[kind, cause], ...(recorded ? [[recorded, end]] : [])];
    for (const [each, title] of steps) {
      await test.owner.rows(
        `insert into payment_steps (company_id, payment_id, at, kind, title)
         select $1, $2, finished_at + interval '40 milliseconds', $3, $4 from payments where id = $2`,
        [companyId, payment, each, title],
      );
    }
    const found = (await details(transactionId)).steps;
    expect(found.map(({ title }) => title).slice(-3)).toEqual([
      cause,
      end,
      expect.stringMatching(/^UGX 7 free on .* again$/),
    ]);
    const times = found.map((step) => Date.parse(step.at));
    expect(times).toEqual(times.toSorted((a, b) => a - b));
  });

  it('the mobile-money request is named', async () => {
    const id = await createTransaction(test.owner, companyId, accountId, { amount: 300n });
    const payment = await createPayment(test.owner, companyId, {
      accountId,
      status: 'SUCCESS',
      transactionId: id,
    });
    const found = await details(id);
    expect(found).toMatchObject({ id, transactionId: id, payment: { id: payment } });
    // The id of the request leads to the same page.
    expect(await details(payment)).toEqual(found);
  });

  it('a reversed transaction links to its reversal and back', async () => {
    const id = await createTransaction(test.owner, companyId, accountId, { amount: 900n });
    const reversal = await reverseWithTwo(test, staff, id);
    const reversalId = reversal.body.data.id;
    const original = await details(id);
    expect(original).toMatchObject({ reversalOf: null, reversedBy: reversalId });
    const opposite = await details(reversalId);
    expect(opposite).toMatchObject({
      kind: 'reversal',
      type: 'debit',
      reversalOf: id,
      reversedBy: null,
    });
    expect(opposite.legs.map(({ amount }) => amount)).toEqual(
      original.legs.map(({ amount }) => -amount),
    );
  });

  it('says who asked for a reversal, who approved it and why', async () => {
    const id = await createTransaction(test.owner, companyId, accountId, { amount: 900n });
    const path = `/Transaction/${id}/reverse`;
    await test.call(staff, 'POST', path, { reason: 'Paid twice' });
    expect((await details(id)).approvals).toMatchObject([
      { kind: 'reversal', state: 'waiting', note: 'Paid twice', isOwn: true },
    ]);
    const { data } = (await test.call(staff, 'GET', `/Approvals?tab=mine&companyId=${companyId}`))
      .body;
    const second = await createStaff(test.owner);
    const { id: approval, askedAt } = data[0];
    await test.call(second, 'POST', `/Approvals/${approval}/approve`, { askedAt });
    const told = { state: 'approved', askedBy: { id: staff.userId } };
    const original = await details(id);
    expect(original.approvals).toMatchObject([told]);
    expect(original.approvals[0]?.history[1]?.by?.id).toBe(second.userId);
    expect((await details(original.reversedBy ?? '')).approvals).toMatchObject([told]);
  });

  it('a transaction of an archived company is readable and says so', async () => {
    const archived = await createCompany(test.owner);
    const account = await createAccount(test.owner, archived);
    const id = await createTransaction(test.owner, archived, account, { amount: 5n });
    await test.owner.rows('update companies set archived_at = now() where id = $1', [archived]);
    expect(await details(id)).toMatchObject({ companyId: archived, isCompanyArchived: true });
  });

  it.each([unknownId, '17', "1' or '1'='1"])('the details do not exist for %s', async (id) => {
    const answer = await ask(encodeURIComponent(id));
    expect([answer.status, answer.body.message]).toEqual([404, 'Transaction not found']);
  });

  it('staff learn why it cannot be reversed', async () => {
    const failed = await createTransaction(test.owner, companyId, accountId, {
      amount: -99_999_999n,
    });
    const id = await createTransaction(test.owner, companyId, accountId, { amount: 900n });
    expect(await details(failed)).toMatchObject({
      reversal: null,
      whyNotReversible: 'Only a completed transaction can be reversed',
    });
    await reverseWithTwo(test, staff, id);
    expect(await details(id)).toMatchObject({
      reversal: null,
      whyNotReversible: 'This transaction was already reversed',
    });
  });

  it('a reversal has the people who asked for it and decided in the story of both', async () => {
    const id = await createTransaction(test.owner, companyId, accountId, { amount: 900n });
    const reversal = await reverseWithTwo(test, staff, id);
    const titles = (found: TransactionDetails) => found.steps.map(({ title }) => title).join('\n');
    expect(titles(await details(id))).toMatch(/Reversal asked for by .+\nReversal approved by .+/);
    expect(titles(await details(reversal.body.data.id))).toMatch(/Reversal asked for by /);
  });
});

describe('the details of a payment', () => {
  const phoneNumber = '256772909090';

  it('a request of an earlier system has a page under its own id', async () => {
    const id = await createPayment(test.owner, companyId, {
      accountId,
      status: 'REFUNDED',
      origin: 'import',
    });
    const found = await details(id);
    expect(found).toMatchObject({
      id,
      transactionId: null,
      status: 'REFUNDED',
      kind: 'collection',
      type: 'credit',
      legs: [],
      reversal: null,
      approvals: [],
      payment: { id, shortId: toShortId(id), origin: 'import' },
    });
  });

  it.each([
    ['SUCCESS', 'settled'],
    ['FAILED', 'failed'],
  ])('the ledger had no part in a %s payment of an earlier system', async (status, kind) => {
    const id = await createPayment(test.owner, companyId, { accountId, status, origin: 'import' });
    await test.owner.rows('update payments set finished_at = created_at where id = $1', [id]);
    const { steps } = await details(id);
    expect(steps.at(-1)).toMatchObject({ kind, lane: 'network' });
    expect(steps.filter(({ lane }) => lane === 'ledger')).toEqual([]);
  });

  it('lists the last five payments of the same phone number in the same company', async () => {
    const other = await createCompany(test.owner);
    const ids: string[] = [];
    for (let count = 0; count < 7; count += 1) {
      ids.push(
        await createPayment(test.owner, companyId, { accountId, status: 'SUCCESS', phoneNumber }),
      );
    }
    const otherAccount = await createAccount(test.owner, other);
    await createPayment(test.owner, other, {
      accountId: otherAccount,
      status: 'SUCCESS',
      phoneNumber,
    });
    const [shown = '', ...rest] = ids.toSorted().toReversed();
    const found = await details(shown);
    expect(found.samePhone.map(({ id }) => id)).toEqual(rest.slice(0, 5));
    expect(found.samePhone[0]).toMatchObject({ direction: 'collection', status: 'SUCCESS' });
  });

  it('says how its end became known and how often the network was called', async () => {
    const id = await createPayment(test.owner, companyId, { accountId, status: 'SUCCESS' });
    for (const [kind, title] of [
      ['sent', 'Sent to MTN'],
      ['asked', 'Asked MTN: not yet'],
      ['callback', 'MTN called back: paid'],
      ['asked', 'Asked MTN: paid'],
    ]) {
      await test.owner.rows(
        'insert into payment_steps (company_id, payment_id, kind, title) values ($1, $2, $3, $4)',
        [companyId, id, kind, title],
      );
    }
    const { payment, steps } = await details(id);
    expect(payment).toMatchObject({ sentCount: 1, askedCount: 2, heardBy: 'callback' });
    expect(steps.filter(({ lane }) => lane === 'network')).toHaveLength(4);
  });
});

describe('who may read the details', () => {
  it('the company reads its own, without what only staff decide', async () => {
    const id = await createTransaction(test.owner, companyId, accountId, { amount: 5n });
    await test.call(staff, 'POST', `/Transaction/${id}/reverse`, { reason: 'Paid twice' });
    const member = await createMember(test.owner, { companyId, role: 'client_admin' });
    expect(await details(id, member)).toMatchObject({
      id,
      reversal: null,
      whyNotReversible: null,
      approvals: [],
    });
  });

  it('another company reads nothing, and nobody without the permission or a session', async () => {
    const id = await createTransaction(test.owner, companyId, accountId, { amount: 5n });
    const payment = await createPayment(test.owner, companyId, { accountId, status: 'SUCCESS' });
    const other = await createCompany(test.owner);
    const stranger = await createMember(test.owner, { companyId: other, role: 'client_admin' });
    for (const each of [id, payment]) {
      const answer = await ask(each, stranger);
      expect([answer.status, answer.body.message]).toEqual([404, 'Transaction not found']);
    }
    const role = await createRoleWith(test.owner, 'canManageAccounts');
    const nobody = await createMember(test.owner, { companyId, role });
    expect((await ask(id, nobody)).status).toBe(403);
    expect((await test.call(null, 'GET', `/Transaction/${id}`)).status).toBe(401);
  });
});
