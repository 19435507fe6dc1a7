import type { CompanyTestActivity, testActivity } from '@sente/contract/test-activity';
import { exceptionRoutes, readException } from '../credentials/examination-exceptions.ts';
import { readExaminationDays } from '../credentials/live-key-rule.ts';
import { databaseNow } from '../db/clock.ts';
import { companyExists } from '../db/company.ts';
import type { Database, Db } from '../db/database.ts';
import { lowestUuidV7, timeOfUuidV7 } from '../db/uuid.ts';
import { readLast } from '../examinations/examination-view.ts';
import { notFound } from '../http/app-error.ts';
import type { Handlers } from '../http/serve.ts';

/** All that the live world sees of the test world: counts and the result of examinations, read-only. */
export interface TestWindow {
  /** Null: the company was never in test mode. */
  activityOf(companyId: string): Promise<Activity | null>;
}

type Activity = Omit<CompanyTestActivity, 'isOn' | 'isUsed' | 'examinationDays' | 'exception'>;

const nothing: Activity = {
  keys: 0,
  webhooks: 0,
  paymentLinks: 0,
  payments: 0,
  payments30Days: 0,
  succeeded: 0,
  failed: 0,
  requests30Days: 0,
  refusedRequests30Days: 0,
  lastActivityAt: null,
  examinations: 0,
  lastExamination: null,
  lastPassedAt: null,
};

export function testActivityRoutes(
  database: Database,
  window: TestWindow | null,
): Handlers<typeof testActivity> {
  return {
    ofCompany: async ({ actor, params: { id } }) => {
      const rules = await database.within(actor.scope, async (db) => {
        if (!(await companyExists(db, id))) throw notFound('Company not found');
        return {
          examinationDays: await readExaminationDays(db),
          exception: await readException(db, id),
        };
      });
      const found = (await window?.activityOf(id)) ?? null;
      return {
        data: { isOn: window !== null, isUsed: found !== null, ...(found ?? nothing), ...rules },
      };
    },
    ...exceptionRoutes(database),
  };
}

interface CountRow extends Omit<Activity, 'lastActivityAt' | 'lastExamination' | 'lastPassedAt'> {
  readonly lastPayment: Date | null;
  /** Its id contains the time. */
  readonly lastRequest: string | null;
}

const isRecent = `> now() - interval '30 days'`;

/** In the test world. */
export async function readActivity(db: Db, companyId: string): Promise<Activity | null> {
  if (!(await companyExists(db, companyId))) return null;
  const row = await db.row<CountRow>(
    `select
       (select count(*)::int from company_credentials where company_id = $1) as keys,
       (select count(*)::int from company_webhooks where company_id = $1) as webhooks,
       (select count(*)::int from payment_links where company_id = $1) as "paymentLinks",
       (select count(*)::int from examinations where company_id = $1) as examinations,
       p.*, r.*,
       (select id from api_requests where company_id = $1 order by id desc limit 1) as "lastRequest"
     from (
       select count(*)::int as payments,
         (count(*) filter (where created_at ${isRecent}))::int as "payments30Days",
         (count(*) filter (where status = 'SUCCESS'))::int as succeeded,
         (count(*) filter (where status = 'FAILED'))::int as failed, max(created_at) as "lastPayment"
       from payments where company_id = $1
     ) p, (
       select count(*)::int as "requests30Days",
         (count(*) filter (where status >= 400))::int as "refusedRequests30Days"
       from api_requests where company_id = $1 and id >= $2
     ) r`,
    [companyId, lowestUuidV7(databaseNow() - 30 * 86_400_000)],
  );
  if (!row) return null;
  const { lastPayment, lastRequest, ...counts } = row;
  const last = await readLast(db, companyId);
  const examinedAt = last.lastExamination?.startedAt;
  return {
    ...nothing,
    ...counts,
    lastActivityAt: latest(
      lastPayment,
      lastRequest === null ? null : timeOfUuidV7(lastRequest),
      examinedAt ? new Date(examinedAt) : null,
    ),
    ...last,
  };
}

function latest(...times: readonly (Date | null)[]): string | null {
  const last = Math.max(...times.map((time) => time?.getTime() ?? 0));
  return last === 0 ? null : new Date(last).toISOString();
}
