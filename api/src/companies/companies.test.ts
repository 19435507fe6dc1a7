import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createMember, createStaff, type TestActor } from '../../test/actors.ts';
import { createTestApp, type TestApp } from '../../test/app.ts';
import { someoneWaits } from '../../test/database.ts';
import {
  createAccount,
  createCompany,
  createPayment,
  createTransaction,
  factoryPassword,
} from '../../test/factories.ts';
import { platformScope } from '../db/scope.ts';
import { uuidV7 } from '../db/uuid.ts';
import type { Posting } from '../ledger/posting.ts';
import { finishAll, postAll } from '../ledger/posting.queries.ts';
import { systemAccountsOf } from '../ledger/system-accounts.ts';

const input = {
  name: 'Kira Road WiFi',
  email: 'hello@kiraroad.test',
  phone: '+256 772 555111',
  address: 'Kira Road, Kampala',
  website: 'https://kiraroad.example',
  logoUrl: null,
  description: null,
};
const unknownId = '00000000-0000-7000-8000-00000000dead';

let test: TestApp;
let staff: TestActor;

beforeAll(async () => {
  test = await createTestApp();
  staff = await createStaff(test.owner);
});

const stored = (id: string) => test.owner.row('select * from companies where id = $1', [id]);

describe('list', () => {
  let names: string[];
  beforeAll(async () => {
    await test.owner.rows('update companies set archived_at = now()');
    await createCompany(test.owner, { name: 'beta shop', email: 'x@zulu.test' });
    await createCompany(test.owner, { name: 'Alpha', email: 'b@alpha.test' });
    const rich = await createCompany(test.owner, { name: 'Gamma', email: 'Hippo@gamma.test' });
    await createAccount(test.owner, rich, { balance: 123_456n });
    await createAccount(test.owner, rich, { balance: 44n });
    for (let n = 1; n <= 9; n++) await createCompany(test.owner, { name: `Filler ${n}` });
  });
  const list = async (query = '') => {
    const answer = await test.call(staff, 'GET', `/Company${query}`);
    expect(answer.status).toBe(200);
    names = answer.body.data.map((company: { name: string }) => company.name);
    return answer.body;
  };

  it('answers all companies by name, case-insensitively, without paging', async () => {
    const { meta } = await list();
    expect(names.slice(0, 3)).toEqual(['Alpha', 'beta shop', 'Filler 1']);
    expect(names).toHaveLength(12);
    expect(meta).toMatchObject({ totalCount: 12, totalPages: 1, totalBalance: 1235 });
  });

  it('answers one page and the totals over all pages', async () => {
    const { meta } = await list('?page=2');
    expect(names).toHaveLength(2);
    expect(meta).toEqual({
      totalCount: 12,
      totalPages: 2,
      page: 2,
      pageSize: 10,
      totalBalance: 1235,
    });
  });

  it('shows the last page when asked for one past the end', async () => {
    expect((await list('?page=99')).meta).toMatchObject({ page: 2 });
    expect(names).toHaveLength(2);
  });

  it('searches name and email without case, and sums only what passes', async () => {
    expect((await list('?page=1&search=HIPPO')).meta).toMatchObject({
      totalCount: 1,
      totalBalance: 1235,
    });
    expect(names).toEqual(['Gamma']);
    await list('?search=BETA');
    expect(names).toEqual(['beta shop']);
  });

  it.each(['772 000', '0772 0000', '256772000', '%2B256 772000000'])(
    'finds phones by %s',
    async (text) => {
      await list(`?search=${text}`);
      expect(names).toHaveLength(12);
    },
  );

  it('searches the phone as typed and takes wildcards literally', async () => {
    await list('?search=772 000');
    expect(names).toHaveLength(12);
    await list('?search=%25');
    expect(names).toEqual([]);
  });

  it('sorts by any column in both directions', async () => {
    await list('?sort=name&direction=desc');
    expect(names[0]).toBe('Gamma');
    await list('?sort=createdAt');
    expect(names[0]).toBe('beta shop');
    await list('?sort=email');
    expect(names[0]).toBe('Alpha');
    await list('?sort=balance&direction=desc');
    expect(names[0]).toBe('Gamma');
    await list('?sort=balance&page=2');
    expect(names.at(-1)).toBe('Gamma');
  });

  it('narrows to a status, and says when each was last active', async () => {
    const inactive = await createCompany(test.owner, { name: 'Stopped' });
    await createAccount(test.owner, inactive);
    await test.call(staff, 'POST', `/Company/${inactive}/suspend`, { reason: 'Asked by the bank' });
    const { data } = await list('?status=active');
    expect(names).toEqual(['Gamma']);
    expect(data[0]).toMatchObject({ status: 'Active', lastActiveOn: expect.any(String) });
    const { data: pending, meta } = await list('?status=pending&search=filler');
    expect(pending[0]).toMatchObject({ status: 'Pending', lastActiveOn: null });
    expect(meta).toMatchObject({ totalCount: 9, totalBalance: 0 });
    await list('?status=suspended');
    expect(names).toEqual(['Stopped']);
    await test.owner.rows('update companies set archived_at = now() where id = $1', [inactive]);
  });

  it.each(['?page=0', '?page=x', '?sort=password', '?page=1&page=2', '?limit=5', '?direction=up'])(
    'refuses %s',
    async (query) => {
      const answer = await test.call(staff, 'GET', `/Company${query}`);
      expect(answer.status).toBe(400);
      expect(answer.body).toMatchObject({ success: false, code: 'validation_failed' });
    },
  );
});

