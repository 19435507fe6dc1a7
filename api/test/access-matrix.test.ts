import { ownCompany, type Access } from '@sente/contract/access';
import { auditSubjects } from '@sente/contract/audit';
import { fillPath, type Endpoint } from '@sente/contract/endpoint';
import {
  companyPermissionNames,
  staffPermissionNames,
  type PermissionName,
} from '@sente/contract/permissions';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Db } from '../src/db/database.ts';
import { fromShortId, toShortId } from '../src/db/short-id.ts';
import { uuidV7 } from '../src/db/uuid.ts';
import { newCode } from '../src/payment-links/codes.ts';
import { requireCaller } from '../src/http/access.ts';
import type { Actor } from '../src/http/actor.ts';
import { createLoner, createMember, createStaff, type TestActor } from './actors.ts';
import { createTestApp, type TestAnswer, type TestApp } from './app.ts';
import {
  createAccount,
  createCompany,
  createExamination,
  createPayment as createPortalPayment,
  createTransaction,
  createUser,
} from './factories.ts';
import { unchangedBy, type TableState } from './fingerprint.ts';
import { addCodes, codeId, createProduct } from './products.ts';
import {
  endpoints,
  fieldsOf,
  sampleDay,
  sampleOf,
  sampleProductCode,
  unknownId,
  unknownTransactionId,
  type Fields,
  type NamedEndpoint,
  type Part,
} from './samples.ts';
import { callSigned, createCredential, type TestCredential } from './signed.ts';
import { deviceOf, insertTill, type TillDevice, type TillRecords } from './till-devices.ts';
import { createWebhookEvent } from './webhooks.ts';

const kinds = [
  'anonymous',
  'expired',
  'loner',
  'restricted',
  'viewer',
  'owner',
  /** A SuperAdmin: all permissions of staff. */
  'staff',
  'finance',
  'support',
  /** The company's own system, without a session. */
  'signed',
  /** A shared device with an open shift, without a session. */
  'till',
] as const;
type Kind = (typeof kinds)[number];
/**
 * `own`: in the caller's company, or the caller; for a user without a company it belongs to
 * another.
 */
/** The own one last: a call may end the session that made it. */
const targets = ['foreign', 'unknown', 'malformed', 'own'] as const;
type Target = (typeof targets)[number];

const permissionsOf: Record<Kind, readonly PermissionName[]> = {
  anonymous: [],
  expired: [],
  loner: [],
  restricted: [],
  viewer: [
    'canViewTransactions',
    'canViewAccounts',
    'canViewUsers',
    'canViewProducts',
    'canEditProfile',
  ],
  owner: companyPermissionNames,
  staff: staffPermissionNames,
  finance: ['staffRead', 'staffMoney'],
  support: ['staffRead', 'staffWebhooks'],
  signed: [],
  till: [],
};

/**
 * The status that the handler returns to an authorised caller for an existing record: 200 unless
 * listed.
 */
