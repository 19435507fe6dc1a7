import { expect, it, onTestFinished } from 'vitest';
import { openDatabase, type Db } from '../src/db/database.ts';
import { engineScope } from '../src/db/scope.ts';
import { uuidV7 } from '../src/db/uuid.ts';
import { acceptAll } from '../src/payments/orders/acceptance.queries.ts';
import { findPayments, lockPayments, writeProgress } from '../src/payments/payments.queries.ts';
import { claimDue, findDueLanes } from '../src/payments/running/claims.queries.ts';
import { claimLate, takeUpHour } from '../src/payments/running/late-questions.queries.ts';
import { readPayments } from '../src/payments/payment-view.ts';
import { writeEndings } from '../src/payments/settling/settlement.queries.ts';
import { countSteps } from '../src/payments/steps.ts';
import { createMember } from './actors.ts';
import { createTestDatabase } from './database.ts';
import { createAccount, createCompany } from './factories.ts';

/** Often enough that PostgreSQL keeps a plan. */
const times = 10;

const share = { network: 'MTN', companyId: uuidV7(), kind: 'send', count: 1 } as const;
const progress = { paymentId: uuidV7(), isNowWithNetwork: true, isNotFound: false, nextInMs: 0 };

const ending = {
  companyId: uuidV7(),
  paymentId: uuidV7(),
  status: 'FAILED',
  transactionId: null,
  finishedAt: new Date(),
} as const;

const statements: Record<string, (db: Db) => Promise<unknown>> = {
  "payments_lock('{}')": (db) => lockPayments(db, [uuidV7()]),
  "payments_find('{}')": (db) => findPayments(db, [uuidV7()]),
  "open_payments_claim_send('{}', '{}', '{}', '{}', 1)": (db) => claimDue(db, [share], 1),
  "open_payments_claim_ask('{}', '{}', '{}', '{}', 1)": (db) =>
    claimDue(db, [{ ...share, kind: 'ask' }], 1),
  "open_payments_claim_send_bulk_ask('{}', '{}', '{}', '{}', 1)": (db) =>
    claimDue(db, [share, { ...share, kind: 'bulk' }, { ...share, kind: 'ask' }], 1),
  "payments_with_network('{}')": (db) => writeProgress(db, [progress]),
  "open_payments_progress('{}', '{}', '{}', '{}')": (db) => writeProgress(db, [progress]),
  "late_questions_claim('MTN', 1)": (db) => claimLate(db, 'MTN', 1),
  "late_question_hours_take('{}', '{}')": (db) => takeUpHour(db, ['MTN']),
  "payment_steps_count('{}', 'callback')": (db) => countSteps(db, [uuidV7()], 'callback'),
  "payments_end('{}', '{}', '{}', '{}', '{}', '{}', '{}', 1)": (db) => writeEndings(db, [ending]),
  // Nobody has such a payment.
  "payments_read('{}')": (db) => readPayments(db, [uuidV7()]).catch(() => {}),
};

it.each(Object.entries(statements))(
  '%s, planned while the tables are empty, reads them by index',
  async (call, run) => {
    const { url, owner } = await createTestDatabase();
    await owner.rows('analyze payments, open_payments');
    // One connection, because each has its own plans.
    const options = { url, poolSize: 1, statementTimeoutMs: 5_000, onIdleError: () => {} };
    const database = openDatabase({ ...options, role: 'sente_app' });
    onTestFinished(() => database.close());
    for (let i = 0; i < times; i++) await database.within(engineScope, run);
    const plan = await database.within(engineScope, (db) =>
      db.rows<{ 'QUERY PLAN': string }>(`explain execute ${call}`),
    );
    const text = plan.map((line) => line['QUERY PLAN']).join('\n');
    expect(text).toContain('Index Scan');
    expect(text).not.toMatch(/Seq Scan|Hash Join|Merge Join/);
    // Without a condition all of an index is read. Few payouts are held, and of the hours the last one is read.
    expect(text).not.toMatch(
      /Index (?:Only )?Scan (?!.*(?:brake|watcher|hours_pkey)).*\n(?!.*Index Cond)/,
    );
  },
);

it('open_payments_lanes, planned while the tables are empty, jumps from lane to lane', async () => {
  const { url } = await createTestDatabase();
  const options = { url, poolSize: 1, statementTimeoutMs: 5_000, onIdleError: () => {} };
  const database = openDatabase({ ...options, role: 'sente_app' });
  onTestFinished(() => database.close());
  const plan = await database.within(engineScope, async (db) => {
    await findDueLanes(db);
    return db.rows<{ 'QUERY PLAN': string }>('explain execute open_payments_lanes');
  });
  const text = plan.map((line) => line['QUERY PLAN']).join('\n');
  expect(text).toContain('Index Cond: (ROW(network, company_id) > ROW(');
  expect(text).not.toMatch(/Seq Scan|Bitmap|Sort/);
});

it('session_actors, planned while the tables are empty, reads the rows of its tokens only', async () => {
  const { url, owner } = await createTestDatabase();
  const options = { url, poolSize: 1, statementTimeoutMs: 5_000, onIdleError: () => {} };
  const database = openDatabase({ ...options, role: 'sente_app' });
  onTestFinished(() => database.close());
  const find = (db: Db) =>
    db.rows("select * from session_actors(array['\\x00'::bytea], '1 hour')", [], 'session_actors');
  for (let i = 0; i < times; i++) await database.within(engineScope, find);
  for (let i = 0; i < 30; i++) await createMember(owner);
  const read = await database.within(engineScope, async (db) => {
    await find(db);
    return db.rows(
      `select relname, seq_tup_read, idx_tup_fetch from pg_stat_xact_user_tables
       where relname in ('users', 'sessions') order by relname`,
    );
  });
  const none = { seq_tup_read: '0', idx_tup_fetch: '0' };
  expect(read).toEqual([
    { relname: 'sessions', ...none },
    { relname: 'users', ...none },
  ]);
});

it('payments_accept, planned while the tables are empty, does not scan the known numbers', async () => {
  const { url, owner } = await createTestDatabase();
  const companyId = await createCompany(owner);
  const accountId = await createAccount(owner, companyId);
  await owner.rows('vacuum (analyze)');
  const options = { url, poolSize: 1, statementTimeoutMs: 5_000, onIdleError: () => {} };
  const database = openDatabase({ ...options, role: 'sente_app' });
  onTestFinished(() => database.close());
  let count = 0;
  const accept = (db: Db) =>
    acceptAll(db, [
      {
        paymentId: uuidV7(),
        companyId,
        direction: 'collection',
        origin: 'api',
        accountId,
        idempotencyKey: uuidV7(),
        likelyNetwork: null,
        phoneNumber: `256772${String(count++).padStart(6, '0')}`,
        network: 'MTN',
        amount: 50_000n,
        reference: null,
        description: null,
        keyHash: uuidV7(),
        inputHash: uuidV7(),
        transactionId: undefined,
      },
    ]);
  for (let i = 0; i < times; i++) await database.within(engineScope, accept);
  await owner.rows(
    `insert into known_numbers (company_id, phone_number)
     select $1, '256770' || lpad(i::text, 6, '0') from generate_series(1, 500) i`,
    [companyId],
  );
  const read = await database.within(engineScope, async (db) => {
    await accept(db);
    return db.row(
      `select seq_tup_read, idx_tup_fetch from pg_stat_xact_user_tables
       where relname = 'known_numbers'`,
    );
  });
  expect(read).toEqual({ seq_tup_read: '0', idx_tup_fetch: '0' });
});