describe('create', () => {
  it('stores the trimmed input and writes the audit log', async () => {
    const answer = await test.call(staff, 'POST', '/Company', {
      ...input,
      name: '  Kira Road WiFi ',
    });
    expect(answer.status).toBe(200);
    expect(answer.body.data).toMatchObject({
      ...input,
      phone: '+256772555111',
      companyName: input.name,
      status: 'Pending',
    });
    expect(await stored(answer.body.data.id)).toMatchObject({
      name: input.name,
      archived_at: null,
    });
    const log = await test.owner.row('select * from audit_log where subject_id = $1', [
      answer.body.data.id,
    ]);
    expect(log).toMatchObject({
      action: 'companies.create',
      actor_id: staff.userId,
      result: 'done',
    });
  });

  it.each([
    ['demo-one.ug', 'https://demo-one.ug'],
    [' www.demo-one.ug/about?from=card ', 'https://www.demo-one.ug/about?from=card'],
    ['demo-one.ug:8443', 'https://demo-one.ug:8443'],
    ['http://demo-one.ug', 'http://demo-one.ug'],
  ])('stores the website %j as %j', async (website, stored) => {
    const email = `${crypto.randomUUID()}@kiraroad.example`;
    const answer = await test.call(staff, 'POST', '/Company', { ...input, email, website });
    expect(answer.body.data).toMatchObject({ website: stored });
  });

  it.each([
    ['name', '', 'Company name is required'],
    ['name', 'A', 'Name must be at least 2 characters'],
    ['email', '', 'Email is required'],
    ['email', 'not an email', 'Invalid email format'],
    ['name', '\u200b\u200b\u200b', 'Company name is required'],
    ['name', 'safe\u202elive', 'Must not contain control characters'],
    ['website', 'https://a b', 'Invalid website URL'],
    ['phone', ' ', 'Phone number is required'],
    ['phone', 'abc', 'Please enter a valid phone number'],
    ['phone', '0772 12345', 'Please enter a valid phone number'],
    ['address', '', 'Address is required'],
    ['website', 'javascript:alert(1)', 'Invalid website URL'],
    ['website', 'demo-one', 'Invalid website URL'],
    ['website', 'grace@demo-one.ug', 'Invalid website URL'],
    ['logoUrl', 'ftp://files.test/logo.png', 'Invalid logo URL'],
  ])('refuses %s %j: %s', async (field, value, message) => {
    const answer = await test.call(staff, 'POST', '/Company', { ...input, [field]: value });
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ errors: [message], fields: { [field]: message } });
  });

  it('refuses a taken email and names the field', async () => {
    await createCompany(test.owner, { email: 'taken@example.test' });
    const answer = await test.call(staff, 'POST', '/Company', {
      ...input,
      email: 'TAKEN@example.test',
    });
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({
      code: 'already_in_use',
      errors: ['Email is already in use'],
      fields: { email: 'Email is already in use' },
    });
  });
});

