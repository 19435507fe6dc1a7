import { beforeAll, describe, expect, it } from 'vitest';
import type { Db } from '../src/db/database.ts';
import { sqlState } from '../src/db/database-errors.ts';
import type { Scope } from '../src/db/scope.ts';
import { uuidV7 } from '../src/db/uuid.ts';
import { createMember, type TestActor } from './actors.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { createAccount } from './factories.ts';
import { createProduct } from './products.ts';

let test: TestDatabase;
let mine: TestActor;
let theirs: TestActor;
let own: Scope;
const unset: Scope = { platform: false, companyId: null, userId: null };

beforeAll(async () => {
  test = await createTestDatabase();
  mine = await createMember(test.owner);
  theirs = await createMember(test.owner);
  own = { platform: false, companyId: mine.companyId, userId: mine.userId };
  for (const actor of [mine, theirs]) {
    await createAccount(test.owner, actor.companyId ?? '', { balance: 100n });
    await test.owner.rows(
      "insert into audit_log (company_id, action, result) values ($1, 'test', 'done')",
      [actor.companyId],
    );
    await test.owner.rows(
      `insert into company_credentials (id, company_id, channel_id, secret_sealed, key_name)
       values ($1, $2, $3, 'sealed', 'test')`,
      [uuidV7(), actor.companyId, uuidV7()],
    );
    await test.owner.rows(
      `insert into recipients (id, company_id, label, phone_number, network)
       values ($1, $2, 'Supplier', '+256772111222', 'MTN')`,
      [uuidV7(), actor.companyId],
    );
    await test.owner.rows(
      `insert into enquiries (id, company_id, name, email, message)
       values ($1, $2, 'Grace', 'grace@shop.test', 'A higher limit')`,
      [uuidV7(), actor.companyId],
    );
    await createPaymentRecords(actor.companyId ?? '');
    await test.database.within(
      { platform: false, companyId: actor.companyId, userId: actor.userId },
      (db) =>
        db.rows(
          `insert into saved_views (id, user_id, list, name, filters, hidden_columns)
           values ($1, $2, 'transactions', 'A view', '', '{}')`,
          [uuidV7(), actor.userId],
        ),
    );
    await test.owner.rows(
      `insert into export_parts (export_id, number, content)
       select id, 0, '' from exports where company_id = $1`,
      [actor.companyId],
    );
  }
});

