import type { webhooks } from '@sente/contract/webhooks';
import { holdCompany } from '../db/company.ts';
import type { Database, Db } from '../db/database.ts';
import type { Actor } from '../http/actor.ts';
import { notFound } from '../http/app-error.ts';
import { audit } from '../security/audit.ts';

export const noWebhook = 'No webhook is set for this company';

/** Each call concerns one company that is not archived. */
export function within(database: Database) {
  return <T>(actor: Actor, companyId: string, work: (db: Db) => Promise<T>): Promise<T> =>
    database.within(actor.scope, async (db) => {
      if (!(await holdCompany(db, companyId))) throw notFound('Company not found');
      return work(db);
    });
}

/** Recorded in the company's history, never with the secret. */
export function note(
  db: Db,
  actor: Actor,
  action: keyof typeof webhooks,
  companyId: string,
  details: Readonly<Record<string, unknown>>,
): Promise<void> {
  return audit(db, actor, {
    action: `webhooks.${action}`,
    subject: { type: 'companies', id: companyId },
    companyId,
    details,
  });
}