describe('change', () => {
  let id: string;
  beforeEach(async () => {
    id = await createCompany(test.owner);
  });

  it('replaces every field and records which ones changed', async () => {
    const answer = await test.call(staff, 'PUT', `/Company/${id}`, {
      ...input,
      email: `${id}@example.test`,
    });
    expect(answer.body.data).toMatchObject({ name: input.name, website: input.website });
    const log = await test.owner.row<{
      details: Record<'from' | 'to', object> & { changed: string[] };
    }>("select details from audit_log where subject_id = $1 and action = 'companies.update'", [id]);
    expect(log?.details.changed).toEqual(['name', 'email', 'phone', 'address', 'website']);
    expect(log?.details.from).toMatchObject({ phone: '+256 772 000000', website: null });
    expect(log?.details.to).toMatchObject({ phone: '+256772555111', website: input.website });
  });

  it('records only the beginning of a long text', async () => {
    const description = 'word '.repeat(300);
    await test.call(staff, 'PUT', `/Company/${id}`, {
      ...input,
      email: `${id}@example.test`,
      description,
    });
    const log = await test.owner.row<{ told: string }>(
      "select details->'to'->>'description' as told from audit_log where subject_id = $1",
      [id],
    );
    expect(log?.told).toHaveLength(200);
    expect(log?.told.endsWith('...')).toBe(true);
  });

  it('does not overwrite a change that the caller has not seen', async () => {
    const read = async () => (await test.call(staff, 'GET', `/Company/${id}`)).body.data;
    const change = (phone: string, updatedAt: string) =>
      test.call(staff, 'PUT', `/Company/${id}`, {
        ...input,
        email: `${id}@x.test`,
        phone,
        updatedAt,
      });
    const seen = await read();
    expect((await change('0772 000111', seen.updatedAt)).status).toBe(200);
    const late = await change('0772 000222', seen.updatedAt);
    expect(late.status).toBe(409);
    expect(late.body.message).toBe(
      'Someone else changed this company in the meantime. Look at what changed, then save again.',
    );
    expect((await read()).phone).toBe('+256772000111');
    expect((await change('0772 000333', (await read()).updatedAt)).status).toBe(200);
  });

  it.each(['id', 'createdAt', 'balance', 'isHeadOffice', 'archived_at', '__proto__'])(
    'refuses the forbidden field %s and changes nothing',
    async (field) => {
      const before = await stored(id);
      const answer = await test.call(staff, 'PUT', `/Company/${id}`, { ...input, [field]: 'x' });
      expect(answer.status).toBe(400);
      expect(answer.body.errors).toEqual([`Unknown field: ${field}`]);
      expect(await stored(id)).toEqual(before);
    },
  );

  it.each(['GET', 'PUT', 'DELETE'] as const)(
    '%s of an unknown or malformed id is a 404',
    async (method) => {
      for (const path of [`/Company/${unknownId}`, '/Company/17']) {
        const answer = await test.call(staff, method, path, method === 'PUT' ? input : undefined);
        expect(answer.status).toBe(404);
        expect(answer.body.message).toBe('Company not found');
      }
    },
  );
});