/** One row in every table that a payment can write to. */
async function createPaymentRecords(companyId: string): Promise<void> {
  await createProduct(test.owner, companyId, { codes: 1 });
  const [paymentId, eventId] = [uuidV7(), uuidV7()];
  for (const [into, values] of [
    [
      'payments (company_id, id, direction, origin, account_id, phone_number, network, amount, status)',
      `$1, '${paymentId}', 'payout', 'api', gen_random_uuid(), '256772000000', 'MTN', 100, 'FAILED'`,
    ],
    [
      'open_payments (company_id, payment_id, network, ready_at)',
      `$1, '${paymentId}', 'MTN', now()`,
    ],
    [
      'late_questions (company_id, payment_id, network, failed_at, next_at)',
      `$1, '${paymentId}', 'MTN', now(), now()`,
    ],
    [
      'payment_steps (company_id, payment_id, kind, title)',
      `$1, '${paymentId}', 'sent', 'Sent to MTN'`,
    ],
    [
      'payment_reviews (id, company_id, payment_id, kind)',
      `gen_random_uuid(), $1, '${paymentId}', 'late_success'`,
    ],
    [
      'payment_limits (company_id, scope, direction, kind, most)',
      `$1, 'company', 'payout', 'day', 100`,
    ],
    [
      'limit_usage (company_id, scope, direction, period, starts, amount, new_numbers)',
      `$1, 'company', 'payout', 'day', now(), 100, 0`,
    ],
    ['limit_returns (company_id, direction, is_api, day, amount)', `$1, 'payout', true, now(), 1`],
    [
      'blocked_numbers (id, company_id, phone_number, reason)',
      `gen_random_uuid(), $1, '256772000000', 'Test'`,
    ],
    [
      'fee_schedules (id, company_id, direction, percent_hundredths, effective_from)',
      `gen_random_uuid(), $1, 'payout', 100, now()`,
    ],
    [
      'approvals (id, kind, subject, company_id, asked_by, expires_at)',
      `gen_random_uuid(), 'fee', $1::text, $1::uuid,
       (select id from users where company_id = $1::uuid limit 1), now()`,
    ],
    ['payout_rules (company_id, ceiling)', '$1, 100'],
    [
      'bank_accounts (id, company_id, bank, account_name, account_number, added_by)',
      `'${paymentId}', $1, 'Bank', 'Name', '90300012', (select id from users where company_id = $1 limit 1)`,
    ],
    [
      `settlements (id, company_id, reference, account_id, bank_account_id, amount, fee, transaction_id,
         requested_by, request_key)`,
      `'${eventId}', $1, '${eventId}', '${eventId}', '${paymentId}', 100, 0, '${eventId}',
       (select id from users where company_id = $1 limit 1), 'key'`,
    ],
    [
      'settlement_schedules (company_id, every, account_id, bank_account_id, minimum, keep, last_day)',
      `$1, 'day', '${eventId}', '${paymentId}', 0, 0, now()`,
    ],
    [
      `payment_links (id, company_id, code, account_id, kind, amount, purpose, is_once)`,
      `'${paymentId}', $1, translate(substr(replace('${paymentId}', '-', ''), 1, 26), 'ilou', '0000'),
       (select id from accounts where company_id = $1 and kind = 'customer' limit 1), 'fixed', 100,
       'Chairs', false`,
    ],
    [
      'checkouts (id, company_id, link_id, secret_hash)',
      `'${eventId}', $1, '${paymentId}', '${paymentId}'`,
    ],
    [
      'checkout_attempts (company_id, checkout_id, number, payment_id)',
      `$1, '${eventId}', 1, '${paymentId}'`,
    ],
    [
      'bulk_payouts (id, company_id, account_id, name, origin, line_count)',
      `'${paymentId}', $1, (select id from accounts where company_id = $1 and kind = 'customer' limit 1), 'Pay',
       'api', 1`,
    ],
    [
      'bulk_payout_lines (bulk_id, number, company_id, phone_typed, amount_typed)',
      `'${paymentId}', 1, $1, '0772', '1'`,
    ],
    [
      'corrected_days (company_id, transaction_id, day)',
      `$1, (select id from transactions where company_id = $1 limit 1), current_date`,
    ],
    ['refunds (company_id, payment_id, refund_id)', `$1, '${paymentId}', '${paymentId}'`],
    [
      'tills (id, company_id, name, account_id)',
      `'${paymentId}', $1, 'Front desk', (select id from accounts where company_id = $1 and kind = 'customer' limit 1)`,
    ],
    [
      'till_products (company_id, till_id, product_id)',
      `$1, '${paymentId}', (select id from internet_products where company_id = $1 limit 1)`,
    ],
    [
      'till_devices (id, company_id, till_id, name)',
      `'${paymentId}', $1, '${paymentId}', 'Tablet'`,
    ],
    [
      'till_cashiers (id, company_id, till_id, name, pin_mark)',
      `'${paymentId}', $1, '${paymentId}', 'Akello', 'mark'`,
    ],
    [
      'till_shifts (id, company_id, till_id, device_id, cashier_id, token_hash, ends_at)',
      `'${paymentId}', $1, '${paymentId}', '${paymentId}', '${paymentId}', '${paymentId}', now() + interval '1 hour'`,
    ],
    ['till_requests (company_id, shift_id, payment_id)', `$1, '${paymentId}', '${paymentId}'`],
    ['till_checks (company_id, shift_id, payment_id)', `$1, '${paymentId}', '${paymentId}'`],
    [
      'examinations (company_id, id, webhook_id, url, finished_at, is_passed)',
      `$1, '${paymentId}', '${paymentId}', 'https://x', now(), true`,
    ],
    [
      'examination_orders (company_id, examination_id, key_hash, wish)',
      `$1, '${paymentId}', '${paymentId}', 'x'`,
    ],
    ['examination_polls (company_id, examination_id, after)', `$1, '${paymentId}', 0`],
    ['examination_exceptions (company_id, reason)', `$1, 'Old customer'`],
    [
      'payout_approvals (company_id, payment_id, step, approved_by)',
      `$1::uuid, '${paymentId}', 'colleague', $1::uuid`,
    ],
    [
      'payout_brakes (company_id, sign, reason)',
      `$1, 'one-amount', 'One amount is paid again and again.'`,
    ],
    [
      'watcher_stops (company_id, sign, reason, figures)',
      `$1, 'one-amount', 'One amount is paid again and again.', '[]'`,
    ],
    [
      'braked_payments (brake_id, payment_id, company_id)',
      `(select id from payout_brakes where company_id = $1::uuid), '${paymentId}', $1::uuid`,
    ],
    [
      'network_calls (company_id, network, operation, kind, bucket, calls, unanswered)',
      `$1, 'MTN', 'payout', 'send', now(), 1, 1`,
    ],
    [
      'network_circuits (company_id, network, operation, kind, opened_until)',
      `$1, 'MTN', 'payout', 'send', now()`,
    ],
    [
      'company_webhooks (id, company_id, url, secret_sealed, key_name)',
      `$1, $1, 'https://example.test/', 'sealed', 'test'`,
    ],
    [
      'webhook_deliveries (company_id, id, event_id, webhook_id)',
      `$1, '${eventId}', '${eventId}', $1`,
    ],
    ['event_sequences (company_id, last)', '$1, 1'],
    [
      'api_requests (company_id, id, method, path, status, credential_id, channel_id, address, duration_ms)',
      `$1, '${eventId}', 'GET', '/api/v1/Payments', 200, '${eventId}', 'snt_ch_x', '127.0.0.1', 1`,
    ],
    [
      'webhook_events (company_id, id, payment_id, type, payload)',
      `$1, '${eventId}', '${paymentId}', 'payment.failed', '{}'`,
    ],
    [
      'webhook_attempts (company_id, delivery_id, number, url, request_headers, duration_ms)',
      `$1, '${eventId}', 1, 'https://example.test/', '{}', 5`,
    ],
    ['notification_events (company_id, kind, event_key)', `$1, 'low-stock', '${eventId}'`],
    [
      'notifications (id, user_id, event_id, kind, is_in_bell, mail_state, created_at)',
      `gen_random_uuid(), (select id from users where company_id = $1 limit 1),
       (select id from notification_events where event_key = '${eventId}'), 'low-stock', true, 'none',
       now()`,
    ],
    ['notification_tallies (company_id, kind, count, amount)', `$1, 'payout-failed', 1, 1`],
    [
      'reconciliation_cases (id, company_id, network, kind, day, effect)',
      `gen_random_uuid(), $1, 'MTN', 'only-ours', current_date, 1`,
    ],
    [
      'reconciliation_bookings (transaction_id, company_id, network, kind, effect, began_at, booked_at, day)',
      `gen_random_uuid(), $1, 'MTN', 'payout', 1, now(), now(), current_date`,
    ],
    [
      'exports (id, user_id, company_id, list, format, filters, expires_at)',
      `'${paymentId}', (select id from users where company_id = $1 limit 1), $1, 'transactions', 'csv',
       '{}', now()`,
    ],
    [
      'closed_days (day, closed_by)',
      `(select coalesce(max(day), '1990-01-01'::date) + 1 from closed_days), $1::uuid`,
    ],
    [
      `day_proofs (day, companies, liabilities, below_zero, root, heads, document, signature, key_id,
         made_at)`,
      `(select max(day) from closed_days), 1, 1, 0, '', '', '', '', $1::uuid::text, now()`,
    ],
    [
      'day_leaves (day, company_id, position, nonce, balance)',
      `(select max(day) from closed_days), $1, 0, '', 1`,
    ],
  ] as const) {
    await test.owner.rows(`insert into ${into} values (${values})`, [companyId]);
  }
}

