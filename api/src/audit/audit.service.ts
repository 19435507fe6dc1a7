import type { audit, AuditEntry } from '@sente/contract/audit';
import type { MetaOf, QueryOf } from '@sente/contract/endpoint';
import { dayMs, startOfDay } from '@sente/contract/kampala';
import type { Database } from '../db/database.ts';
import type { Actor } from '../http/actor.ts';
import { invalidField } from '../http/app-error.ts';
import { listAudit, type AuditFilters, type AuditRow } from './audit.queries.ts';

type ListQuery = QueryOf<typeof audit.list>;
type ListMeta = MetaOf<typeof audit.list>;

export interface AuditService {
  list(actor: Actor, query: ListQuery): Promise<{ data: AuditEntry[]; meta: ListMeta }>;
}

export function createAuditService(database: Database): AuditService {
  return {
    list: (actor, query) =>
      database.within(actor.scope, async (db) => {
        // One row more than returned shows whether there are more.
        const found = await listAudit(db, filtersOf(query), query.limit + 1);
        const rows = found.slice(0, query.limit);
        const hasMore = found.length > query.limit;
        return {
          data: rows.map(toEntry),
          meta: { nextBefore: (hasMore && rows.at(-1)?.id) || null },
        };
      }),
  };
}

function filtersOf(query: ListQuery): AuditFilters {
  const { startDate, endDate } = query;
  if (startDate !== undefined && endDate !== undefined && startDate > endDate) {
    throw invalidField('startDate', 'Start date must not be after end date');
  }
  return {
    subject: subjectOf(query),
    actorId: query.actorId ?? null,
    search: query.search ?? '',
    startMs: startDate === undefined ? null : startOfDay(startDate),
    endMs: endDate === undefined ? null : startOfDay(endDate) + dayMs,
    before: query.before ?? null,
  };
}

function subjectOf({ subjectType, subjectId }: ListQuery): AuditFilters['subject'] {
  if (subjectType === undefined && subjectId === undefined) return null;
  if (subjectType === undefined) {
    throw invalidField('subjectType', 'Subject type is required with a subject id');
  }
  if (subjectId === undefined) {
    throw invalidField('subjectId', 'Subject id is required with a subject type');
  }
  return { type: subjectType, id: subjectId };
}

function toEntry(row: AuditRow): AuditEntry {
  return {
    id: row.id,
    at: row.at.toISOString(),
    actorId: row.actor_id,
    actorEmail: row.actor_email,
    action: row.action,
    subjectType: row.subject_type,
    subjectId: row.subject_id,
    companyId: row.company_id,
    result: row.result,
    address: row.address,
    details: row.details,
  };
}
