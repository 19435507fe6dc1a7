import { postAll } from '../ledger/posting.queries.ts';
import { newAccountNumber } from '../ledger/account-number.ts';
import { systemAccountsOf } from '../ledger/system-accounts.ts';
import type { Database, Db } from '../db/database.ts';
import { platformScope } from '../db/scope.ts';
import { uuidV7 } from '../db/uuid.ts';
import { AppError } from '../http/app-error.ts';
import type { Visiting } from '../http/mode.ts';

/** What the test world knows of a company: nothing by which anybody could be reached or sign in. */
interface CompanyFacts {
  readonly name: string;
  readonly phone: string;
  readonly address: string;
  readonly is_archived: boolean;
  readonly suspended_at: Date | null;
  readonly suspension_reason: string | null;
  readonly people: readonly PersonFacts[];
}

interface PersonFacts {
  readonly id: string;
  readonly first_name: string;
  readonly last_name: string;
  /** Payouts that a colleague asked for. */
  readonly can_approve: boolean;
}

/** What a company finds when it first comes, in the transaction in which it is written. */
export type OnNewCompany = (db: Db, companyId: string, name: string) => Promise<void>;

/** For how long a company is taken as it was. */
const usuallyFreshForMs = 60_000;

/** What a company has to play with, in hundredths of UGX. */
const playAccounts = [
  { name: 'Test account 1', balance: 10_000_000_00n },
  { name: 'Test account 2', balance: 0n },
] as const;

/** client_manager, a built-in role with the permission to approve payouts. */
const approverRole = '00000000-0000-7000-8000-000000000212';

/** More than any payout: nobody approves what is not real. */
const largestPayout = 1_000_000_000_00n;

/** Makes a company and its people exist in the test world, and keeps their names as they are in the live one. */
export function createMirror(
  live: Database,
  test: Database,
  onNew: OnNewCompany,
  freshForMs = usuallyFreshForMs,
) {
  const known = new Map<string, { readonly atMs: number; readonly people: ReadonlySet<string> }>();
  const refresh = async (companyId: string): Promise<ReadonlySet<string>> => {
    const facts = await live.within(platformScope, (db) => readFacts(db, companyId));
    if (facts) await test.within(platformScope, (db) => write(db, companyId, facts, onNew));
    if (!facts || facts.is_archived) throw new AppError('credential_inactive');
    return new Set(facts.people.map(({ id }) => id));
  };
  return async ({ companyId, userId }: Visiting): Promise<void> => {
    const last = known.get(companyId);
    const isKnown = last && (userId === null || last.people.has(userId));
    if (isKnown && performance.now() - last.atMs < freshForMs) return;
    known.set(companyId, { atMs: performance.now(), people: await refresh(companyId) });
  };
}

function readFacts(db: Db, companyId: string): Promise<CompanyFacts | undefined> {
  return db.row<CompanyFacts>(
    `select c.name, c.phone, c.address, c.archived_at is not null as is_archived, c.suspended_at,
       c.suspension_reason,
       coalesce((
         select json_agg(json_build_object(
           'id', u.id, 'first_name', u.first_name, 'last_name', u.last_name,
           'can_approve', u.is_active and exists (
             select from user_roles ur
             join role_permissions rp on rp.role_id = ur.role_id
             join permissions n on n.id = rp.permission_id
             where ur.user_id = u.id and n.name = 'canApprovePayouts'
           )))
         from users u where u.company_id = c.id and u.deleted_at is null
       ), '[]') as people
     from companies c where c.id = $1`,
    [companyId],
  );
}

async function write(
  db: Db,
  companyId: string,
  facts: CompanyFacts,
  onNew: OnNewCompany,
): Promise<void> {
  const row = await db.row<{ is_new: boolean }>(
    `insert into companies (id, name, email, phone, address, archived_at, suspended_at,
       suspension_reason)
     values ($1, $2, $3, $4, $5, case when $6 then now() end, $7, $8)
     on conflict (id) do update set name = excluded.name, phone = excluded.phone,
       address = excluded.address, archived_at = excluded.archived_at,
       suspended_at = excluded.suspended_at, suspension_reason = excluded.suspension_reason
     returning xmax = 0 as is_new`,
    [
      companyId,
      facts.name,
      unreachable(companyId),
      facts.phone,
      facts.address,
      facts.is_archived,
      facts.suspended_at,
      facts.suspension_reason,
    ],
  );
  await writePeople(db, companyId, facts.people);
  await writeApprovers(db, companyId, facts.people);
  if (!row?.is_new || facts.is_archived) return;
  await giveAccounts(db, companyId);
  await onNew(db, companyId, facts.name);
}

async function writePeople(
  db: Db,
  companyId: string,
  people: readonly PersonFacts[],
): Promise<void> {
  await db.rows(
    `insert into users (id, company_id, first_name, last_name, username, email)
     select p.id, $1, p.first_name, p.last_name, p.email, p.email
     from unnest($2::uuid[], $3::text[], $4::text[], $5::text[]) p (id, first_name, last_name, email)
     on conflict (id) do update
       set company_id = excluded.company_id, first_name = excluded.first_name,
         last_name = excluded.last_name
       where (users.company_id, users.first_name, users.last_name)
         is distinct from (excluded.company_id, excluded.first_name, excluded.last_name)`,
    [
      companyId,
      people.map(({ id }) => id),
      people.map(({ first_name }) => first_name),
      people.map(({ last_name }) => last_name),
      people.map(({ id }) => unreachable(id)),
    ],
  );
}

/** Whose names stand where somebody has to approve. What people may do is decided by the live world all the same. */
async function writeApprovers(
  db: Db,
  companyId: string,
  people: readonly PersonFacts[],
): Promise<void> {
  const approvers = people.filter((person) => person.can_approve).map(({ id }) => id);
  await db.rows(
    `delete from user_roles where role_id = $2 and user_id <> all ($3)
       and user_id in (select id from users where company_id = $1)`,
    [companyId, approverRole, approvers],
  );
  await db.rows(
    `insert into user_roles (user_id, role_id) select unnest($2::uuid[]), $1 on conflict do nothing`,
    [approverRole, approvers],
  );
}

/** Unique, as the columns want it, and by RFC 2606 nobody's. */
function unreachable(id: string): string {
  return `${id}@test.invalid`;
}

async function giveAccounts(db: Db, companyId: string): Promise<void> {
  const { settlement } = await systemAccountsOf(db, companyId);
  for (const { name, balance } of playAccounts) {
    const accountId = uuidV7();
    await db.rows(
      `insert into accounts (id, company_id, name, number, type_code, type_name)
       values ($1, $2, $3, $4, 2, 'Checking')`,
      [accountId, companyId, name, newAccountNumber()],
    );
    if (balance === 0n) continue;
    const legs = [
      { accountId: settlement, amount: -balance },
      { accountId, amount: balance },
    ];
    const what = { kind: 'deposit', key: `play money ${accountId}`, description: 'Play money' };
    const type = 'credit' as const;
    await postAll(db, [{ companyId, accountId, type, amount: balance, legs, ...what }]);
  }
  await db.rows(
    `insert into payout_rules (company_id, at_once_up_to, colleague_up_to, ceiling)
     values ($1, $2, $2, $2)`,
    [companyId, largestPayout],
  );
}