/** How each tenant table identifies its company. */
const tenantTables: Record<string, string> = {
  companies: 'id = $1',
  users: 'company_id = $1',
  accounts: 'company_id = $1',
  user_roles: 'user_id in (select id from users where company_id = $1)',
  sessions: 'user_id in (select id from users where company_id = $1)',
  audit_log: 'company_id = $1',
  transactions: 'company_id = $1',
  entries: 'company_id = $1',
  company_day_figures: 'company_id = $1',
  company_figures: 'company_id = $1',
  kind_day_figures: 'company_id = $1',
  payment_day_figures: 'company_id = $1',
  company_credentials: 'company_id = $1',
  internet_products: 'company_id = $1',
  product_codes: 'company_id = $1',
  voucher_batches: 'company_id = $1',
  voucher_counts: 'company_id = $1',
  payments: 'company_id = $1',
  open_payments: 'company_id = $1',
  late_questions: 'company_id = $1',
  payment_steps: 'company_id = $1',
  payment_reviews: 'company_id = $1',
  fee_schedules: 'company_id = $1',
  payment_limits: 'company_id = $1',
  limit_usage: 'company_id = $1',
  limit_returns: 'company_id = $1',
  day_leaves: 'company_id = $1',
  blocked_numbers: 'company_id = $1',
  known_numbers: 'company_id = $1',
  approvals: 'company_id = $1',
  payout_rules: 'company_id = $1',
  payout_approvals: 'company_id = $1',
  reconciliation_cases: 'company_id = $1',
  reconciliation_bookings: 'company_id = $1',
  payout_brakes: 'company_id = $1',
  braked_payments: 'company_id = $1',
  watcher_stops: 'company_id = $1',
  company_webhooks: 'company_id = $1',
  webhook_events: 'company_id = $1',
  webhook_deliveries: 'company_id = $1',
  event_sequences: 'company_id = $1',
  api_requests: 'company_id = $1',
  examinations: 'company_id = $1',
  examination_orders: 'company_id = $1',
  examination_polls: 'company_id = $1',
  examination_exceptions: 'company_id = $1',
  webhook_attempts: 'company_id = $1',
  network_calls: 'company_id = $1',
  network_circuits: 'company_id = $1',
  notification_events: 'company_id = $1',
  notifications: 'user_id in (select id from users where company_id = $1)',
  notification_tallies: 'company_id = $1',
  enquiries: 'company_id = $1',
  recipients: 'company_id = $1',
  payment_links: 'company_id = $1',
  checkouts: 'company_id = $1',
  checkout_attempts: 'company_id = $1',
  corrected_days: 'company_id = $1',
  refunds: 'company_id = $1',
  bulk_payouts: 'company_id = $1',
  bulk_payout_lines: 'company_id = $1',
  tills: 'company_id = $1',
  till_products: 'company_id = $1',
  till_devices: 'company_id = $1',
  till_cashiers: 'company_id = $1',
  till_shifts: 'company_id = $1',
  till_requests: 'company_id = $1',
  till_checks: 'company_id = $1',
  bank_accounts: 'company_id = $1',
  settlements: 'company_id = $1',
  settlement_schedules: 'company_id = $1',
  saved_views: 'user_id in (select id from users where company_id = $1)',
  exports: 'company_id = $1',
  export_parts: 'export_id in (select id from exports where company_id = $1)',
};

