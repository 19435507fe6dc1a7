import { fillPath, type Endpoint } from '@sente/contract/endpoint';
import { testModeRule, type Mode } from '@sente/contract/test-mode';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Db } from '../src/db/database.ts';
import { toShortId } from '../src/db/short-id.ts';
import { uuidV7 } from '../src/db/uuid.ts';
import { newCode } from '../src/payment-links/codes.ts';
import { createMember, createStaff, type TestActor } from './actors.ts';
import {
  createAccount,
  createExamination,
  createPayment,
  createTransaction,
  createUser,
} from './factories.ts';
import { fingerprint } from './fingerprint.ts';
import { addCodes, codeId, createProduct } from './products.ts';
import { endpoints, fieldsOf, sampleOf, type Fields, type Part } from './samples.ts';
import { callSigned, createCredential, type TestCredential } from './signed.ts';
import { bothWorlds, createTestKey, inTest } from './test-mode.ts';
import { deviceOf, insertTill } from './till-devices.ts';

const both = bothWorlds();
let owner: TestActor;
let liveKey: TestCredential;
let testKey: TestCredential;
/** Records of the company in the live world, and others of the same company in the test world. */
let ofLive: Records;
let ofTest: Records;

type Records = Awaited<ReturnType<typeof createRecords>>;

beforeAll(async () => {
  owner = await createMember(both.live.owner);
  const companyId = owner.companyId ?? '';
  ofLive = await both.live.asOwner((db) => createRecords(db, companyId));
  liveKey = await createCredential(both.live.owner, companyId);
  await inTest(both.live, owner, 'GET', '/Networks');
  ofTest = await both.other.asOwner((db) => createRecords(db, companyId, 'test'));
  testKey = await createTestKey(both.live, owner);
}, 60_000);

const sessionCalls = endpoints.filter(
  ({ endpoint: { access } }) => !['public', 'credential', 'till'].includes(access.who),
);
const tillCalls = endpoints.filter(({ endpoint }) => endpoint.access.who === 'till');
const signedCalls = endpoints.filter(({ endpoint }) => endpoint.access.who === 'credential');
const answered = sessionCalls.filter(({ name }) => testModeRule(name) === 'test');

it('the table of test mode names calls that there are', () => {
  expect(answered.length).toBeGreaterThan(50);
  expect(signedCalls.filter(({ name }) => testModeRule(name) !== 'test')).toEqual([]);
});

describe('a signed call with a key of test mode', () => {
  it.each(signedCalls)('$name', async ({ name, endpoint }) => {
    const { path, body } = requestOf(endpoint, ofLive);
    const before = await fingerprint(both.live.owner, restless);
    const answer = await callSigned(both.live, testKey, { method: endpoint.method, path, body });
    expect(answer.body).toMatchObject({ mode: 'test' });
    expect(answer.body.code === 'not_in_test_mode').toBe(testModeRule(name) === 'refused');
    expectNothingOf(ofLive, answer.text, answer.status);
    expect(await fingerprint(both.live.owner, restless)).toEqual(before);
  });
});

it.each(sessionCalls)('$name in test mode as staff never reaches a company', async (named) => {
  if (testModeRule(named.name) === 'person') return;
  const staff = await createStaff(both.live.owner);
  const answer = await ask(named.endpoint, staff, ofLive, 'test');
  expect(answer.status, answer.text).toBe(403);
  expect(['not_in_test_mode', 'forbidden']).toContain(answer.body.code);
});

describe('what is not in the table is refused in test mode', () => {
  const refused = sessionCalls.filter(({ name }) => testModeRule(name) === 'refused');
  it.each(refused)('$name', async ({ endpoint }) => {
    const answer = await ask(endpoint, owner, ofLive, 'test');
    expect([answer.status, answer.body.code]).toEqual([403, 'not_in_test_mode']);
  });
});

