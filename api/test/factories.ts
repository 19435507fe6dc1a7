import type { PermissionName } from '@sente/contract/permissions';
import type { Db } from '../src/db/database.ts';
import { uuidV7 } from '../src/db/uuid.ts';
import { newAccountNumber } from '../src/ledger/account-number.ts';
import { finishAll, postAll } from '../src/ledger/posting.queries.ts';
import { systemAccountsOf } from '../src/ledger/system-accounts.ts';

let counter = 0;
const next = (): number => ++counter;

export async function createCompany(
  owner: Db,
  fields: { name?: string; email?: string } = {},
): Promise<string> {
  const id = uuidV7();
  const number = next();
  await owner.rows(
    `insert into companies (id, name, email, phone, address) values ($1, $2, $3, '+256 772 000000', 'Kampala')`,
    [id, fields.name ?? `Company ${number}`, fields.email ?? `company-${number}@example.test`],
  );
  return id;
}

export async function createHeadOffice(owner: Db): Promise<string> {
  const id = await createCompany(owner, { name: 'Head Office' });
  await owner.rows('update companies set is_head_office = true where id = $1', [id]);
  return id;
}

/** The default password of all users; hashed once, at the cost that the test app uses. */
export const factoryPassword = 'correct horse battery';
const factoryPasswordHash =
  '$argon2id$v=19$m=8,t=1,p=1$CO+LrrQrcOK+j7BF7MfP6Q$0PNkuXwE70srlTk9yiCS1aHboXAekICsAq17V4uwuLA';

interface UserFields {
  readonly companyId?: string;
  readonly isStaff?: boolean;
  readonly email?: string;
  readonly passwordHash?: string;
  readonly isActive?: boolean;
  readonly roles?: readonly string[];
}

export async function createUser(owner: Db, fields: UserFields): Promise<string> {
  const id = uuidV7();
  const email = fields.email ?? `user-${next()}@example.test`;
  await owner.rows(
    `insert into users (id, company_id, is_staff, first_name, last_name, username, email, password_hash, is_active)
     values ($1, $2, $3, 'Test', 'Person', $4, $4, $5, $6)`,
    [
      id,
      fields.companyId ?? null,
      fields.isStaff ?? false,
      email,
      fields.passwordHash ?? factoryPasswordHash,
      fields.isActive ?? true,
    ],
  );
  for (const role of fields.roles ?? []) {
    await owner.rows(
      'insert into user_roles (user_id, role_id) select $1, id from roles where name = $2',
      [id, role],
    );
  }
  return id;
}

/** An account with the given balance, posted through the ledger. */
export async function createAccount(
  owner: Db,
  companyId: string,
  {
    balance = 0n,
    held = 0n,
    isActive = true,
  }: { balance?: bigint; held?: bigint; isActive?: boolean } = {},
): Promise<string> {
  const id = uuidV7();
  await owner.rows(
    `insert into accounts (id, company_id, name, number, type_code, type_name)
     values ($1, $2, 'Main account', $3, 2, 'Checking')`,
    [id, companyId, newAccountNumber()],
  );
  await createSystemAccounts(owner, companyId);
  if (balance > 0n) await createTransaction(owner, companyId, id, { amount: balance });
  if (held > 0n) await createTransaction(owner, companyId, id, { amount: -held, isPending: true });
  if (!isActive) await owner.rows('update accounts set is_active = false where id = $1', [id]);
  return id;
}

/** A database before the taxes refuses their accounts. */
async function createSystemAccounts(owner: Db, companyId: string): Promise<void> {
  const taxes = await owner.row("select from pg_class where relname = 'tax_rates'");
  if (taxes) return void (await systemAccountsOf(owner, companyId));
  await owner.rows(
    `insert into accounts (id, company_id, kind, network, floor)
     select gen_random_uuid(), $1, kind, network, null
     from (values ('settlement', null), ('fees', null), ('suspense', null), ('clearing', 'MTN'),
       ('clearing', 'AIRTEL')) as k (kind, network)
     on conflict do nothing`,
    [companyId],
  );
}