const touches: Record<string, (table: string, where: string) => string> = {
  select: (table, where) => `select 1 from ${table} where ${where}`,
  update: (table, where) =>
    `update ${table} set ${firstColumn[table]} = ${firstColumn[table]} where ${where} returning 1`,
  delete: (table, where) => `delete from ${table} where ${where} returning 1`,
};
const firstColumn: Record<string, string> = {
  companies: 'name',
  users: 'first_name',
  accounts: 'balance',
  user_roles: 'role_id',
  sessions: 'address',
  audit_log: 'action',
  transactions: 'status',
  entries: 'amount',
  company_day_figures: 'count',
  company_figures: 'count',
  kind_day_figures: 'count',
  payment_day_figures: 'count',
  company_credentials: 'channel_id',
  internet_products: 'name',
  product_codes: 'state',
  voucher_batches: 'file_name',
  voucher_counts: 'count',
  payments: 'status',
  open_payments: 'network',
  late_questions: 'network',
  payment_steps: 'title',
  payment_reviews: 'kind',
  fee_schedules: 'minimum',
  payment_limits: 'most',
  limit_usage: 'amount',
  limit_returns: 'amount',
  day_leaves: 'balance',
  blocked_numbers: 'reason',
  known_numbers: 'phone_number',
  approvals: 'state',
  payout_rules: 'ceiling',
  payout_approvals: 'step',
  reconciliation_cases: 'state',
  reconciliation_bookings: 'state',
  payout_brakes: 'reason',
  braked_payments: 'outcome',
  watcher_stops: 'reason',
  company_webhooks: 'url',
  webhook_events: 'type',
  webhook_deliveries: 'state',
  event_sequences: 'last',
  api_requests: 'path',
  examinations: 'url',
  examination_orders: 'wish',
  examination_polls: 'given',
  examination_exceptions: 'reason',
  webhook_attempts: 'answer',
  network_calls: 'calls',
  network_circuits: 'answered_probes',
  notification_events: 'kind',
  notifications: 'read_at',
  notification_tallies: 'count',
  enquiries: 'note',
  recipients: 'label',
  payment_links: 'ended_at',
  checkouts: 'created_at',
  checkout_attempts: 'number',
  corrected_days: 'day',
  refunds: 'reason',
  bulk_payouts: 'name',
  bulk_payout_lines: 'reference',
  tills: 'name',
  till_products: 'product_id',
  till_devices: 'seen_at',
  till_cashiers: 'pin_mark',
  till_shifts: 'closed_at',
  till_requests: 'payment_id',
  till_checks: 'checked_at',
  bank_accounts: 'state',
  settlements: 'state',
  settlement_schedules: 'keep',
  saved_views: 'name',
  exports: 'state',
  export_parts: 'number',
};