describe('delete', () => {
  it('an archived company is gone from the API, kept in the database, and its users are signed out', async () => {
    const member = await createMember(test.owner);
    const id = member.companyId ?? '';
    expect((await test.call(member, 'GET', `/Company/${id}`)).status).toBe(200);
    expect((await test.call(staff, 'DELETE', `/Company/${id}`)).body).toMatchObject({
      success: true,
      data: null,
    });
    expect((await test.call(staff, 'GET', `/Company/${id}`)).status).toBe(404);
    expect((await test.call(member, 'GET', `/Company/${id}`)).status).toBe(401);
    expect(await stored(id)).toMatchObject({ archived_at: expect.any(Date) });
    expect((await test.call(staff, 'DELETE', `/Company/${id}`)).status).toBe(404);
  });

  it('frees the emails and usernames of its users and keeps their history', async () => {
    const member = await createMember(test.owner);
    const id = member.companyId ?? '';
    const person = () =>
      test.owner.row<{ email: string; username: string; deleted_at: Date | null }>(
        'select email, username, deleted_at from users where id = $1',
        [member.userId],
      );
    const again = async () => {
      const { email, username } = (await person()) ?? {};
      return test.call(staff, 'POST', '/User', {
        firstName: 'New',
        lastName: 'Start',
        username,
        email,
        companyId: await createCompany(test.owner),
        password: 'Mango-tree-7',
      });
    };
    expect(Object.keys((await again()).body.fields ?? {})).toEqual(['email', 'username']);
    expect((await test.call(staff, 'DELETE', `/Company/${id}`)).status).toBe(200);
    expect(await person()).toMatchObject({ deleted_at: expect.any(Date) });
    const created = await again();
    expect(created.status, created.text).toBe(200);
    // The deleted user cannot be found, changed or signed in.
    expect((await test.call(staff, 'GET', `/User/${member.userId}`)).status).toBe(404);
    const { email = '' } = (await person()) ?? {};
    const login = (password: string) => test.call(null, 'POST', '/Auth/login', { email, password });
    expect((await login(factoryPassword)).status).toBe(401);
    expect((await login('Mango-tree-7')).body.data.user.id).toBe(created.body.data.id);
    const found = await test.call(staff, 'GET', `/User?search=${encodeURIComponent(email)}`);
    expect(found.body.data.map((user: { id: string }) => user.id)).toEqual([created.body.data.id]);
    const log = await test.owner.row(
      "select details from audit_log where subject_id = $1 and action = 'companies.remove'",
      [id],
    );
    expect(log).toMatchObject({ details: { usersDeleted: 1 } });
  });

  it('deactivates its API credentials in the same transaction, but not when refused', async () => {
    const id = await createCompany(test.owner);
    const account = await createAccount(test.owner, id, { balance: 100n });
    const { recordId } = (await test.call(staff, 'POST', '/Company/credentials', { companyId: id }))
      .body.data;
    const isActive = async () =>
      (
        await test.owner.row<{ is_active: boolean }>(
          'select is_active from company_credentials where id = $1',
          [recordId],
        )
      )?.is_active;
    expect((await test.call(staff, 'DELETE', `/Company/${id}`)).status).toBe(409);
    expect(await isActive()).toBe(true);
    await createTransaction(test.owner, id, account, { amount: -100n });
    expect((await test.call(staff, 'DELETE', `/Company/${id}`)).status).toBe(200);
    expect(await isActive()).toBe(false);
    // They cannot be reactivated either.
    const on = await test.call(staff, 'PATCH', '/Company/credentials/deactivate', {
      recordId,
      companyId: id,
    });
    expect(on).toMatchObject({ status: 404, body: { message: 'Company not found' } });
    expect(await isActive()).toBe(false);
  });

  it('is refused while the company holds money', async () => {
    const id = await createCompany(test.owner);
    await createAccount(test.owner, id, { balance: 123_450n });
    const answer = await test.call(staff, 'DELETE', `/Company/${id}`);
    expect(answer.status).toBe(409);
    expect(answer.body.message).toBe(
      'Company still holds UGX 1,234.50. Pay it out or move it first.',
    );
    expect(await stored(id)).toMatchObject({ archived_at: null });
    const log = await test.owner.row(
      "select action, actor_id, details from audit_log where subject_id = $1 and result = 'refused'",
      [id],
    );
    expect(log).toEqual({
      action: 'companies.remove',
      actor_id: staff.userId,
      details: { code: 'refused' },
    });
  });

  it('is refused while a transaction is pending', async () => {
    const id = await createCompany(test.owner);
    await createAccount(test.owner, id, { balance: 500n, held: 500n });
    const answer = await test.call(staff, 'DELETE', `/Company/${id}`);
    expect(answer.body.message).toBe(
      'Company has unfinished transactions. Wait until they are done.',
    );
  });

  it('is refused while a payer is still being asked to pay', async () => {
    const id = await createCompany(test.owner);
    const accountId = await createAccount(test.owner, id);
    await createPayment(test.owner, id, { accountId, status: 'PROCESSING' });
    const refused = await test.call(staff, 'DELETE', `/Company/${id}`);
    expect(refused.body.message).toBe(
      'Company has unfinished transactions. Wait until they are done.',
    );
  });

  it('is possible when a payer has declined', async () => {
    const id = await createCompany(test.owner);
    const accountId = await createAccount(test.owner, id);
    await createPayment(test.owner, id, { accountId, status: 'FAILED' });
    expect((await test.call(staff, 'DELETE', `/Company/${id}`)).status).toBe(200);
  });

  it('is refused while a payment awaits a decision', async () => {
    const id = await createCompany(test.owner);
    const accountId = await createAccount(test.owner, id);
    const paymentId = await createPayment(test.owner, id, { accountId, status: 'FAILED' });
    const reviewId = uuidV7();
    await test.owner.rows(
      `insert into payment_reviews (id, company_id, payment_id, kind)
       values ($1, $2, $3, 'late_success')`,
      [reviewId, id, paymentId],
    );
    const refused = await test.call(staff, 'DELETE', `/Company/${id}`);
    expect(refused.body.message).toBe(
      'Company has unfinished transactions. Wait until they are done.',
    );
    expect(await stored(id)).toMatchObject({ archived_at: null });
    await test.owner.rows('update payment_reviews set closed_at = now() where id = $1', [reviewId]);
    expect((await test.call(staff, 'DELETE', `/Company/${id}`)).status).toBe(200);
  });

  it('is refused while incoming money is pending', async () => {
    const id = await createCompany(test.owner);
    const accountId = await createAccount(test.owner, id);
    const posting = { companyId: id, accountId, kind: 'collection', description: 'On its way' };
    const [waiting] = await postAll(test.owner, [
      { ...posting, type: 'credit', amount: 700n, hold: 0n, legs: [], key: 'expected' },
    ]);
    const refused = await test.call(staff, 'DELETE', `/Company/${id}`);
    expect(refused.status).toBe(409);
    expect(refused.body.message).toBe(
      'Company has unfinished transactions. Wait until they are done.',
    );
    expect(await stored(id)).toMatchObject({ archived_at: null });
    const transactionId = waiting?.transactionId ?? '';
    await finishAll(test.owner, [
      { companyId: id, accountId, transactionId, to: 'failed', legs: [], reason: 'Declined' },
    ]);
    expect((await test.call(staff, 'DELETE', `/Company/${id}`)).status).toBe(200);
  });

  it('waits for a concurrent posting and allows none afterwards', async () => {
    const companyId = await createCompany(test.owner);
    const accountId = await createAccount(test.owner, companyId);
    const { settlement } = await systemAccountsOf(test.owner, companyId);
    const move = (amount: bigint, key: string): Posting => ({
      companyId,
      accountId,
      type: amount > 0n ? 'credit' : 'debit',
      amount: amount > 0n ? amount : -amount,
      legs: [
        { accountId: settlement, amount: -amount },
        { accountId, amount },
      ],
      kind: 'test',
      key,
      description: 'Racing',
    });
    const remove = () => test.call(staff, 'DELETE', `/Company/${companyId}`);
    const deleting = await test.database.within(platformScope, async (db) => {
      await postAll(db, [move(900n, 'in')]);
      const answer = remove();
      await Promise.race([answer, someoneWaits(test.owner)]);
      return { answer };
    });
    expect((await deleting.answer).status).toBe(409);
    expect(await postAll(test.owner, [move(-900n, 'out')])).toMatchObject([
      { status: 'completed' },
    ]);
    expect((await remove()).status).toBe(200);
    expect(await postAll(test.owner, [move(900n, 'late')])).toMatchObject([
      { status: 'failed', reason: 'inactive_account' },
    ]);
  });

  it('archives once when requested twice concurrently', async () => {
    const id = await createCompany(test.owner);
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => test.call(staff, 'DELETE', `/Company/${id}`)),
    );
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 404, 404, 404, 404]);
  });
});

describe('another company', () => {
  it('is answered like a company that does not exist', async () => {
    const stranger = await createMember(test.owner);
    const id = await createCompany(test.owner);
    const foreign = await test.call(stranger, 'GET', `/Company/${id}`);
    const unknown = await test.call(stranger, 'GET', `/Company/${unknownId}`);
    expect(foreign.status).toBe(404);
    expect({ ...foreign.body, requestId: '' }).toEqual({ ...unknown.body, requestId: '' });
  });

  it("cannot be changed by a company user, nor can the user's own company", async () => {
    const stranger = await createMember(test.owner);
    for (const id of [await createCompany(test.owner), stranger.companyId ?? '']) {
      const before = await stored(id);
      expect((await test.call(stranger, 'PUT', `/Company/${id}`, input)).status).toBe(403);
      expect((await test.call(stranger, 'DELETE', `/Company/${id}`)).status).toBe(403);
      expect(await stored(id)).toEqual(before);
    }
    const refused = await test.owner.rows(
      "select action from audit_log where actor_id = $1 and result = 'refused'",
      [stranger.userId],
    );
    expect(refused).toHaveLength(4);
  });
});