const handlerAnswers: Record<string, number> = {
  // This server has no open demo.
  'site.openDemo': 404,
  // The sample's day has not begun.
  'accounting.closeDay': 409,
  'accounting.trialBalance': 409,
  'accounting.liabilityProof': 404,
  // This server takes none.
  'enquiries.send': 404,
  'enquiries.reopen': 409,
  // No user has the sample's email.
  'auth.login': 401,
  // Nobody got the sample's challenge.
  'secondStep.answer': 410,
  // The user has begun nothing and has no second factor.
  'factors.confirmApp': 410,
  'factors.removeApp': 409,
  'factors.renewCodes': 409,
  'factors.reset': 409,
  'passkeys.add': 410,
  'passkeys.ask': 409,
  'passkeys.remove': 404,
  // Nobody got the sample's link.
  'accessLinks.look': 410,
  'accessLinks.setPassword': 410,
  'accessLinks.confirmEmail': 410,
  // The user has come already.
  'accessLinks.invite': 409,
  'accessLinks.revoke': 409,
  // No new email waits.
  'accessLinks.withdrawEmail': 409,
  // The sample is an empty file.
  'networkStatements.upload': 400,
  // It is being imported.
  'networkStatements.withdraw': 409,
  // Everybody reads only their own.
  'notifications.read': 404,
  'savedViews.update': 404,
  'savedViews.remove': 404,
  'fileExports.get': 404,
  'fileExports.file': 404,
  'fileExports.remove': 404,
  // The sample names no session.
  'sessions.end': 404,
  // Neither is stopped.
  'companies.resume': 409,
  'accounts.unfreeze': 409,
  // Each company of this data has its one set.
  'credentials.create': 409,
  // The sample names no webhook that there is.
  'examinations.start': 404,
  // Live mode has none.
  'payments.startExamination': 409,
  // The company needs an examination as all do.
  'testActivity.endException': 409,
  // The account is empty.
  'payments.createPayout': 409,
  // The payment has failed.
  'payments.createRefund': 409,
  // It was submitted already.
  'bulkPayouts.submit': 409,
  'bulkPayouts.cancel': 409,
  'bulkPayouts.retry': 409,
  'payments.retryBulkPayout': 409,
  // The transaction is no payment.
  'refunds.create': 404,
  'refunds.review': 404,
  // The samples blocked the number before.
  'payoutRules.expect': 409,
  // The sample names only one account that there is.
  'transactions.transfer': 404,
  // The payment is final and has no review.
  'transactions.approve': 409,
  'transactions.reject': 409,
  'paymentReviews.confirm': 409,
  'paymentReviews.withdraw': 409,
  'paymentReviews.reject': 409,
  // The sample saw another request, and somebody else asked for it.
  'approvals.approve': 409,
  'approvals.reject': 409,
  'approvals.withdraw': 409,
  'approvals.cancel': 409,
  // Nothing of the payment is in suspense, and nothing is proposed.
  'networkNotices.proposeRelease': 409,
  'networkNotices.confirm': 409,
  'networkNotices.withdraw': 409,
  'networkNotices.reject': 409,
  // Its payouts are stopped.
  'settlements.request': 409,
  // It is paid, in a batch whose request is gone.
  'settlements.cancel': 409,
  'settlements.pay': 409,
  'settlementBatches.pay': 409,
  // The sample names none that there is.
  'settlementBatches.create': 404,
  'reconciliation.previewMany': 404,
  'reconciliation.proposeMany': 404,
  // Nobody got the sample's code and PIN, and the company blocked the sample's number.
  'till.pair': 410,
  'till.open': 403,
  'till.ask': 409,
  // One of its payments awaits a decision.
  'companies.remove': 409,
};

const staffKinds: ReadonlySet<Kind> = new Set(['staff', 'finance', 'support']);
const isStaff = (kind: Kind): boolean => staffKinds.has(kind);

interface Records extends TillRecords {
  readonly company: string;
  readonly user: string;
  readonly role: string;
  readonly account: string;
  readonly number: string;
  readonly transaction: string;
  readonly apikeys: string;
  readonly apirequests: string;
  readonly examinations: string;
  /** It has the id of its company. */
  readonly webhooks: string;
  /** The record id of credentials. */
  readonly record: string;
  readonly internetproducts: string;
  /** An unsold voucher, and an upload of others. */
  readonly code: string;
  readonly batch: string;
  readonly payment: string;
  /** The same payment under its portal name. */
  readonly apitransaction: string;
  readonly paymentreviews: string;
  /** A payout that waits for a second person. */
  readonly approvals: string;
  readonly networknotices: string;
  readonly enquiries: string;
  readonly networkstatements: string;
  /** A case. */
  readonly reconciliation: string;
  /** One that is on. */
  readonly payoutbrakes: string;
  readonly fee: string;
  /** A future one, which is the same for all companies. */
  readonly taxes: string;
  /** A number that the company blocks, and one that the provider blocks for all. */
  readonly blocked: string;
  readonly blockedforall: string;
  /** The id of a webhook event. */
  readonly delivery: string;
  readonly recipients: string;
  /** And the same in the form of the public API. */
  readonly paymentlinks: string;
  readonly link: string;
  /** One that waits for approval; and the same in the form of the public API. */
  readonly bulkpayouts: string;
  readonly bulk: string;
  /** An approved one, under the names of its paths and fields. */
  readonly bankaccounts: string;
  readonly bankAccount: string;
  /** A paid one, and its batch. */
  readonly settlements: string;
  readonly settlementbatches: string;
  /** What somebody else of the company was told. */
  readonly notifications: string;
  /** A view and an export of somebody else of the company. */
  readonly savedviews: string;
  readonly exports: string;
}
interface World {
  /** The keys of the caller's own company. */
  readonly credential: TestCredential;
  readonly actors: Record<Kind, TestActor | null>;
  readonly own: Records;
  readonly foreign: Records;
  /** Texts that occur only in the other company's data. */
  readonly secrets: readonly string[];
}

