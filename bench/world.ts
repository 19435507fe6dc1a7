import type { Db } from '../api/src/db/database.ts';
import { uuidV7 } from '../api/src/db/uuid.ts';
import { newAccountNumber } from '../api/src/ledger/account-number.ts';

export interface BenchCompany {
  readonly id: string;
  readonly settlement: string;
  readonly accounts: readonly string[];
}

/** Companies with empty accounts, inserted in bulk. */
export async function createCompanies(
  owner: Db,
  count: number,
  accountsEach: number,
): Promise<BenchCompany[]> {
  const companies = Array.from({ length: count }, () => ({
    id: uuidV7(),
    settlement: uuidV7(),
    accounts: Array.from({ length: accountsEach }, () => uuidV7()),
  }));
  const ids = companies.map(({ id }) => id);
  await owner.rows(
    `insert into companies (id, name, email, phone, address)
     select id, 'Company ' || n, 'company-' || n || '@bench.test', '+256 772 000000', 'Kampala'
     from unnest($1::uuid[]) with ordinality c(id, n)`,
    [ids],
  );
  await owner.rows(
    `insert into accounts (id, company_id, kind, floor)
     select id, company_id, 'settlement', null from unnest($1::uuid[], $2::uuid[]) a(id, company_id)`,
    [companies.map(({ settlement }) => settlement), ids],
  );
  const accounts = companies.flatMap((company) =>
    company.accounts.map((id) => ({ id, companyId: company.id })),
  );
  await owner.rows(
    `insert into accounts (id, company_id, name, number, type_code, type_name)
     select id, company_id, 'Main account', number, 2, 'Checking'
     from unnest($1::uuid[], $2::uuid[], $3::text[]) a(id, company_id, number)`,
    [
      accounts.map(({ id }) => id),
      accounts.map(({ companyId }) => companyId),
      distinctNumbers(accounts.length),
    ],
  );
  return companies;
}

/** One company with one account. */
export function hotOf(companies: readonly BenchCompany[]): BenchCompany[] {
  return companies.slice(0, 1).map((company) => ({
    ...company,
    accounts: company.accounts.slice(0, 1),
  }));
}

function distinctNumbers(count: number): string[] {
  const numbers = new Set<string>();
  while (numbers.size < count) numbers.add(newAccountNumber());
  return [...numbers];
}