describe('a call in one mode with the records of the other', () => {
  it.each(answered)('$name in test mode', async ({ name, endpoint }) => {
    const before = await fingerprint(both.live.owner, restless);
    const answer = await ask(endpoint, owner, ofLive, 'test');
    expectNothingOf(ofLive, answer.text, answer.status);
    expect(answer.headers['sente-mode'], name).toBe('test');
    expect(await fingerprint(both.live.owner, restless)).toEqual(before);
  });

  it.each(answered)('$name in live mode', async ({ endpoint }) => {
    const before = await fingerprint(both.other.owner, restless);
    const answer = await ask(endpoint, owner, ofTest, 'live');
    expectNothingOf(ofTest, answer.text, answer.status);
    expect(answer.headers['sente-mode']).toBeUndefined();
    expect(await fingerprint(both.other.owner, restless)).toEqual(before);
  });
});

describe('a call of a device at a till, with the records of the other mode', () => {
  it.each(tillCalls)('$name, paired in test mode', async ({ name, endpoint }) => {
    expect(testModeRule(name)).toBe('test');
    const { path, body } = requestOf(endpoint, ofLive);
    const before = await fingerprint(both.live.owner, restless);
    const answer = await deviceOf(both.live, ofTest, 'test').call(endpoint.method, path, body);
    expect(answer.headers['sente-mode']).toBe('test');
    expectNothingOf(ofLive, answer.text, answer.status);
    expect(await fingerprint(both.live.owner, restless)).toEqual(before);
  });

  it.each(tillCalls)('$name, paired in live mode', async ({ endpoint }) => {
    const { path, body } = requestOf(endpoint, ofTest);
    const before = await fingerprint(both.other.owner, restless);
    const answer = await deviceOf(both.live, ofLive).call(endpoint.method, path, body);
    expect(answer.headers['sente-mode']).toBeUndefined();
    expectNothingOf(ofTest, answer.text, answer.status);
    // The records of one world under the name of the other are nobody's.
    for (const [records, mode] of [
      [ofLive, 'test'],
      [ofTest, 'live'],
    ] as const) {
      const disguised = deviceOf(both.live, records, mode);
      const refused = await disguised.call(endpoint.method, path, body);
      expect(refused.body.code).toBe('till_unpaired');
    }
    expect(await fingerprint(both.other.owner, restless)).toEqual(before);
  });
});

describe('a signed call with a key of the other mode', () => {
  it.each(signedCalls)('$name', async ({ endpoint }) => {
    const { path, body } = requestOf(endpoint, ofTest);
    const { method } = endpoint;
    const before = await fingerprint(both.other.owner, restless);
    const answer = await callSigned(both.live, liveKey, { method, path, body });
    expect(answer.body).toMatchObject({ mode: 'live' });
    expectNothingOf(ofTest, answer.text, answer.status);
    // The same key under a name of the other mode is nobody's.
    const disguised = { ...liveKey, channelId: `snt_test_${liveKey.channelId}` };
    const refused = await callSigned(both.live, disguised, { method, path, body });
    expect(refused.body).toMatchObject({ code: 'signature_invalid', mode: 'test' });
    expect(await fingerprint(both.other.owner, restless)).toEqual(before);
  });
});

function expectNothingOf(records: Records, text: string, status: number): void {
  expect(status, text).not.toBe(500);
  const { company: _, ...own } = records;
  expect(Object.values(own).filter((id) => status < 300 && text.includes(id))).toEqual([]);
}

function ask(endpoint: Endpoint, actor: TestActor, records: Records, mode: 'live' | 'test') {
  const { path, body } = requestOf(endpoint, records);
  if (mode === 'test') return inTest(both.live, actor, endpoint.method, path, body);
  return both.live.call(actor, endpoint.method, path, body);
}

function requestOf(endpoint: Endpoint, records: Records): { path: string; body: unknown } {
  const parts = Object.fromEntries(
    (['params', 'query', 'body'] as const).map((part) => [part, partOf(endpoint, part, records)]),
  );
  const query = parts['query'];
  const search = query ? `?${new URLSearchParams(query as Record<string, string>)}` : '';
  const path = fillPath(endpoint.path, parts['params'] as Record<string, string>);
  return { path: path + search, body: parts['body'] };
}