let test: TestApp;
/** For callers who change nothing in it: they are refused, or only read. */
let closedWorld: World;

beforeAll(async () => {
  test = await createTestApp();
  closedWorld = await createWorld();
  await test.asOwner((db) => blockNumber(db, closedWorld.own.company, '256772000000'));
}, 60_000);

/** In one transaction: most of the calls that follow take less time than it. */
function createWorld(): Promise<World> {
  return test.asOwner(async (db) => {
    const own = await createRecords(db, `Own ${uuidV7()}`);
    const foreign = await createRecords(db, `Foreign ${uuidV7()}`);
    const actors = {} as Record<Kind, TestActor | null>;
    for (const kind of kinds) actors[kind] = await createActor(db, kind, own.company);
    const credential = credentialFor(own.company);
    return { actors, credential, own, foreign, secrets: secretsOf(foreign) };
  });
}

/**
 * For one caller who changes something. Only staff reach other companies: for everybody else the other
 * company is that of the closed world, which must stay as it is.
 */
function createWorldFor(kind: Kind): Promise<World> {
  return test.asOwner(async (db) => {
    const own = await createRecords(db, `Own ${uuidV7()}`);
    const foreign = isStaff(kind)
      ? await createRecords(db, `Foreign ${uuidV7()}`)
      : closedWorld.foreign;
    const actors = { ...closedWorld.actors, [kind]: await createActor(db, kind, own.company) };
    const credential = credentialFor(own.company);
    return { actors, credential, own, foreign, secrets: secretsOf(foreign) };
  });
}

async function createActor(db: Db, kind: Kind, companyId: string): Promise<TestActor | null> {
  switch (kind) {
    case 'anonymous':
    case 'signed':
    case 'till':
      return null;
    case 'expired': {
      const expired = await createStaff(db);
      await db.rows('update sessions set expires_at = now() where user_id = $1', [expired.userId]);
      return expired;
    }
    case 'loner':
      return createLoner(db);
    case 'restricted':
      return createMember(db, { companyId, role: 'Restricted' });
    case 'viewer':
      return createMember(db, { companyId, role: 'client_user' });
    case 'owner':
      return createMember(db, { companyId, role: 'client_admin' });
    case 'staff':
      return createStaff(db);
    case 'finance':
      return createStaff(db, 'Finance');
    case 'support':
      return createStaff(db, 'Support');
  }
}

function secretsOf(foreign: Records): string[] {
  return Object.entries(foreign).flatMap(([name, text]) =>
    ['company', 'webhooks', 'taxes'].includes(name) ? [] : [text],
  );
}

async function createRecords(db: Db, name: string): Promise<Records & { name: string }> {
  const companyId = await createCompany(db, { name, email: `${uuidV7()}@example.test` });
  const role = uuidV7();
  await db.rows('insert into roles (id, name) values ($1, $2)', [role, `Role ${role}`]);
  const account = await createAccount(db, companyId);
  // Deposited and withdrawn: a company without money can be archived.
  const paid = { at: new Date(`${sampleDay}T12:00:00Z`), description: `Paid by ${name}` };
  await createTransaction(db, companyId, account, { ...paid, amount: 500n });
  const stored = await db.row<{ number: string }>('select number from accounts where id = $1', [
    account,
  ]);
  const payment = await createPayment(db, companyId, account);
  const product = await createProduct(db, companyId, { code: sampleProductCode });
  return {
    name,
    company: companyId,
    user: await createUser(db, { companyId, roles: ['client_user'] }),
    role,
    account,
    number: stored?.number ?? '',
    transaction: await createTransaction(db, companyId, account, { ...paid, amount: -500n }),
    record: await createCredentials(db, companyId),
    apikeys: await createKey(db, companyId),
    apirequests: await createApiRequest(db, companyId),
    examinations: await createExamination(db, companyId),
    webhooks: companyId,
    payment,
    apitransaction: fromShortId(payment) ?? '',
    approvals: await createWaitingPayout(db, companyId),
    paymentreviews: await createReview(db, companyId, fromShortId(payment) ?? ''),
    networknotices: await createNotice(db),
    enquiries: await createEnquiry(db),
    networkstatements: await createStatementFile(db),
    reconciliation: await createCase(db),
    payoutbrakes: await createBrake(db, companyId),
    fee: await createFutureFee(db, companyId),
    taxes: await createFutureTax(db),
    blocked: await blockNumber(db, companyId),
    blockedforall: await blockNumber(db, null),
    delivery: await createWebhookEvent(db, companyId),
    recipients: await createRecipient(db, companyId),
    ...(await createLink(db, companyId, account)),
    ...(await createBulk(db, companyId, account)),
    ...(await insertTill(db, companyId, account)),
    notifications: await createNotification(db, companyId),
    ...(await createOwnRecords(db, companyId)),
    ...(await createSettlement(db, companyId, account)),
    internetproducts: product.id,
    code: await addCode(db, companyId, product.id),
    batch: await addCodes(db, companyId, product.id, [`Batch of ${name}`]),
  };
}

