import type { Db } from '../db/database.ts';

/** Hundredths of UGX. */
export interface Rule {
  readonly atOnceUpTo: bigint;
  readonly colleagueUpTo: bigint;
}

export interface RuleRow {
  /** Hundredths of UGX; bigint arrives as text. Null while the company has no rules. */
  readonly at_once_up_to: string | null;
  readonly colleague_up_to: string | null;
  readonly ceiling: string;
  readonly updated_at: Date | null;
  readonly waiting_id: string | null;
}

/** The company of a row that is not there yet has the ceiling 0. */
export async function readRule(db: Db, companyId: string): Promise<RuleRow> {
  const row = await db.row<RuleRow>(
    `select r.at_once_up_to, r.colleague_up_to, coalesce(r.ceiling, 0)::text as ceiling, r.updated_at,
       (
         select a.id from approvals a
         where a.kind = 'payout-rule' and a.subject = c.id::text and a.state = 'waiting'
       ) as waiting_id
     from companies c left join payout_rules r on r.company_id = c.id where c.id = $1`,
    [companyId],
  );
  if (!row) throw new Error('A company that was found is there');
  return row;
}

/** Orders changes that are made at the same time. */
export async function lockRule(db: Db, companyId: string): Promise<RuleRow> {
  await db.rows(
    'insert into payout_rules (company_id) values ($1) on conflict (company_id) do nothing',
    [companyId],
  );
  await db.rows('select 1 from payout_rules where company_id = $1 for update', [companyId]);
  return readRule(db, companyId);
}

export async function writeRule(db: Db, companyId: string, rule: Rule): Promise<void> {
  await db.rows(
    `update payout_rules set at_once_up_to = $2, colleague_up_to = $3, updated_at = now()
     where company_id = $1`,
    [companyId, rule.atOnceUpTo, rule.colleagueUpTo],
  );
}

/** Rules above a lower ceiling are lowered to it. */
export async function writeCeiling(db: Db, companyId: string, ceiling: bigint): Promise<void> {
  await db.rows(
    `update payout_rules
     set ceiling = $2, updated_at = now(),
       -- least() ignores nulls, which would make rules of a company that has none.
       at_once_up_to = case when at_once_up_to > $2 then $2 else at_once_up_to end,
       colleague_up_to = case when colleague_up_to > $2 then $2 else colleague_up_to end
     where company_id = $1`,
    [companyId, ceiling],
  );
}

/** All, also those who cannot approve what a certain person asks for. */
export async function listApprovers(db: Db, companyId: string): Promise<string[]> {
  const rows = await db.rows<{ name: string }>(
    `select distinct u.first_name || ' ' || u.last_name as name from users u
     join user_roles ur on ur.user_id = u.id
     join role_permissions rp on rp.role_id = ur.role_id
     join permissions n on n.id = rp.permission_id
     where u.company_id = $1 and not u.is_staff and u.is_active and u.deleted_at is null
       and n.name = 'canApprovePayouts'
     order by 1 limit 50`,
    [companyId],
  );
  return rows.map(({ name }) => name);
}

export interface PastPayout {
  readonly id: string;
  readonly amount: string;
  readonly day: string;
  readonly is_failed: boolean;
}

/** In the order in which they were requested, from a day on. */
export function listPastPayouts(
  db: Db,
  companyId: string,
  from: { readonly day: string; readonly after: string },
  limit: number,
): Promise<PastPayout[]> {
  return db.rows<PastPayout>(
    `select p.id, p.amount, kampala_day(p.created_at)::text as day, p.status = 'FAILED' as is_failed
     from payments p
     where p.company_id = $1 and p.id > $3 and p.direction = 'payout' and p.origin <> 'import'
       and kampala_day(p.created_at) >= $2::date
     order by p.id limit $4`,
    [companyId, from.day, from.after, limit],
  );
}