/** The number of affected rows, or 0 if the database refuses. Everything is rolled back. */
async function rowsTouched(scope: Scope, sql: string, companyId: string | null): Promise<number> {
  const undo = new Error('undo');
  let count = 0;
  try {
    await test.database.within(scope, async (db) => {
      count = (await db.rows(sql, [companyId])).length;
      throw undo;
    });
  } catch (error) {
    if (error !== undo && sqlState(error) !== '42501') throw error;
  }
  return count;
}

describe.each(Object.entries(tenantTables))('%s', (table, where) => {
  it.each(Object.keys(touches))('%s never reaches another company', async (verb) => {
    const sql = touches[verb]?.(table, where) ?? '';
    expect(await rowsTouched(own, sql, theirs.companyId)).toBe(0);
    expect(await rowsTouched(unset, sql, theirs.companyId)).toBe(0);
    expect(await rowsTouched(unset, sql, mine.companyId)).toBe(0);
  });

  it('row-level security is forced, also for the table owner', async () => {
    const row = await test.owner.row(
      'select relrowsecurity, relforcerowsecurity from pg_class where relname = $1',
      [table],
    );
    expect(row).toEqual({ relrowsecurity: true, relforcerowsecurity: true });
  });
});

it('every table with a company has row-level security', async () => {
  const tables = await test.owner.rows<{ name: string }>(
    `select table_name as name from information_schema.columns
     join information_schema.tables using (table_schema, table_name)
     where table_schema = 'public' and column_name = 'company_id' and table_type = 'BASE TABLE'`,
  );
  expect(tables.map(({ name }) => name).filter((name) => !(name in tenantTables))).toEqual([]);
});