async function addCode(db: Db, companyId: string, productId: string): Promise<string> {
  await addCodes(db, companyId, productId, [`Code of ${companyId}`]);
  return codeId(db, companyId, `Code of ${companyId}`);
}

const credentials = new Map<string, TestCredential>();

async function createKey(db: Db, companyId: string): Promise<string> {
  const id = uuidV7();
  await db.rows(
    `insert into company_credentials (id, company_id, channel_id, name, by_staff, secret_sealed, key_name)
     values ($1, $2, $3, $4, false, 'sealed', 'test')`,
    [id, companyId, `snt_ch_${id}`, `Key of ${companyId}`],
  );
  return id;
}

async function createApiRequest(db: Db, companyId: string): Promise<string> {
  const id = uuidV7();
  await db.rows(
    `insert into api_requests (company_id, id, method, path, status, credential_id, channel_id, address,
       duration_ms)
     values ($1, $2, 'GET', '/api/v1/Payments', 200, $2, 'snt_ch_x', '127.0.0.1', 1)`,
    [companyId, id],
  );
  return id;
}

async function createCredentials(db: Db, companyId: string): Promise<string> {
  const credential = await createCredential(db, companyId);
  credentials.set(companyId, credential);
  return credential.id;
}

function credentialFor(companyId: string): TestCredential {
  const found = credentials.get(companyId);
  if (!found) throw new Error('The company has no credentials');
  return found;
}

async function createWaitingPayout(db: Db, companyId: string): Promise<string> {
  const requestedBy = await createUser(db, { companyId });
  return createPortalPayment(db, companyId, { awaitsApproval: true, requestedBy });
}

async function createReview(db: Db, companyId: string, paymentId: string): Promise<string> {
  const id = uuidV7();
  await db.rows(
    `insert into payment_reviews (id, company_id, payment_id, kind)
     values ($1, $2, $3, 'late_success')`,
    [id, companyId, paymentId],
  );
  return id;
}

async function createNotice(db: Db): Promise<string> {
  const id = uuidV7();
  await db.rows(
    `insert into network_notices (id, network, reference, said, is_proven, content, says_paid)
     values ($1, 'MTN', $1::uuid::text, 'paid', true, '{}', true)`,
    [id],
  );
  return id;
}

async function createRecipient(db: Db, companyId: string): Promise<string> {
  const id = uuidV7();
  await db.rows(
    `insert into recipients (id, company_id, label, phone_number, network)
     values ($1, $2, 'Supplier', '+256772111222', 'MTN')`,
    [id, companyId],
  );
  return id;
}

async function createLink(db: Db, companyId: string, accountId: string) {
  const id = uuidV7();
  await db.rows(
    `insert into payment_links (id, company_id, code, account_id, kind, amount, purpose, is_once)
     values ($1, $2, $3, $4, 'fixed', 100000, 'Chairs', false)`,
    [id, companyId, newCode(), accountId],
  );
  return { paymentlinks: id, link: toShortId(id) };
}

async function createBulk(db: Db, companyId: string, accountId: string) {
  const id = uuidV7();
  await db.rows(
    `insert into bulk_payouts (id, company_id, account_id, name, origin, state, next_step_at, line_count,
       checked_count, ok_count, amount, approval, submitted_at)
     values ($1, $2, $3, 'Salaries', 'api', 'waiting', null, 1, 1, 1, 100000, 'provider', now())`,
    [id, companyId, accountId],
  );
  await db.rows(
    `insert into bulk_payout_lines (bulk_id, company_id, number, phone_typed, amount_typed, phone_number,
       network, amount, state)
     values ($1, $2, 1, '0772123456', '1000', '256772123456', 'MTN', 100000, 'ok')`,
    [id, companyId],
  );
  return { bulkpayouts: id, bulk: toShortId(id) };
}

