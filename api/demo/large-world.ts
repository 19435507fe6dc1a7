import type { Database, Db } from '../src/db/database.ts';
import { platformScope } from '../src/db/scope.ts';
import { uuidV7 } from '../src/db/uuid.ts';
import { newAccountNumber } from '../src/ledger/account-number.ts';
import { systemAccountsOf, type SystemAccounts } from '../src/ledger/system-accounts.ts';
import { hashPassword } from '../src/security/passwords.ts';
import { demoPassword } from './sign-ins.ts';

export interface LargeCompany {
  readonly id: string;
  readonly otherSide: SystemAccounts;
  readonly accounts: readonly string[];
}

export interface LargeWorld {
  readonly companies: readonly LargeCompany[];
  /** A user of the first company, with the password of all demo users. */
  readonly email: string;
}

const rowsPerStatement = 5_000;
const companiesPerTransaction = 250;
const towns = [
  'Apac',
  'Bugiri',
  'Bundibugyo',
  'Iganga',
  'Kamuli',
  'Kitgum',
  'Kumi',
  'Moroto',
  'Moyo',
  'Nebbi',
  'Pallisa',
  'Rakai',
];
const trades = ['WiFi', 'Hardware', 'Traders', 'SACCO', 'Pharmacy', 'Schools', 'Produce'];

/** New companies with new accounts, so that their postings stay in time order. */
export async function createLargeWorld(
  owner: Database,
  counts: { readonly companies: number; readonly accounts: number },
  openedAt: Date,
): Promise<LargeWorld> {
  const ids = Array.from({ length: counts.companies }, () => uuidV7());
  const first = await owner.within(platformScope, async (db) => {
    const number = await nextCompanyNumber(db);
    await insertCompanies(db, ids, number, openedAt);
    return number;
  });
  const accounts = await insertAccounts(owner, ids, counts.accounts, openedAt);
  const email = `owner@history-${first}.test`;
  await owner.within(platformScope, (db) => insertOwner(db, ids[0] ?? '', email));
  return { companies: await withOtherSides(owner, ids, accounts), email };
}

async function nextCompanyNumber(db: Db): Promise<number> {
  const row = await db.row<{ n: number }>(
    "select count(*)::int + 1 as n from companies where email like 'desk@history-%.test'",
  );
  return row?.n ?? 1;
}

async function insertCompanies(
  db: Db,
  ids: readonly string[],
  firstNumber: number,
  createdAt: Date,
): Promise<void> {
  for (const [start, part] of parts(ids)) {
    const numbers = part.map((_, index) => firstNumber + start + index);
    await db.rows(
      `insert into companies (id, name, email, phone, address, created_at, updated_at)
       select id, name, 'desk@history-' || number || '.test',
         '+256 7' || lpad(number::text, 8, '0'), town, $5, $5
       from unnest($1::uuid[], $2::text[], $3::int[], $4::text[]) c(id, name, number, town)`,
      [part, numbers.map(companyName), numbers, numbers.map(townOf), createdAt],
    );
  }
}

function companyName(number: number): string {
  const trade = trades[Math.floor(number / towns.length) % trades.length] ?? '';
  return `${townOf(number)} ${trade} ${number}`;
}

function townOf(number: number): string {
  return towns[number % towns.length] ?? '';
}

/** Distributed over the companies. Returns the account ids per company. */
async function insertAccounts(
  owner: Database,
  companyIds: readonly string[],
  count: number,
  openedAt: Date,
): Promise<string[][]> {
  const accounts: string[][] = companyIds.map(() => []);
  const slots = Array.from({ length: count }, (_, index) => index % companyIds.length);
  for (const [, part] of parts(slots)) {
    const ids = await owner.within(platformScope, (db) =>
      insertUnderNewNumbers(
        db,
        part.map((slot) => companyIds[slot] ?? ''),
        openedAt,
      ),
    );
    for (const [index, slot] of part.entries()) accounts[slot]?.push(ids[index] ?? '');
  }
  return accounts;
}

/** Among a hundred thousand, a new number is sometimes taken; those get another. */
async function insertUnderNewNumbers(
  db: Db,
  companyIds: readonly string[],
  openedAt: Date,
): Promise<string[]> {
  const ids = companyIds.map(() => uuidV7());
  let missing = ids.map((id, index) => ({ id, companyId: companyIds[index] ?? '' }));
  while (missing.length > 0) {
    const rows = await db.rows<{ id: string }>(
      `insert into accounts
         (id, company_id, name, number, type_code, type_name, opened_at, updated_at)
       select id, company_id, 'Takings', number, 3, 'Business', $4, $4
       from unnest($1::uuid[], $2::uuid[], $3::text[]) a(id, company_id, number)
       on conflict (number) do nothing
       returning id`,
      [
        missing.map(({ id }) => id),
        missing.map(({ companyId }) => companyId),
        missing.map(() => newAccountNumber()),
        openedAt,
      ],
    );
    const stored = new Set(rows.map(({ id }) => id));
    missing = missing.filter(({ id }) => !stored.has(id));
  }
  return ids;
}

async function insertOwner(db: Db, companyId: string, email: string): Promise<void> {
  const id = uuidV7();
  await db.rows(
    `insert into users (id, company_id, first_name, last_name, username, email, password_hash)
     values ($1, $2, 'Large', 'Owner', $3, $3, $4)`,
    [id, companyId, email, await hashPassword(demoPassword)],
  );
  await db.rows(
    "insert into user_roles (user_id, role_id) select $1, id from roles where name = 'client_admin'",
    [id],
  );
}

async function withOtherSides(
  owner: Database,
  ids: readonly string[],
  accounts: readonly (readonly string[])[],
): Promise<LargeCompany[]> {
  const companies: LargeCompany[] = [];
  for (const [start, part] of parts(ids, companiesPerTransaction)) {
    await owner.within(platformScope, async (db) => {
      for (const [index, id] of part.entries()) {
        const otherSide = await systemAccountsOf(db, id);
        companies.push({ id, otherSide, accounts: accounts[start + index] ?? [] });
      }
    });
  }
  return companies;
}

function* parts<T>(
  items: readonly T[],
  size = rowsPerStatement,
): Generator<[start: number, part: T[]]> {
  for (let start = 0; start < items.length; start += size) {
    yield [start, items.slice(start, start + size)];
  }
}