/** A credit, or a debit with a negative amount. */
export async function createTransaction(
  owner: Db,
  companyId: string,
  accountId: string,
  fields: {
    amount: bigint;
    isPending?: boolean;
    at?: Date;
    description?: string;
    reference?: string;
    kind?: string;
    /** The system account on the other side. */
    against?: 'settlement' | 'fees';
  },
): Promise<string> {
  const { amount: gained, isPending = false, against = 'settlement', ...rest } = fields;
  const settlement = await owner.row<{ id: string }>(
    'select id from accounts where company_id = $1 and kind = $2',
    [companyId, against],
  );
  if (!settlement) throw new Error('Create an account of the company first');
  const amount = gained < 0n ? -gained : gained;
  const legs = [
    { accountId: settlement.id, amount: -gained },
    { accountId, amount: gained },
  ];
  const [outcome] = await postAll(owner, [
    {
      description: 'Arranged by a test',
      kind: 'test',
      ...rest,
      ...(isPending ? { legs: [], hold: gained < 0n ? amount : 0n } : { legs }),
      companyId,
      accountId,
      type: gained < 0n ? 'debit' : 'credit',
      amount,
      key: uuidV7(),
    },
  ]);
  if (!outcome?.transactionId) throw new Error(`Nothing was stored: ${outcome?.reason}`);
  return outcome.transactionId;
}

interface PaymentFields {
  readonly id?: string;
  readonly direction?: 'collection' | 'payout';
  readonly origin?: 'api' | 'portal' | 'link' | 'import';
  readonly accountId?: string;
  readonly phoneNumber?: string;
  readonly network?: string;
  readonly amount?: bigint;
  readonly fee?: bigint;
  readonly reference?: string;
  readonly description?: string;
  readonly status?: string;
  readonly reason?: string;
  readonly awaitsApproval?: boolean;
  readonly requestedBy?: string;
  readonly transactionId?: string;
  readonly sentAt?: Date;
  /** A line of a bulk payout, while it waits. */
  readonly isBulk?: boolean;
  readonly nextStepAt?: Date;
  readonly isNotified?: boolean;
  readonly at?: Date;
}

/** A stored payment in any state, with its transaction unless it is imported or has succeeded. */
export async function createPayment(
  owner: Db,
  companyId: string,
  fields: PaymentFields = {},
): Promise<string> {
  const { status = 'PENDING', amount = 1_000n, fee = 0n, at = new Date() } = fields;
  const { awaitsApproval = false, direction = awaitsApproval ? 'payout' : 'collection' } = fields;
  const id = fields.id ?? uuidV7(at.getTime());
  const isOpen = status === 'PENDING' || status === 'PROCESSING';
  const accountId =
    fields.accountId ?? (await createAccount(owner, companyId, { balance: amount + fee }));
  const transactionId =
    fields.transactionId ??
    (status === 'SUCCESS' || fields.origin === 'import'
      ? null
      : await transactionFor(owner, { ...fields, companyId, accountId, amount, fee, at, id }));
  await owner.rows(
    `insert into payments (company_id, id, direction, origin, account_id, phone_number, network,
       amount, fee, reference, description, status, reason, transaction_id, requested_by,
       awaits_approval, is_notified, created_at, finished_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19)`,
    [
      companyId,
      id,
      direction,
      fields.origin ?? (awaitsApproval ? 'portal' : 'api'),
      accountId,
      fields.phoneNumber ?? '256772000000',
      fields.network ?? 'MTN',
      amount,
      fee,
      fields.reference ?? null,
      fields.description ?? null,
      status,
      fields.reason ?? null,
      transactionId,
      fields.requestedBy ?? null,
      awaitsApproval,
      fields.isNotified ?? null,
      at,
      isOpen ? null : at,
    ],
  );
  if (isOpen) {
    await owner.rows(
      `insert into open_payments (payment_id, company_id, network, next_step_at, ready_at, sent_at,
         last_sent_at, send_count, is_bulk)
       values ($1, $2, $3, $4, $5, $6, $6, case when $6::timestamptz is null then 0 else 1 end, $7)`,
      [
        id,
        companyId,
        fields.network ?? 'MTN',
        fields.nextStepAt ?? null,
        at,
        fields.sentAt ?? null,
        fields.isBulk ?? false,
      ],
    );
  }
  return id;
}