async function createNotification(db: Db, companyId: string): Promise<string> {
  const id = uuidV7();
  const userId = await createUser(db, { companyId });
  await db.rows(
    `with event as (
       insert into notification_events (kind, company_id, event_key)
       values ('low-stock', $2, $1::uuid::text) returning id
     )
     insert into notifications (id, user_id, event_id, kind, is_in_bell, mail_state, created_at)
     select $1, $3, id, 'low-stock', true, 'none', now() from event`,
    [id, companyId, userId],
  );
  return id;
}

async function createOwnRecords(
  db: Db,
  companyId: string,
): Promise<Pick<Records, 'savedviews' | 'exports'>> {
  const [savedviews, exports] = [uuidV7(), uuidV7()];
  const userId = await createUser(db, { companyId });
  // Not even the owner of the database reaches the views of a person.
  const actAs = (id: string) => db.rows(`select set_config('app.user_id', $1, true)`, [id]);
  await actAs(userId);
  await db.rows(
    `insert into saved_views (id, user_id, list, name, filters, hidden_columns)
     values ($1, $2, 'client-transactions', 'A view', '', '{}')`,
    [savedviews, userId],
  );
  await actAs('');
  await db.rows(
    `insert into exports (id, user_id, company_id, list, format, filters, expires_at)
     values ($1, $2, $3, 'transactions', 'csv', '{}', now() + interval '1 day')`,
    [exports, userId, companyId],
  );
  return { savedviews, exports };
}

async function createFutureTax(db: Db): Promise<string> {
  const id = uuidV7();
  await db.rows(
    `insert into tax_rates (id, tax, direction, name, basis_points, is_on_top, effective_from)
     values ($1, 'levy', 'payout', 'Levy', 50, true, now() + interval '1 year' + random() * interval '1 year')`,
    [id],
  );
  return id;
}

async function createCase(db: Db): Promise<string> {
  const id = uuidV7();
  await db.rows(
    `with line as (
       insert into statement_lines (network, file_id, line_number, line_key, at, direction, amount, kind,
         status, text)
       values ('MTN', $2, 1, $1, now() - interval '1 day', 'in', 50000, 'payment', 'completed', '')
       returning *
     ), taken as (
       insert into reconciliation_lines (line_id, network, at, day, kind, moved, effect, state)
       select id, network, at, kampala_day(at), kind, amount, amount, 'case' from line
     )
     insert into reconciliation_cases (id, network, kind, day, effect, line_id)
     select $1, network, 'only-theirs', kampala_day(at), amount, id from line`,
    [id, await createStatementFile(db)],
  );
  return id;
}

async function createSettlement(
  db: Db,
  companyId: string,
  account: string,
): Promise<Pick<Records, 'bankaccounts' | 'bankAccount' | 'settlements' | 'settlementbatches'>> {
  const [bankAccount, settlementbatches, settlements] = [uuidV7(), uuidV7(), uuidV7()];
  const userId = await createUser(db, { companyId });
  await db.rows(
    `insert into bank_accounts (id, company_id, bank, account_name, account_number, state, added_by)
     values ($1, $2, 'Bank', 'Name', '903000123', 'approved', $3)`,
    [bankAccount, companyId, userId],
  );
  await db.rows(
    `insert into settlement_batches (id, state, created_by, approved_at, count, amount, file)
     values ($1, 'approved', $2, now(), 1, 500, 'File')`,
    [settlementbatches, userId],
  );
  await db.rows(
    `insert into settlements (id, company_id, reference, account_id, bank_account_id, amount, fee,
       transaction_id, state, requested_by, request_key, batch_id, bank_reference, paid_at)
     values ($1, $2, $1::uuid::text, $3, $4, 500, 0, $1, 'paid', $5, 'key', $6, 'BNK', now())`,
    [settlements, companyId, account, bankAccount, userId, settlementbatches],
  );
  return { bankaccounts: bankAccount, bankAccount, settlements, settlementbatches };
}

async function createStatementFile(db: Db): Promise<string> {
  const id = uuidV7();
  await db.rows(
    `insert into statement_files (id, network, source, name, checksum)
     values ($1, 'MTN', 'folder', 'march.csv', $2)`,
    [id, id],
  );
  return id;
}

async function createEnquiry(db: Db): Promise<string> {
  const id = uuidV7();
  await db.rows(
    `insert into enquiries (id, name, email, message) values ($1, 'Visitor', 'v@example.test', 'Hello')`,
    [id],
  );
  return id;
}

