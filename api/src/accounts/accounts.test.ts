import { accountTypes, type Account } from '@sente/contract/accounts';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createMember, createStaff, type TestActor } from '../../test/actors.ts';
import { createTestApp, type TestApp } from '../../test/app.ts';
import { someoneWaits } from '../../test/database.ts';
import {
  createAccount,
  createCompany,
  createPayment,
  createTransaction,
} from '../../test/factories.ts';
import { platformScope } from '../db/scope.ts';
import { isAccountNumber } from '../ledger/account-number.ts';
import { findViolations } from '../ledger/invariants.ts';
import { systemAccountsOf } from '../ledger/system-accounts.ts';

const unknownId = '00000000-0000-7000-8000-00000000dead';

let test: TestApp;
let staff: TestActor;

beforeAll(async () => {
  test = await createTestApp();
  staff = await createStaff(test.owner);
});

const stored = (id: string) => test.owner.row('select * from accounts where id = $1', [id]);
const auditOf = (id: string) =>
  test.owner.rows(
    'select action, actor_id, company_id, result, details from audit_log where subject_id = $1 order by id',
    [id],
  );
const archive = (companyId: string) =>
  test.owner.rows('update companies set archived_at = now() where id = $1', [companyId]);
describe('list', () => {
  let names: string[];
  let alphaId: string;
  let oldest: Account;

  beforeAll(async () => {
    await test.owner.rows('update companies set archived_at = now()');
    alphaId = await createCompany(test.owner, { name: 'Alpha Traders' });
    const zuluId = await createCompany(test.owner, { name: 'zulu market' });
    const make = async (companyId: string, name: string, fields = {}, type = 2) => {
      const id = await createAccount(test.owner, companyId, fields);
      const typeName = accountTypes[type as keyof typeof accountTypes];
      await test.owner.rows(
        'update accounts set name = $2, type_code = $3, type_name = $4 where id = $1',
        [id, name, type, typeName],
      );
      return id;
    };
    const first = await make(zuluId, 'Petty cash', { balance: 12_345n }, 1);
    await test.owner.rows(
      `update accounts set opened_at = opened_at - interval '1 day' where id = $1`,
      [first],
    );
    await make(alphaId, 'airtime float', { balance: 700n, isActive: false });
    for (let n = 1; n <= 10; n++) await make(alphaId, `Branch ${n}`, { balance: 100n });
    const gone = await createCompany(test.owner, { name: 'Archived' });
    await make(gone, 'Airtime of nobody', { balance: 5n });
    await archive(gone);
    oldest = (await test.call(staff, 'GET', `/Account/${first}`)).body.data;
  });

  const list = async (query = '') => {
    const answer = await test.call(staff, 'GET', `/Account${query}`);
    expect(answer.status).toBe(200);
    names = answer.body.data.map((account: Account) => account.accountName);
    return answer.body;
  };

  it('answers all by name, with totals, without system accounts and archived companies', async () => {
    const { meta } = await list();
    expect(names).toHaveLength(12);
    expect(names.slice(0, 2)).toEqual(['airtime float', 'Branch 1']);
    expect(meta).toEqual({
      totalCount: 12,
      totalPages: 1,
      page: 1,
      pageSize: 12,
      activeCount: 11,
      inactiveCount: 1,
      suspendedCount: 0,
      companyCount: 2,
      totalBalance: 140.45,
    });
  });

  it('answers one page, the last one when asked for more, and totals over all pages', async () => {
    expect((await list('?page=2&pageSize=5')).meta).toMatchObject({ page: 2, totalPages: 3 });
    expect(names).toHaveLength(5);
    expect((await list('?page=9')).meta).toMatchObject({ page: 2, totalBalance: 140.45 });
    expect(names).toEqual(['Branch 9', 'Petty cash']);
  });

  it('searches name, number, id and company name, whatever the case', async () => {
    for (const search of ['PETTY', oldest.accountNumber, oldest.id.toUpperCase(), 'Zulu M']) {
      expect((await list(`?search=${search}`)).meta, search).toMatchObject({
        totalCount: 1,
        companyCount: 1,
        totalBalance: 123.45,
      });
      expect(names).toEqual(['Petty cash']);
    }
    await list('?search=%25');
    expect(names).toEqual([]);
  });

  it('filters by company, status and type, also together', async () => {
    await list(`?companyId=${alphaId}`);
    expect(names).toHaveLength(11);
    await list('?isActive=false');
    expect(names).toEqual(['airtime float']);
    await list('?type=SAVINGS');
    expect(names).toEqual(['Petty cash']);
    expect((await list(`?companyId=${alphaId}&isActive=true&type=savings`)).meta).toMatchObject({
      totalCount: 0,
      totalPages: 1,
      companyCount: 0,
      totalBalance: 0,
    });
  });

  it('counts accounts of a suspended company, and frozen ones, as neither active nor inactive', async () => {
    const company = await createCompany(test.owner, { name: 'Stopped' });
    const [first, second] = [
      await createAccount(test.owner, company),
      await createAccount(test.owner, company),
    ];
    const counts = async () => (await list(`?companyId=${company}`)).meta;
    await test.call(staff, 'POST', `/Account/${second}/freeze`, { reason: 'Asked by the bank' });
    expect(await counts()).toMatchObject({ activeCount: 1, inactiveCount: 0, suspendedCount: 1 });
    const { body } = await test.call(
      staff,
      'GET',
      `/Account?companyId=${company}&isActive=true&isSuspended=false`,
    );
    expect(body.data.map(({ id }: Account) => id)).toEqual([first]);
    await test.call(staff, 'POST', `/Company/${company}/suspend`, { reason: 'Asked by the bank' });
    expect(await counts()).toMatchObject({ activeCount: 0, inactiveCount: 0, suspendedCount: 2 });
    await archive(company);
  });

  it.each([
    ['name', 'airtime float', 'Petty cash'],
    ['company', 'airtime float', 'Petty cash'],
    ['type', 'airtime float', 'Petty cash'],
    ['balance', 'Branch 1', 'Petty cash'],
    ['openDate', 'Petty cash', 'Branch 10'],
  ])('sorts by %s in both directions', async (sort, first, last) => {
    await list(`?sort=${sort}`);
    expect(names[0]).toBe(first);
    expect(names.at(-1)).toBe(last);
    const ascending = names;
    await list(`?sort=${sort}&direction=desc`);
    expect(names).toEqual(ascending.toReversed());
  });

  it.each(['?page=0', '?sort=number', '?isActive=maybe', '?companyId=7', '?kind=fees'])(
    'refuses %s',
    async (query) => {
      expect((await test.call(staff, 'GET', `/Account${query}`)).status).toBe(400);
    },
  );
});