/** Pending, and then failed as its payment did. */
async function transactionFor(
  owner: Db,
  payment: Required<Pick<PaymentFields, 'accountId' | 'amount' | 'fee' | 'at' | 'id'>> &
    PaymentFields & { companyId: string },
): Promise<string> {
  const { companyId, accountId, amount, fee, at, awaitsApproval, reference, id } = payment;
  const { direction = awaitsApproval ? 'payout' : 'collection', description } = payment;
  const isIn = direction === 'collection';
  const [outcome] = await postAll(owner, [
    {
      companyId,
      accountId,
      type: isIn ? 'credit' : 'debit',
      amount,
      legs: [],
      hold: isIn ? 0n : amount + fee,
      kind: direction,
      key: `${direction}:${id}`,
      at,
      description: description ?? 'Arranged by a test',
      ...(reference && { reference }),
    },
  ]);
  const hasFailed = payment.status === 'FAILED';
  // One that failed before may need more than there is now.
  if (!outcome?.transactionId || (!hasFailed && outcome.status !== 'pending')) {
    throw new Error(`Nothing is pending: ${outcome?.reason}`);
  }
  const { transactionId } = outcome;
  if (hasFailed) {
    const reason = payment.reason ?? 'Failed';
    await finishAll(owner, [
      { companyId, accountId, transactionId, to: 'failed', legs: [], reason, at },
    ]);
  }
  return transactionId;
}

/** A company role with these permissions; returns its name. */
export async function createRoleWith(owner: Db, ...permissions: PermissionName[]): Promise<string> {
  const name = `Role ${uuidV7()}`;
  await owner.rows(
    `with made as (
       insert into roles (id, name, is_built_in, is_staff) values ($1, $2, false, false) returning id
     )
     insert into role_permissions (role_id, permission_id)
     select made.id, p.id from made, permissions p where p.name = any($3)`,
    [uuidV7(), name, permissions],
  );
  return name;
}

/** That has ended and passed. */
export async function createExamination(db: Db, companyId: string): Promise<string> {
  const id = uuidV7();
  await db.rows(
    `insert into examinations (id, company_id, webhook_id, url, finished_at, is_passed)
     values ($1, $2, $2, 'https://example.test/hook', now(), true)`,
    [id, companyId],
  );
  return id;
}

/** Many API transactions of a second each, with references of five digits that count up. */
export async function addRequests(
  owner: Db,
  companyId: string,
  accountId: string,
  { count, from, reference = 'REQ-' }: { count: number; from: Date; reference?: string },
): Promise<void> {
  await owner.rows(
    `insert into payments (company_id, id, direction, origin, account_id, phone_number, network,
       amount, fee, reference, network_reference, status, created_at, finished_at)
     select $1, (lpad(to_hex($4::bigint + n * 1000), 12, '0') || '7000' || '8000' ||
         lpad(to_hex(n), 12, '0'))::uuid,
       'collection', 'import', $2, '256772000000', 'MTN', 1000, 0,
       $5 || lpad(n::text, 5, '0'), 'NET-' || $5 || lpad(n::text, 5, '0'), 'SUCCESS', t.at, t.at
     from generate_series(1, $3::int) n
     cross join lateral (select to_timestamp($4::bigint / 1000.0 + n) as at) t`,
    [companyId, accountId, count, from.getTime(), reference],
  );
}