async function createBrake(db: Db, companyId: string): Promise<string> {
  const row = await db.row<{ id: string }>(
    "select brake_trip_by_watcher($1, 'one-amount', 'One amount again and again', '[]') as id",
    [companyId],
  );
  return row?.id ?? '';
}

/** A final payment, under its public id. */
async function createPayment(db: Db, companyId: string, accountId: string): Promise<string> {
  const id = uuidV7();
  await db.rows(
    `insert into payments (company_id, id, direction, origin, account_id, phone_number, network,
       amount, reference, status)
     values ($1, $2, 'collection', 'api', $3, '256772000000', 'MTN', 500, $4, 'FAILED')`,
    [companyId, id, accountId, `Reference ${id}`],
  );
  return toShortId(id);
}

let blockedCount = 0;
async function blockNumber(
  db: Db,
  companyId: string | null,
  number = `25677299${String(blockedCount++).padStart(5, '0')}`,
): Promise<string> {
  const id = uuidV7();
  await db.rows(
    `insert into blocked_numbers (id, company_id, phone_number, reason) values ($1, $2, $3, 'Test')`,
    [id, companyId, number],
  );
  return id;
}

async function createFutureFee(db: Db, companyId: string): Promise<string> {
  const id = uuidV7();
  await db.rows(
    `insert into fee_schedules (id, company_id, direction, percent_hundredths, effective_from)
     values ($1, $2, 'collection', 100, now() + interval '1 year')`,
    [id, companyId],
  );
  return id;
}

/** The records that a request refers to: part, field and kind of each. */
function subjectsOf(endpoint: Endpoint): { part: Part; field: string; record: string }[] {
  const [, first = ''] = /^\/(?:v1\/)?(\w+)(?:\/|$)/.exec(endpoint.path) ?? [];
  const idNames = endpoint.path.includes('/company/{id}') ? 'company' : first.toLowerCase();
  return (['params', 'query', 'body'] as const).flatMap((part) =>
    Object.keys(fieldsOf(endpoint, part))
      .filter((field) => /^(id|number|\w+Id)$/.test(field) && field !== 'permissionId')
      // The sample of a payment link or a till's request has an amount, so it has no product.
      .filter((field) => field !== 'productId' || !['PaymentLinks', 'Till'].includes(first))
      .map((field) => ({
        part,
        field,
        record: recordOf(endpoint, field === 'id' ? idNames : field.replace(/Id$/, '')),
      })),
  );
}

/** The signed API calls a payment a transaction. */
function recordOf({ access, path }: Endpoint, named: string): string {
  if (path.endsWith('/transactions/{recordId}/trace') && named === 'record')
    return 'apitransaction';
  if (path.startsWith('/BlockedNumbers') && named === 'blocked') return 'blockedforall';
  return access.who === 'credential' && named === 'transaction' ? 'payment' : named;
}

/** A valid id without a record. */
function nameOfNone(record: string): string {
  if (record === 'payment' || record === 'link' || record === 'bulk') return unknownTransactionId;
  return record === 'number' ? '999999' : unknownId;
}

function request(
  actor: TestActor | null,
  endpoint: Endpoint,
  idOf: (record: string) => string,
  { credential, device }: { credential?: TestCredential; device?: TillDevice } = {},
): Promise<TestAnswer> {
  const parts: Record<Part, Fields | undefined> = {
    params: sampleOf(endpoint, 'params'),
    query: sampleOf(endpoint, 'query'),
    body: sampleOf(endpoint, 'body'),
  };
  for (const { part, field, record } of subjectsOf(endpoint)) {
    parts[part] = { ...parts[part], [field]: idOf(record) };
  }
  const search = parts.query
    ? `?${new URLSearchParams(parts.query as Record<string, string>)}`
    : '';
  const path = fillPath(endpoint.path, parts.params as Record<string, string>);
  if (credential) {
    const { method } = endpoint;
    return callSigned(test, credential, { method, path: path + search, body: parts.body });
  }
  if (device) return device.call(endpoint.method, path + search, parts.body);
  if (endpoint.bodyType === 'text/csv') {
    return test.sendCsv(actor, endpoint.method, path + search, '');
  }
  return endpoint.bodyType
    ? test.submit(actor, endpoint.method, path + search, parts.body ?? {})
    : test.call(actor, endpoint.method, path + search, parts.body);
}

