import type { ExaminationException, testActivity } from '@sente/contract/test-activity';
import * as z from 'zod';
import type { CarryOut } from '../approvals/approval-kind.ts';
import { ask } from '../approvals/asking.ts';
import { companyExists, holdCompany } from '../db/company.ts';
import type { Database, Db } from '../db/database.ts';
import { notFound, refused } from '../http/app-error.ts';
import type { Handlers } from '../http/serve.ts';
import { audit } from '../security/audit.ts';

/* Companies whose new keys of live mode need no examination. It lets keys out, so two people decide; one ends it. */

type Calls = Pick<typeof testActivity, 'askForException' | 'endException'>;

export function exceptionRoutes(database: Database): Handlers<Calls> {
  return {
    askForException: ({ actor, params: { id }, body: { reason } }) =>
      database.within(actor.scope, async (db) => {
        const name = await nameOf(db, id);
        if (await readException(db, id)) throw refused('This company has an exception already');
        const approvalId = await ask(db, actor, {
          kind: 'limit',
          subject: `examination-exception ${id}`,
          companyId: id,
          note: reason,
          details: { of: 'examination-exception', reason, company: name },
          about: { type: 'companies', id },
          isWaiting: 'An exception of this company waits for a second person already',
        });
        return { data: null, meta: { approvalId } };
      }),

    endException: ({ actor, params: { id } }) =>
      database.within(actor.scope, async (db) => {
        await nameOf(db, id);
        const row = await db.row(
          'delete from examination_exceptions where company_id = $1 returning company_id',
          [id],
        );
        if (!row) throw refused('This company has no exception');
        await audit(db, actor, {
          action: 'testActivity.endException',
          subject: { type: 'companies', id },
          companyId: id,
        });
        return { data: null };
      }),
  };
}

async function nameOf(db: Db, id: string): Promise<string> {
  if (!(await companyExists(db, id))) throw notFound('Company not found');
  const row = await db.row<{ name: string }>('select name from companies where id = $1', [id]);
  return row?.name ?? '';
}

export async function readException(
  db: Db,
  companyId: string,
): Promise<ExaminationException | null> {
  const row = await db.row<{ reason: string; since: Date; asked: string; approved: string }>(
    `select e.reason, e.created_at as since, a.first_name || ' ' || a.last_name as asked,
       b.first_name || ' ' || b.last_name as approved
     from examination_exceptions e left join users a on a.id = e.asked_by
     left join users b on b.id = e.approved_by
     where e.company_id = $1`,
    [companyId],
  );
  return (
    (row && {
      reason: row.reason,
      since: row.since.toISOString(),
      askedBy: row.asked,
      approvedBy: row.approved,
    }) ??
    null
  );
}

const wanted = z.object({ reason: z.string() });

export const carryOutException: CarryOut = async (db, approver, approval) => {
  const { company_id: companyId, asked_by: askedBy, details } = approval;
  if (!companyId || !(await holdCompany(db, companyId))) throw notFound('Company not found');
  const { reason } = wanted.parse(details);
  await db.rows(
    `insert into examination_exceptions (company_id, reason, asked_by, approved_by)
     values ($1, $2, $3, $4) on conflict do nothing`,
    [companyId, reason, askedBy, approver.userId],
  );
  await audit(db, approver, {
    action: 'testActivity.askForException',
    subject: { type: 'companies', id: companyId },
    companyId,
    details: { reason },
  });
  return null;
};
