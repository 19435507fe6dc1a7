import { createMember, createStaff, type TestActor } from './actors.ts';
import type { TestAnswer, TestApp } from './app.ts';
import { createAccount, factoryPassword } from './factories.ts';

/** A company with money and an approved bank account, and two people of the provider. */
export interface SettlementDesk {
  readonly owner: TestActor;
  readonly companyId: string;
  readonly accountId: string;
  readonly bankAccountId: string;
  readonly clerk: TestActor;
  readonly second: TestActor;
  ask(amount: number | null, more?: object): Promise<TestAnswer>;
  /** Its id; asked for and not refused. */
  asked(amount: number | null): Promise<string>;
  batch(...ids: string[]): Promise<TestAnswer>;
  /** A batch that the second person approved. */
  batched(...ids: string[]): Promise<string>;
  pay(id: string, bankReference?: string): Promise<TestAnswer>;
  giveBack(id: string, reason?: string): Promise<TestAnswer>;
  /** As the second person approved it. */
  returned(id: string, reason?: string): Promise<TestAnswer>;
  cancel(id: string): Promise<TestAnswer>;
  stateOf(id: string): Promise<string>;
  balance(): Promise<{ balance: number; held: number }>;
}

let number = 0;
const someBankAccount = () => ({
  bank: 'Stanbic Bank',
  branch: 'Garden City',
  accountName: 'Kintu Traders Ltd',
  accountNumber: `9030 0${String(++number).padStart(8, '0')}`,
});

/** What waits for a second person, decided by one. */
export async function decide(
  test: TestApp,
  person: TestActor,
  approvalId: string | null,
  decision: 'approve' | 'reject' = 'approve',
): Promise<TestAnswer> {
  const { askedAt } = (await test.call(person, 'GET', `/Approvals/${approvalId}`)).body.data;
  const body = { askedAt, ...(decision === 'reject' && { reason: 'No' }) };
  return test.call(person, 'POST', `/Approvals/${approvalId}/${decision}`, body);
}

/** The newest request of a kind that waits. */
export async function waitingId(test: TestApp, kind: string): Promise<string> {
  const row = await test.owner.row<{ id: string }>(
    "select id from approvals where kind = $1 and state = 'waiting' order by asked_at desc limit 1",
    [kind],
  );
  if (!row) throw new Error(`No ${kind} waits`);
  return row.id;
}

export async function addBankAccount(
  test: TestApp,
  person: TestActor,
  companyId: string,
  fields: object = {},
): Promise<TestAnswer> {
  const body = { ...someBankAccount(), currentPassword: factoryPassword, ...fields };
  return test.call(person, 'POST', `/Company/${companyId}/bank-accounts`, body);
}

export async function openSettlementDesk(
  test: TestApp,
  { balance = 1_000_000_00n }: { balance?: bigint } = {},
): Promise<SettlementDesk> {
  const owner = await createMember(test.owner);
  const companyId = owner.companyId ?? '';
  const accountId = await createAccount(test.owner, companyId, { balance });
  const clerk = await createStaff(test.owner, 'Finance');
  const second = await createStaff(test.owner, 'Finance');
  const added = await addBankAccount(test, owner, companyId);
  const bankAccountId: string = added.body.data.id;
  await decide(test, second, await waitingId(test, 'bank-account'));

  const ask: SettlementDesk['ask'] = (amount, more = {}) => {
    const body = { accountId, bankAccountId, amount, ...more };
    return test.call(owner, 'POST', `/Company/${companyId}/settlements`, body);
  };
  const batch: SettlementDesk['batch'] = (...ids) =>
    test.call(clerk, 'POST', '/SettlementBatches', { settlements: ids });
  const giveBack: SettlementDesk['giveBack'] = (id, reason = 'Account closed') =>
    test.call(clerk, 'POST', `/Settlements/${id}/returned`, { reason });
  return {
    owner,
    companyId,
    accountId,
    bankAccountId,
    clerk,
    second,
    ask,
    batch,
    asked: async (amount) => (await ask(amount)).body.data.id,
    batched: async (...ids) => {
      const { id, approvalId } = (await batch(...ids)).body.data;
      await decide(test, second, approvalId);
      return id;
    },
    pay: (id, bankReference = 'BNK-1') =>
      test.call(clerk, 'POST', `/Settlements/${id}/paid`, { bankReference }),
    giveBack,
    returned: async (id, reason) => {
      const meta = (await giveBack(id, reason)).body.meta as { approvalId: string };
      return decide(test, second, meta.approvalId);
    },
    cancel: (id) => test.call(owner, 'POST', `/Settlements/${id}/cancel`),
    stateOf: async (id) => {
      const sql = 'select state from settlements where id = $1';
      return (await test.owner.row<{ state: string }>(sql, [id]))?.state ?? '';
    },
    balance: async () => {
      const row = await test.owner.row<{ balance: string; held: string }>(
        'select balance, held from accounts where id = $1',
        [accountId],
      );
      return { balance: Number(row?.balance) / 100, held: Number(row?.held) / 100 };
    },
  };
}

interface Settling {
  readonly companyId: string;
  readonly accountId: string;
  readonly owner: TestActor;
  /** Two people of the provider. */
  readonly asker: TestActor;
  readonly approver: TestActor;
}

/** All that is available, to a new bank account, as paid. */
export async function settleAll(
  test: TestApp,
  { companyId, accountId, owner, asker, approver }: Settling,
): Promise<void> {
  const { id: bankAccountId } = (await addBankAccount(test, owner, companyId)).body.data;
  await decide(test, approver, await waitingId(test, 'bank-account'));
  const body = { accountId, bankAccountId, amount: null };
  const asked = await test.call(owner, 'POST', `/Company/${companyId}/settlements`, body);
  const { id } = asked.body.data;
  const batch = await test.call(asker, 'POST', '/SettlementBatches', { settlements: [id] });
  await decide(test, approver, batch.body.data.approvalId);
  await test.call(asker, 'POST', `/Settlements/${id}/paid`, { bankReference: 'BNK-1' });
}