function ask(world: World, kind: Kind, endpoint: Endpoint, target: Target): Promise<TestAnswer> {
  const actor = world.actors[kind];
  const idOf = (record: string): string => {
    if (target === 'malformed') return "1' or '1'='1";
    if (target === 'own' && record === 'user' && isAboutSelf(endpoint.access, kind)) {
      return actor?.userId ?? unknownId;
    }
    const records: Partial<Record<string, string>> =
      target === 'unknown' ? {} : { ...world[target] };
    return records[record] ?? nameOfNone(record);
  };
  return request(actor, endpoint, idOf, {
    ...(kind === 'signed' && { credential: world.credential }),
    ...(kind === 'till' && { device: deviceOf(test, world.own) }),
  });
}

function holdsAnyOf(anyOf: readonly PermissionName[], kind: Kind): boolean {
  return anyOf.length === 0 || anyOf.some((name) => permissionsOf[kind].includes(name));
}

/** Callers who may read a user only because it is themselves. */
function isAboutSelf(access: Access, kind: Kind): boolean {
  if (access.who !== 'company') return access.who === 'self';
  return access.orSelf && !holdsAnyOf(isStaff(kind) ? [access.staff] : access.anyOf, kind);
}

/** Refused before parsing, whatever the request contains. */
function refusal(access: Access, kind: Kind): 401 | 403 | null {
  if (access.who === 'public') return null;
  // The cookies of a device open its own calls and no others.
  if (access.who === 'till') {
    return kind === 'till' || access.needs === 'device-if-any' ? null : 403;
  }
  // A session and a signature each open only their own calls.
  if ((access.who === 'credential') !== (kind === 'signed')) return 401;
  if (kind === 'anonymous' || kind === 'expired' || kind === 'till') return 401;
  switch (access.who) {
    case 'signed-in':
    case 'self':
      return null;
    case 'staff':
      return isStaff(kind) && holdsAnyOf(access.permission ? [access.permission] : [], kind)
        ? null
        : 403;
    case 'own-company':
      return isStaff(kind) || kind === 'loner' || !holdsAnyOf(access.anyOf, kind) ? 403 : null;
    case 'company':
      if (access.orSelf) return null;
      return holdsAnyOf(isStaff(kind) ? [access.staff] : access.anyOf, kind) ? null : 403;
    case 'credential':
      return null;
  }
}

/** The expected status for a caller who passed the access check. */
function rightAnswer({ name, endpoint }: NamedEndpoint, kind: Kind, target: Target): number {
  const { access } = endpoint;
  const parts = new Set(subjectsOf(endpoint).map(({ part }) => part));
  const isTenant = (access.who === 'company' || access.who === 'own-company') && !isStaff(kind);
  const isOwn = target === 'own' && kind !== 'loner';

  if (target === 'malformed') return parts.has('params') ? 404 : 400;
  if (['self', 'credential', 'till'].includes(access.who) && target !== 'own') return 404;
  if (access.who === 'company' && isAboutSelf(access, kind)) {
    return target === 'own' ? (handlerAnswers[name] ?? 200) : 403;
  }
  if (isTenant && !isOwn) return 404;
  if (target === 'unknown') return filteredLists.has(name) ? 200 : 404;
  const deciding = isStaff(kind) ? 'staffMoney' : 'canApprovePayouts';
  if (decisions.has(name) && !permissionsOf[kind].includes(deciding)) return 403;
  return handlerAnswers[name] ?? endpoint.status ?? 200;
}

/** What permission a decision needs depends on its kind; here it is a payout that waits for the provider. */
const decisions: ReadonlySet<string> = new Set(['approvals.approve', 'approvals.reject']);

/** Here the company is only a filter: an unknown one gives an empty list. */
const filteredLists: ReadonlySet<string> = new Set(['users.list', 'accounts.list', 'audit.list']);

interface Case extends NamedEndpoint {
  readonly kind: Kind;
  /** The status for each target. */
  readonly expected: readonly (readonly [Target, number])[];
}

const cases: Case[] = endpoints.flatMap((named) =>
  kinds.map((kind) => {
    const refused = refusal(named.endpoint.access, kind);
    const asked = subjectsOf(named.endpoint).length > 0 ? targets : (['own'] as const);
    const expected = asked.map(
      (target) => [target, refused ?? rightAnswer(named, kind, target)] as const,
    );
    return { ...named, kind, expected };
  }),
);

const [withoutEffect, withEffect] = partition(
  cases,
  ({ endpoint, expected }) =>
    endpoint.method === 'GET' || expected.every(([, status]) => status >= 400),
);