it('a company sees its own rows', async () => {
  const ownRows = {
    companies: 1,
    users: 1,
    // Its own account and seven system accounts.
    accounts: 8,
    user_roles: 1,
    sessions: 1,
    transactions: 1,
    entries: 2,
    company_day_figures: 1,
    company_figures: 1,
    kind_day_figures: 1,
    payment_day_figures: 1,
    company_credentials: 1,
    internet_products: 1,
    product_codes: 1,
    voucher_batches: 1,
    voucher_counts: 1,
    payments: 1,
    open_payments: 1,
    payment_steps: 1,
    fee_schedules: 1,
    company_webhooks: 1,
    webhook_events: 1,
    webhook_deliveries: 1,
    event_sequences: 1,
    api_requests: 1,
    examinations: 1,
    examination_orders: 1,
    webhook_attempts: 1,
    network_circuits: 1,
    payout_brakes: 1,
    braked_payments: 1,
    payout_rules: 1,
    payout_approvals: 1,
    enquiries: 1,
    recipients: 1,
    payment_links: 1,
    checkouts: 1,
    checkout_attempts: 1,
    corrected_days: 1,
    refunds: 1,
    bulk_payouts: 1,
    bulk_payout_lines: 1,
    tills: 1,
    till_products: 1,
    till_devices: 1,
    till_cashiers: 1,
    till_shifts: 1,
    till_requests: 1,
    till_checks: 1,
    saved_views: 1,
    exports: 1,
    export_parts: 1,
    // For staff only.
    watcher_stops: 0,
    examination_polls: 0,
    examination_exceptions: 0,
    payment_reviews: 0,
    late_questions: 0,
    reconciliation_cases: 0,
    reconciliation_bookings: 0,
    network_calls: 0,
  };
  for (const [table, count] of Object.entries(ownRows)) {
    const sql = touches['select']?.(table, tenantTables[table] ?? '') ?? '';
    expect(await rowsTouched(own, sql, mine.companyId), table).toBe(count);
  }
});

describe('a company', () => {
  const refused = async (work: (db: Db) => Promise<unknown>) => {
    const error = await test.database.within(own, work).then(
      () => null,
      (caught: unknown) => caught,
    );
    expect(sqlState(error)).toBe('42501');
  };
  const insertUser =
    'insert into users (id, company_id, is_staff, first_name, last_name, username, email, password_hash) values';

  it('cannot write a user of another company', () =>
    refused((db) =>
      db.rows(`${insertUser} ($1, $2, false, 'a', 'b', 'c1', 'c1', 'x')`, [
        uuidV7(),
        theirs.companyId,
      ]),
    ));
  it('cannot write a staff user', () =>
    refused((db) =>
      db.rows(`${insertUser} ($1, $2, true, 'a', 'b', 'c2', 'c2', 'x')`, [
        uuidV7(),
        mine.companyId,
      ]),
    ));
  it('cannot move its user into another company', () =>
    refused((db) =>
      db.rows('update users set company_id = $1 where id = $2', [theirs.companyId, mine.userId]),
    ));
  it('cannot make its user staff', () =>
    refused((db) => db.rows('update users set is_staff = true where id = $1', [mine.userId])));
  it('cannot assign a staff role to its user', () =>
    refused((db) =>
      db.rows(
        "insert into user_roles (user_id, role_id) select $1, id from roles where name = 'Admin'",
        [mine.userId],
      ),
    ));
  it('cannot assign a role to a user of another company', () =>
    refused((db) =>
      db.rows(
        "insert into user_roles (user_id, role_id) select $1, id from roles where name = 'Restricted'",
        [theirs.userId],
      ),
    ));
  it('cannot write permissions of a role', () =>
    refused((db) =>
      db.rows(
        `insert into role_permissions (role_id, permission_id)
         select r.id, p.id from roles r, permissions p where r.name = 'Restricted'`,
      ),
    ));
  it('cannot write an account of another company', () =>
    refused((db) =>
      db.rows(
        `insert into accounts (id, company_id, name, number, type_code, type_name)
         values ($1, $2, 'a', '1', 1, 'b')`,
        [uuidV7(), theirs.companyId],
      ),
    ));
  it('cannot open an account with a balance', () =>
    refused((db) =>
      db.rows(
        `insert into accounts (id, company_id, name, number, type_code, type_name, balance)
         values ($1, $2, 'a', '1', 1, 'b', 5)`,
        [uuidV7(), mine.companyId],
      ),
    ));
  it('cannot write a balance, not even its own', () =>
    refused((db) => db.rows('update accounts set balance = 1')));
  it('cannot write a product or a product code of another company', async () => {
    await refused((db) =>
      db.rows(
        `insert into internet_products (company_id, id, code, name, amount)
         values ($1, $2, 'a', 'b', 1)`,
        [theirs.companyId, uuidV7()],
      ),
    );
    await refused((db) =>
      db.rows('insert into product_codes (company_id, product_id, code) values ($1, $2, $3)', [
        theirs.companyId,
        uuidV7(),
        'a',
      ]),
    );
  });
  it.each([
    [
      'a payment',
      `insert into payments (company_id, id, direction, origin, account_id, phone_number, network,
         amount, status)
       values ($1, gen_random_uuid(), 'payout', 'api', gen_random_uuid(), '256', 'MTN', 1, 'PENDING')`,
    ],
    [
      'what a network said',
      `insert into payment_steps (company_id, payment_id, kind, title)
       values ($1, gen_random_uuid(), 'asked', 'paid')`,
    ],
    [
      'its own fee',
      `insert into fee_schedules
         (id, company_id, direction, percent_hundredths, effective_from)
       values (gen_random_uuid(), $1, 'payout', 0, now())`,
    ],
    [
      'a delivery',
      `insert into webhook_deliveries (company_id, id, event_id, webhook_id)
       values ($1, gen_random_uuid(), gen_random_uuid(), $1)`,
    ],
    [
      'what its systems sent',
      `insert into api_requests (company_id, id, method, path, status, credential_id, channel_id, address,
         duration_ms)
       values ($1, gen_random_uuid(), 'GET', '/', 200, gen_random_uuid(), 'x', 'x', 1)`,
    ],
    [
      'a decision of staff',
      `insert into payment_reviews (id, company_id, payment_id, kind)
       values (gen_random_uuid(), $1, gen_random_uuid(), 'unanswered')`,
    ],
  ])('cannot write %s, not even for itself', (_, sql) =>
    refused((db) => db.rows(sql, [mine.companyId])),
  );
  it('cannot write the outcome of its payments', async () => {
    const changed = await test.database.within(own, (db) =>
      db.rows("update payments set status = 'SUCCESS' returning id"),
    );
    expect(changed).toEqual([]);
  });
  it('cannot write an audit entry for another company', () =>
    refused((db) =>
      db.rows("insert into audit_log (company_id, action, result) values ($1, 'x', 'done')", [
        theirs.companyId,
      ]),
    ));
  it('cannot write a session', () =>
    refused((db) =>
      db.rows(
        "insert into sessions (token_hash, user_id, expires_at) values ('\\x00', $1, now())",
        [mine.userId],
      ),
    ));
});