describe('reading', () => {
  let member: TestActor;
  let companyId: string;
  let id: string;
  let account: Account;

  beforeAll(async () => {
    member = await createMember(test.owner);
    companyId = member.companyId ?? '';
    id = await createAccount(test.owner, companyId, { balance: 250_050n });
    account = (await test.call(staff, 'GET', `/Account/${id}`)).body.data;
  });

  it('shows an account by id and by number, to staff and to its company', async () => {
    expect(account).toEqual({
      id,
      accountName: 'Main account',
      accountNumber: expect.stringMatching(/^\d{12}$/),
      accountType: 2,
      accountTypeName: 'Checking',
      isActive: true,
      freeze: null,
      isSuspended: false,
      balance: 2500.5,
      held: 0,
      openDate: expect.any(String),
      lastTransactionDate: expect.any(String),
      companyId,
      companyName: expect.stringMatching(/^Company /),
      updatedAt: expect.any(String),
    });
    for (const actor of [staff, member]) {
      for (const path of [`/Account/${id}`, `/Account/number/${account.accountNumber}`]) {
        expect((await test.call(actor, 'GET', path)).body.data, path).toEqual(account);
      }
    }
  });

  it('shows the balance of this moment', async () => {
    const before = Date.now();
    const { data } = (await test.call(member, 'GET', `/Account/${id}/balance`)).body;
    expect(data.currentBalance).toBe(2500.5);
    expect(Date.parse(data.asOfDate)).toBeGreaterThanOrEqual(before);
  });

  it('shows what payouts keep back, and which', async () => {
    const holder = await createMember(test.owner);
    const company = holder.companyId ?? '';
    const account = await createAccount(test.owner, company, { balance: 100_000n });
    const payout = { accountId: account, direction: 'payout', amount: 5_000n } as const;
    await createPayment(test.owner, company, { ...payout, status: 'PROCESSING' });
    await createPayment(test.owner, company, {
      ...payout,
      awaitsApproval: true,
      fee: 150n,
      description: 'Rent',
      phoneNumber: '256752000009',
      network: 'AIRTEL',
    });
    for (const actor of [staff, holder]) {
      const shown = (await test.call(actor, 'GET', `/Account/${account}`)).body.data;
      expect(shown).toMatchObject({ balance: 1_000, held: 101.5 });
      const { data } = (await test.call(actor, 'GET', `/Account/${account}/holds`)).body;
      expect(data).toEqual([
        {
          transactionId: expect.any(String),
          description: 'Rent',
          held: 51.5,
          awaitsApproval: true,
          heldUpBy: null,
          phoneNumber: '256752000009',
          network: 'AIRTEL',
          date: expect.any(String),
        },
        expect.objectContaining({ held: 50, awaitsApproval: false, network: 'MTN' }),
      ]);
    }
    await createPayment(test.owner, company, { ...payout, description: 'Not sent yet' });
    await test.owner.rows("select brake_trip_by_watcher($1, 'one-amount', 'Again', '[]')", [
      company,
    ]);
    const { data } = (await test.call(holder, 'GET', `/Account/${account}/holds`)).body;
    const why = 'the payouts of the company are stopped';
    expect(data.map((hold: { heldUpBy: string | null }) => hold.heldUpBy)).toEqual([
      why,
      why,
      null,
    ]);
    expect((await test.call(member, 'GET', `/Account/${id}/holds`)).body.data).toEqual([]);
    expect((await test.call(member, 'GET', `/Account/${account}/holds`)).status).toBe(404);
  });

  it("lists a company's accounts and nothing else", async () => {
    const answer = await test.call(member, 'GET', `/Account/company/${companyId}`);
    expect(answer.body.data).toEqual([account]);
    const empty = await createCompany(test.owner);
    expect((await test.call(staff, 'GET', `/Account/company/${empty}`)).body.data).toEqual([]);
    const unknown = await test.call(staff, 'GET', `/Account/company/${unknownId}`);
    expect(unknown.status).toBe(404);
    expect(unknown.body.message).toBe('Company not found');
  });

  it('system accounts and accounts of an archived company are not found', async () => {
    const { settlement } = await systemAccountsOf(test.owner, companyId);
    const archived = await createCompany(test.owner);
    const lost = await createAccount(test.owner, archived);
    const number = (await stored(lost)) as { number: string };
    await archive(archived);
    for (const path of [
      `/Account/${settlement}`,
      `/Account/${settlement}/balance`,
      `/Account/${settlement}/statement`,
      `/Account/${lost}`,
      `/Account/${lost}/balance`,
      `/Account/${lost}/statement`,
      `/Account/number/${number.number}`,
    ]) {
      const answer = await test.call(staff, 'GET', path);
      expect(answer.status, path).toBe(404);
      expect(answer.body.message).toBe('Account not found');
    }
    for (const path of [`/Account/${lost}`, `/Account/${lost}/deactivate`]) {
      const body =
        path === `/Account/${lost}` ? { accountName: 'New', isActive: false } : undefined;
      expect((await test.call(staff, 'PUT', path, body)).status, path).toBe(404);
    }
    expect(await stored(lost)).toMatchObject({ name: 'Main account', is_active: true });
    expect((await test.call(staff, 'GET', `/Account/company/${archived}`)).status).toBe(404);
  });

  it("answers another company's account exactly as one that does not exist", async () => {
    const stranger = await createMember(test.owner);
    for (const rest of ['', '/balance', '/statement']) {
      const foreign = await test.call(stranger, 'GET', `/Account/${id}${rest}`);
      const unknown = await test.call(stranger, 'GET', `/Account/${unknownId}${rest}`);
      expect(foreign.status).toBe(404);
      expect({ ...foreign.body, requestId: '' }).toEqual({ ...unknown.body, requestId: '' });
    }
  });
});

