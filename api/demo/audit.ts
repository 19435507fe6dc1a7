import type { Db } from '../src/db/database.ts';
import { feeActs, requestEntries } from './request-history.ts';

const chiefEmail = 'superadmin@sente.test';
const deskEmail = 'admin@sente.test';

/** What somebody did to the records of a company. */
export interface DemoAct {
  readonly action: string;
  readonly at: Date;
  readonly companyId: string;
  readonly email: string;
  readonly details: object;
}

/**
 * The audit entries that creating the demo records in the portal would have written, so that their
 * histories are not empty. In time order, as the ids of the log require.
 */
export async function seedAudit(db: Db, acts: readonly DemoAct[]): Promise<void> {
  await db.rows(
    `insert into audit_log
       (at, company_id, actor_id, actor_email, action, subject_type, subject_id, result, address, details)
     select made.at, made.company_id, actor.id, actor.email, made.action, made.subject_type,
       made.subject_id, 'done', '127.0.0.1', made.details
     from (
       select created_at as at, id as company_id, 'companies.create' as action,
         'companies' as subject_type, id as subject_id, jsonb_build_object('name', name) as details,
         $1 as email
       from companies
       union all
       select created_at, company_id, 'users.create', 'users', id, '{}'::jsonb, $1
       from users where company_id is not null
       union all
       select opened_at, company_id, 'accounts.create', 'accounts', id, jsonb_build_object('name', name), $2
       from accounts where kind = 'customer'
       union all
       ${requestEntries}
       union all
       select a.decided_at, c.company_id, 'reconciliation.settle', 'reconciliation', c.id,
         jsonb_build_object('case', c.number::text, 'action', c.action, 'approval', a.id), u.email
       from reconciliation_cases c join approvals a on a.id = c.approval_id join users u on u.id = a.decided_by
       union all
       select n.blocked_at, n.company_id,
         case when n.company_id is null then 'limits.blockForAll' else 'limits.block' end,
         case when n.company_id is not null then 'companies' end, n.company_id,
         jsonb_build_object('phoneNumber', n.phone_number, 'reason', n.reason), u.email
       from blocked_numbers n join users u on u.id = n.blocked_by
       union all
       select at, "companyId", action, 'companies', "companyId", details, email
       from jsonb_to_recordset($3)
         acts(at timestamptz, "companyId" uuid, action text, details jsonb, email text)
     ) made
     join users actor on actor.email = made.email
     order by made.at, made.subject_id`,
    [chiefEmail, deskEmail, JSON.stringify([...acts, ...(await feeActs(db))])],
  );
}