it('the audit log is immutable, even for its owner', async () => {
  for (const sql of [
    "update audit_log set action = 'x'",
    'delete from audit_log',
    'truncate audit_log',
  ]) {
    await expect(test.owner.rows(sql)).rejects.toThrow('append-only');
  }
});

it('a connection keeps no scope after its transaction', async () => {
  await test.database.within({ platform: true, companyId: null, userId: null }, (db) =>
    db.rows('select 1'),
  );
  const seen = await Promise.all(
    Array.from({ length: 20 }, () => test.database.unscoped.rows('select id from companies')),
  );
  expect(seen.flat()).toEqual([]);
});

it('views read with the rights of the caller', async () => {
  const views = await test.owner.rows<{ name: string }>(
    `select relname as name from pg_class
     where relkind = 'v' and relnamespace = 'public'::regnamespace
       and not coalesce(reloptions, '{}') @> '{security_invoker=true}'`,
  );
  expect(views).toEqual([]);
});

it('a company changes its own keys, and not the set that staff made', async () => {
  const where = 'company_id = $1';
  const changes = async () => [
    await rowsTouched(own, touches['update']?.('company_credentials', where) ?? '', mine.companyId),
    await rowsTouched(own, touches['delete']?.('company_credentials', where) ?? '', mine.companyId),
  ];
  expect(await changes()).toEqual([0, 0]);
  await test.owner.rows(`update company_credentials set by_staff = false where ${where}`, [
    mine.companyId,
  ]);
  expect(await changes()).toEqual([1, 1]);
});