function partOf(endpoint: Endpoint, part: Part, records: Records): Fields | undefined {
  const sample = sampleOf(endpoint, part);
  const [, first = ''] = /^\/(?:v1\/)?(\w+)/.exec(endpoint.path) ?? [];
  const named: Record<string, string> = { ...records, id: idsByPath(records)[first] ?? '' };
  for (const field of Object.keys(fieldsOf(endpoint, part))) {
    const id = named[field.replace(/(?<=.)Id$/, '')];
    if (sample && id) sample[field] = id;
  }
  return sample;
}

const idsByPath = (records: Records): Record<string, string> => ({
  Account: records.account,
  ApiKeys: records.key,
  Approvals: records.waiting,
  BulkPayouts: records.bulkPayout,
  Company: records.company,
  Examinations: records.examination,
  Exports: records.export,
  InternetProducts: records.product,
  PaymentLinks: records.paymentLink,
  Recipients: records.recipient,
  Till: records.till,
  Tills: records.tills,
  Transaction: records.transaction,
});

async function createRecords(db: Db, companyId: string, mode: Mode = 'live') {
  const account = await createAccount(db, companyId, { balance: 7_777_00n });
  const product = await createProduct(db, companyId, { code: `P-${uuidV7()}` });
  await addCodes(db, companyId, product.id, [`Code ${uuidV7()}`]);
  const code = `Code ${uuidV7()}`;
  const batch = await addCodes(db, companyId, product.id, [code]);
  const [key, paymentLink, recipient, exported] = [uuidV7(), uuidV7(), uuidV7(), uuidV7()];
  await db.rows(
    `insert into company_credentials (id, company_id, channel_id, name, by_staff, secret_sealed, key_name)
     values ($1, $2, $3, 'Key', false, 'sealed', 'test')`,
    [key, companyId, `snt_ch_${key}`],
  );
  await db.rows(
    `insert into payment_links (id, company_id, code, account_id, kind, amount, purpose, is_once)
     values ($1, $2, $3, $4, 'fixed', 100000, 'Chairs', false)`,
    [paymentLink, companyId, newCode(), account],
  );
  await db.rows(
    `insert into recipients (id, company_id, label, phone_number, network)
     values ($1, $2, 'Supplier', '+256772111222', 'MTN')`,
    [recipient, companyId],
  );
  await db.rows(
    `insert into exports (id, user_id, company_id, list, format, filters, expires_at)
     values ($1, $2, $3, 'transactions', 'csv', '{}', now() + interval '1 day')`,
    [exported, owner.userId, companyId],
  );
  const bulkPayout = uuidV7();
  await db.rows(
    `insert into bulk_payouts (id, company_id, account_id, name, origin, state, next_step_at, line_count,
       checked_count, ok_count, amount, approval, submitted_at)
     values ($1, $2, $3, 'Salaries', 'api', 'waiting', null, 1, 1, 1, 100000, 'provider', now())`,
    [bulkPayout, companyId, account],
  );
  const requestedBy = await createUser(db, { companyId });
  const payment = await createPayment(db, companyId, {});
  const till = await insertTill(db, companyId, account, mode);
  return {
    ...till,
    company: companyId,
    account,
    product: product.id,
    code: await codeId(db, companyId, code),
    batch,
    key,
    paymentLink,
    link: toShortId(paymentLink),
    recipient,
    export: exported,
    examination: await createExamination(db, companyId),
    bulkPayout,
    bulk: toShortId(bulkPayout),
    waiting: await createPayment(db, companyId, { awaitsApproval: true, requestedBy }),
    record: payment,
    transaction: await createTransaction(db, companyId, account, { amount: 50_00n }),
  };
}

/**
 * What the live world writes about who somebody is, and the test world by itself: about its networks, and when it
 * last looked for news.
 */
const restless = [
  'sessions',
  'throttles',
  'network_health',
  'network_days',
  'notification_states',
  // Filled by the job that matches bookings with statements.
  'reconciliation_bookings',
  'reconciliation_cursors',
  'reconciliation_days',
];
