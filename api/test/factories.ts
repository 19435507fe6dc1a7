import type { Db } from '../src/db/database.ts';
import { uuidV7 } from '../src/db/uuid.ts';

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
      fields.passwordHash ?? 'no password',
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

/** Stands in for the ledger, which alone may change balances in the product. */
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
    'insert into accounts (id, company_id, balance, held, is_active) values ($1, $2, $3, $4, $5)',
    [id, companyId, balance.toString(), held.toString(), isActive],
  );
  return id;
}