describe('create', () => {
  let companyId: string;
  beforeEach(async () => {
    companyId = await createCompany(test.owner);
  });
  const create = (fields: object, actor = staff) =>
    test.call(actor, 'POST', '/Account', {
      accountName: ' Main till ',
      accountType: 3,
      initialDeposit: 0,
      companyId,
      ...fields,
    });
  const transactionsOf = (accountId: string) =>
    test.owner.rows(
      'select type, amount::int, status, kind, description from transactions where account_id = $1',
      [accountId],
    );

  it('opens an empty account under a number of its own and writes the audit log', async () => {
    const answer = await create({});
    expect(answer.status).toBe(200);
    const { data } = answer.body;
    expect(data).toMatchObject({
      accountName: 'Main till',
      accountType: 3,
      accountTypeName: 'Business',
      isActive: true,
      balance: 0,
      lastTransactionDate: null,
      companyId,
    });
    expect(isAccountNumber(data.accountNumber)).toBe(true);
    expect(await transactionsOf(data.id)).toEqual([]);
    expect(await auditOf(data.id)).toEqual([
      {
        action: 'accounts.create',
        actor_id: staff.userId,
        company_id: companyId,
        result: 'done',
        details: { name: 'Main till', initialDeposit: 0 },
      },
    ]);
  });

  it.each(Object.entries(accountTypes))('stores type %s together with %s', async (code, name) => {
    const { data } = (await create({ accountType: Number(code) })).body;
    expect(await stored(data.id)).toMatchObject({ type_code: Number(code), type_name: name });
  });

  it.each([true, false])('books an initial deposit, active: %s', async (isActive) => {
    const { data } = (await create({ initialDeposit: 1234.56, isActive })).body;
    expect(data).toMatchObject({ balance: 1234.56, isActive });
    expect(data.lastTransactionDate).not.toBeNull();
    expect(await transactionsOf(data.id)).toEqual([
      {
        type: 'credit',
        amount: 123_456,
        status: 'completed',
        kind: 'deposit',
        description: 'Initial deposit',
      },
    ]);
    const { settlement } = await systemAccountsOf(test.owner, companyId);
    expect(await stored(settlement)).toMatchObject({ balance: '-123456' });
    expect(await test.database.within(platformScope, findViolations, 'ledger check')).toEqual([]);
  });

  it('leaves no account behind when the deposit cannot be booked', async () => {
    const { settlement } = await systemAccountsOf(test.owner, companyId);
    await test.owner.rows('update accounts set is_active = false where id = $1', [settlement]);
    expect((await create({ initialDeposit: 5 })).status).toBe(500);
    const rows = await test.owner.rows(
      "select 1 from accounts where company_id = $1 and kind = 'customer'",
      [companyId],
    );
    expect(rows).toEqual([]);
  });

  it('lets a company user open an account without a deposit, but not with one', async () => {
    const member = await createMember(test.owner, { companyId });
    expect((await create({ initialDeposit: 0 }, member)).body.data).toMatchObject({ balance: 0 });
    expect((await create({ initialDeposit: undefined }, member)).status).toBe(200);
    const refused = await create({ initialDeposit: 1 }, member);
    expect(refused.status).toBe(400);
    const message = 'Only an administrator can give an initial deposit';
    expect(refused.body).toMatchObject({ message, fields: { initialDeposit: message } });
    const viewer = await createMember(test.owner, { companyId, role: 'client_user' });
    expect((await create({}, viewer)).status).toBe(403);
    const stranger = await createMember(test.owner);
    expect((await create({}, stranger)).status).toBe(404);
    const rows = await test.owner.rows(
      "select 1 from accounts where company_id = $1 and kind = 'customer'",
      [companyId],
    );
    expect(rows).toHaveLength(2);
  });

  it('refuses a company that is unknown, or archived at this very moment', async () => {
    const unknown = await create({ companyId: unknownId });
    expect([unknown.status, unknown.body.message]).toEqual([404, 'Company not found']);
    const [archived, created] = await Promise.all([
      test.call(staff, 'DELETE', `/Company/${companyId}`),
      create({ initialDeposit: 1 }),
    ]);
    // Whichever is first wins; an archived company never has money.
    expect([archived.status, created.status].sort()).toEqual(
      archived.status === 200 ? [200, 404] : [200, 409],
    );
  });

  it('waits for a concurrent archiving of the company, then refuses', async () => {
    let created: Promise<unknown> = Promise.resolve();
    await test.database.within(platformScope, async (db) => {
      await db.rows('select 1 from companies where id = $1 for update', [companyId]);
      created = create({ initialDeposit: 1 }).then((answer) => answer.body.message);
      await someoneWaits(test.owner);
      await db.rows('update companies set archived_at = now() where id = $1', [companyId]);
    });
    expect(await created).toBe('Company not found');
  });

  it.each([
    ['accountName', '', 'Account name is required'],
    ['accountName', 'ab ', 'Account name must be at least 3 characters'],
    ['accountName', 'x'.repeat(101), 'Account name must not exceed 100 characters'],
    ['accountType', 5, 'Please select a valid account type'],
    ['initialDeposit', undefined, 'Initial deposit is required for new accounts'],
    ['initialDeposit', -1, 'Initial deposit must be a valid positive number'],
    ['initialDeposit', 0.001, 'Initial deposit must be a valid positive number'],
    ['initialDeposit', 1_000_000_000.01, 'Initial deposit amount is too large'],
    ['initialDeposit', 1e21, 'Initial deposit amount is too large'],
  ])('refuses %s %j: %s', async (field, value, message) => {
    const answer = await create({ [field]: value });
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ errors: [message], fields: { [field]: message } });
  });
});