function partition<T>(all: readonly T[], belongs: (one: T) => boolean): [T[], T[]] {
  return [all.filter(belongs), all.filter((one) => !belongs(one))];
}

let before: TableState[];
beforeAll(async () => {
  before = await unchangedBy(test.owner, 'anyCalls');
});

it.each(withoutEffect)('$name as $kind', (one) => check(one, closedWorld));

async function check({ endpoint, kind, expected }: Case, world: World): Promise<void> {
  const answers: Partial<Record<Target, TestAnswer>> = {};
  for (const [target, status] of expected) {
    const answer = await ask(world, kind, endpoint, target);
    const at = `${kind}, ${target}: ${answer.text}`;
    answers[target] = answer;
    expect(answer.status, at).toBe(status);
    expectShape(answer, endpoint, at);
    if (isStaff(kind)) continue;
    const told = world.secrets.filter((secret) => answer.text.includes(secret));
    expect(told, at).toEqual([]);
  }
  const { foreign, unknown } = answers;
  if (!foreign || !unknown || isStaff(kind)) return;
  // Another company's record is answered like one that does not exist.
  expect({ ...foreign.body, requestId: '' }).toEqual({ ...unknown.body, requestId: '' });
}

/** An envelope, or the file that the contract declares. */
function expectShape(answer: TestAnswer, endpoint: Endpoint, at: string): void {
  if (answer.status === 200 && endpoint.replyType) {
    expect(answer.headers['content-type']?.toString().split(';')[0]).toBe(endpoint.replyType);
    return;
  }
  expect(answer.body.success, at).toBe(answer.status < 300);
  if (answer.status >= 300) expect(answer.body.data, at).toBeNull();
}

const withHistory: ReadonlySet<string> = new Set(auditSubjects);
/** Refused for a missing permission, on a record that has a history. */
const turnedAway = endpoints.filter(
  ({ name, endpoint }) =>
    refusal(endpoint.access, 'restricted') === 403 &&
    (endpoint.about !== undefined ||
      (withHistory.has(name.split('.')[0] ?? '') && endpoint.path.includes('{id}'))),
);

it.each(turnedAway)('a refused $name is in the history of its record', async (named) => {
  const { name, endpoint } = named;
  const [group = ''] = name.split('.');
  const { type, from } = endpoint.about ?? { type: group, from: 'params.id' };
  const subject = subjectsOf(endpoint).find(({ part, field }) => `${part}.${field}` === from);
  const records: Partial<Record<string, string>> = { ...closedWorld.foreign };
  await ask(closedWorld, 'restricted', endpoint, 'foreign');
  const written = await test.owner.row(
    `select result, subject_type, subject_id from audit_log
     where actor_id = $1 and action = $2 order by id desc limit 1`,
    [closedWorld.actors.restricted?.userId, name],
  );
  expect(written).toEqual({
    result: 'refused',
    subject_type: type,
    subject_id: records[subject?.record ?? ''],
  });
});

it('a refused call changes nothing, and neither does reading', async () => {
  expect(await unchangedBy(test.owner, 'anyCalls')).toEqual(before);
});

/** Last, because these change what is stored. */
it.each(withEffect)('$name as $kind, which changes something', async (one) => {
  await check(one, await createWorldFor(one.kind));
});

/** No current endpoint needs these rules; a future one must not be unprotected. */
describe('rules that the table does not show yet', () => {
  const actor = (permissions: PermissionName[], isStaff = false): Actor => ({
    userId: uuidV7(),
    email: '',
    name: '',
    companyId: 'mine',
    isStaff,
    mustChangePassword: false,
    mustSetUpFactor: false,
    isVisitor: false,
    permissions: new Set(permissions),
    scope: { platform: false, companyId: null, userId: null },
    tokenHash: Buffer.alloc(0),
    origin: { address: '', requestId: '', userAgent: null },
  });

  it('refuses own-company calls without the permission', () => {
    const access = ownCompany('canViewAnalytics');
    expect(() => requireCaller(access, actor(['canViewUsers']))).toThrow(/permission/);
    expect(() => requireCaller(access, actor(['canViewAnalytics']))).not.toThrow();
  });

  it('refuses own-company calls to staff who have a company', () => {
    expect(() => requireCaller(ownCompany(), actor([], true))).toThrow(/permission/);
    expect(() => requireCaller(ownCompany(), actor([]))).not.toThrow();
  });
});
