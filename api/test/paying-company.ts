import { dayMs, kampalaDay, startOfDay } from '@sente/contract/kampala';
import { setTimeout } from 'node:timers/promises';
import { beforeAll, beforeEach, expect } from 'vitest';
import { uuidV7 } from '../src/db/uuid.ts';
import { createMember, createStaff, type TestActor } from './actors.ts';
import { createTestApp, type TestAnswer, type TestApp } from './app.ts';
import { createAccount } from './factories.ts';
import { callSigned, createCredential, type TestCredential } from './signed.ts';

/** A company with an account, a manager and an API key, for each test a new one, and two people at the provider. */
export interface PayingCompany {
  readonly test: TestApp;
  readonly staff: TestActor;
  readonly second: TestActor;
  readonly owner: TestActor;
  readonly manager: TestActor;
  readonly companyId: string;
  readonly accountId: string;
  readonly credential: TestCredential;
}

/** Its fields are set before each test of the file. */
export function payingCompany(): PayingCompany {
  const given = {} as { -readonly [Name in keyof PayingCompany]: PayingCompany[Name] };
  beforeAll(async () => {
    given.test = await createTestApp();
    given.staff = await createStaff(given.test.owner, 'Admin');
    given.second = await createStaff(given.test.owner, 'Admin');
  });
  beforeEach(beginWithinDay, 2 * lastOfDayMs);
  beforeEach(async () => {
    const { owner } = given.test;
    given.owner = await createMember(owner);
    const companyId = given.owner.companyId ?? '';
    given.companyId = companyId;
    given.manager = await createMember(owner, { companyId, role: 'client_manager' });
    given.accountId = await createAccount(owner, companyId, { balance: 100_000_000_00n });
    given.credential = await createCredential(owner, companyId);
  });
  return given;
}

const lastOfDayMs = 30_000;

/** Limits and rules count by the day in Kampala, so no test begins at the end of one. */
async function beginWithinDay(): Promise<void> {
  const now = Date.now();
  const leftMs = startOfDay(kampalaDay(now)) + dayMs - now;
  if (leftMs < lastOfDayMs) await setTimeout(leftMs);
}

/** What people and systems do with the payouts of such a company. Amounts in UGX. */
export function payoutActs(given: PayingCompany) {
  const lastPayout = () =>
    given.test.owner.row<{
      id: string;
      approval: string;
      awaits_approval: boolean;
      is_due: boolean;
    }>(
      `select p.id, p.approval, p.awaits_approval, o.next_step_at is not null as is_due
       from payments p left join open_payments o on o.payment_id = p.id
       where p.company_id = $1 order by p.id desc limit 1`,
      [given.companyId],
    );
  const ask = (amount: number, actor = given.owner) =>
    given.test.call(actor, 'POST', `/Transaction/company/${given.companyId}/requests`, {
      kind: 'send-money',
      accountId: given.accountId,
      amount,
      phoneNumber: '0772123456',
      network: 'MTN',
      note: 'Rent',
    });
  const payThroughApi = (amount: number, phoneNumber = '256772123456', path = 'payouts') =>
    callSigned(given.test, given.credential, {
      method: 'POST',
      path: `/v1/Payments/${path}`,
      body: { phoneNumber, amount, reference: 'Order 7' },
      idempotencyKey: uuidV7(),
    });
  return {
    ask,
    payThroughApi,
    lastPayout,
    waitingPayout: async (amount: number, actor = given.owner): Promise<string> =>
      (await ask(amount, actor)).body.data.apiTransactionId,
    waitingApiPayout: async (amount: number): Promise<string> => {
      expect((await payThroughApi(amount)).status).toBe(202);
      return (await lastPayout())?.id ?? '';
    },
    setRule: (atOnceUpTo: number, colleagueUpTo: number, ceiling = colleagueUpTo) =>
      given.test.owner.rows(
        `insert into payout_rules (company_id, at_once_up_to, colleague_up_to, ceiling)
         values ($1, $2, $3, $4)
         on conflict (company_id) do update set at_once_up_to = excluded.at_once_up_to,
           colleague_up_to = excluded.colleague_up_to, ceiling = excluded.ceiling`,
        [given.companyId, atOnceUpTo * 100, colleagueUpTo * 100, ceiling * 100],
      ),
    state: (id: string) =>
      given.test.owner.row<{ awaits_approval: boolean; decision: string | null; is_due: boolean }>(
        `select p.awaits_approval, p.decision, o.next_step_at is not null as is_due
         from payments p left join open_payments o on o.payment_id = p.id where p.id = $1`,
        [id],
      ),
  };
}

/** Requests that wait, and what people decide about them. */
export function approvalActs(given: PayingCompany) {
  const get = async (actor: TestActor, id: string) =>
    (await given.test.call(actor, 'GET', `/Approvals/${id}`)).body.data;
  const decide = async (actor: TestActor, id: string, act: string, body = {}) => {
    const { askedAt } = await get(given.staff, id);
    return given.test.call(actor, 'POST', `/Approvals/${id}/${act}`, { askedAt, ...body });
  };
  const approve = (actor: TestActor, id: string) => decide(actor, id, 'approve');
  return {
    get,
    approve,
    reject: (actor: TestActor, id: string) => decide(actor, id, 'reject', { reason: 'Not agreed' }),
    /** What an answer says that it waits for. */
    approveAsked: (actor: TestActor, { body }: TestAnswer) =>
      approve(actor, (body.meta as { approvalId: string }).approvalId),
  };
}