describe('change', () => {
  let companyId: string;
  let id: string;
  beforeEach(async () => {
    companyId = await createCompany(test.owner);
    id = await createAccount(test.owner, companyId, { balance: 900n });
  });
  const change = (body: object, actor = staff) => test.call(actor, 'PUT', `/Account/${id}`, body);

  it('renames, deactivates and reactivates, and records what changed', async () => {
    const renamed = await change({ accountName: ' Second till ', isActive: true });
    expect(renamed.body.data).toMatchObject({ accountName: 'Second till', balance: 9 });
    await change({ accountName: 'Second till', accountType: 2, isActive: false });
    await change({ accountName: 'Third till', isActive: true });
    const log = (await auditOf(id)) as { action: string; details: object; company_id: string }[];
    expect(log.map(({ action, details }) => [action, details])).toEqual([
      [
        'accounts.update',
        {
          changed: ['accountName'],
          from: { accountName: 'Main account' },
          to: { accountName: 'Second till' },
        },
      ],
      [
        'accounts.update',
        { changed: ['isActive'], from: { isActive: true }, to: { isActive: false } },
      ],
      [
        'accounts.update',
        {
          changed: ['accountName', 'isActive'],
          from: { accountName: 'Second till', isActive: false },
          to: { accountName: 'Third till', isActive: true },
        },
      ],
    ]);
    expect(log[0]?.company_id).toBe(companyId);
  });

  it('does not overwrite a concurrent change', async () => {
    const seen = (await test.call(staff, 'GET', `/Account/${id}`)).body.data as Account;
    await createTransaction(test.owner, companyId, id, { amount: 100n });
    const first = { accountName: 'First come', isActive: true, updatedAt: seen.updatedAt };
    expect((await change(first)).body.data).toMatchObject({ accountName: 'First come' });
    const before = await stored(id);
    const late = { accountName: seen.accountName, isActive: false, updatedAt: seen.updatedAt };
    const answer = await change(late);
    expect(answer.status).toBe(409);
    expect(answer.body).toMatchObject({
      message:
        'Someone else changed this account in the meantime. Look at what changed, then save again.',
    });
    expect(await stored(id)).toEqual(before);
    // An update to the current values is no conflict.
    expect((await change(first)).status).toBe(200);
    expect(await stored(id)).toEqual(before);
  });

  it('refuses another type and changes nothing', async () => {
    const before = await stored(id);
    const message = 'Account type cannot be changed after creation';
    const answer = await change({ accountName: 'Other name', accountType: 1, isActive: false });
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ message, fields: { accountType: message } });
    expect(await stored(id)).toEqual(before);
  });

  it('deactivates once, even while money is held; a second call changes nothing', async () => {
    await createTransaction(test.owner, companyId, id, { amount: -500n, isPending: true });
    const first = await test.call(staff, 'PUT', `/Account/${id}/deactivate`);
    expect(first.body.data).toMatchObject({ id, isActive: false, balance: 9 });
    const after = await stored(id);
    const second = await test.call(staff, 'PUT', `/Account/${id}/deactivate`);
    expect(second.status).toBe(200);
    expect(second.body.data).toEqual(first.body.data);
    expect((await change({ accountName: 'Main account', isActive: false })).status).toBe(200);
    expect(await stored(id)).toEqual(after);
    expect(await auditOf(id)).toHaveLength(1);
  });

  it('loses no concurrent posting', async () => {
    await Promise.all(
      Array.from({ length: 40 }, (_, n) =>
        n % 2 === 0
          ? change({ accountName: `Name ${n}`, isActive: true })
          : createTransaction(test.owner, companyId, id, { amount: 100n }),
      ),
    );
    expect(await stored(id)).toMatchObject({ balance: '2900', entry_count: '21' });
    expect(await test.database.within(platformScope, findViolations, 'ledger check')).toEqual([]);
  });

  it('only staff can change accounts, and never system accounts', async () => {
    const member = await createMember(test.owner, { companyId });
    const body = { accountName: 'Mine now', isActive: false };
    expect((await change(body, member)).status).toBe(403);
    expect((await test.call(member, 'PUT', `/Account/${id}/deactivate`)).status).toBe(403);
    expect(await stored(id)).toMatchObject({ name: 'Main account', is_active: true });
    const { settlement } = await systemAccountsOf(test.owner, companyId);
    for (const other of [settlement, unknownId]) {
      expect((await test.call(staff, 'PUT', `/Account/${other}`, body)).status).toBe(404);
      expect((await test.call(staff, 'PUT', `/Account/${other}/deactivate`)).status).toBe(404);
    }
    expect(await stored(settlement)).toMatchObject({ is_active: true });
  });
});
