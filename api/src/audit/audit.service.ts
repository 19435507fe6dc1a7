import type { audit, AuditEntry } from '@sente/contract/audit';
import type { MetaOf, QueryOf } from '@sente/contract/endpoint';
import { dayMs, startOfDay } from '@sente/contract/kampala';
import { companyExists } from '../db/company.ts';
import type { Database, Db } from '../db/database.ts';
import type { Actor } from '../http/actor.ts';
import { invalidField, notFound } from '../http/app-error.ts';
import { listingOn } from '../http/day-range.ts';
import { listAudit, type AuditFilters, type AuditRow } from './audit.queries.ts';

type ListQuery = QueryOf<typeof audit.list>;
type CompanyQuery = QueryOf<typeof audit.ofCompany>;
type Entries = { data: AuditEntry[]; meta: MetaOf<typeof audit.list> };

export interface AuditService {
  list(actor: Actor, query: ListQuery): Promise<Entries>;
  /** To the company itself the provider's people are nameless. */
  ofCompany(actor: Actor, companyId: string, query: CompanyQuery): Promise<Entries>;
}

export function createAuditService(database: Database): AuditService {
  return {
    list: (actor, query) =>
      listingOn(database, query)(actor.scope, (db) =>
        readEntries(db, filtersOf(query), query.limit),
      ),

    ofCompany: (actor, companyId, query) =>
      listingOn(database, query)(actor.scope, async (db) => {
        if (!(await companyExists(db, companyId))) throw notFound('Company not found');
        // Companies are not told which of the provider's people did what, so they cannot ask for one.
        const isOfOwnPeople = !actor.isStaff && query.actorId !== undefined;
        const filters = { ...filtersOf(query), companyId, isOfOwnPeople };
        const { data, meta } = await readEntries(db, filters, query.limit);
        return { data: actor.isStaff ? data : data.map(withoutProvider), meta };
      }),
  };
}

async function readEntries(db: Db, filters: AuditFilters, limit: number): Promise<Entries> {
  // One row more than returned shows whether there are more.
  const found = await listAudit(db, filters, limit + 1);
  const rows = found.slice(0, limit);
  const hasMore = found.length > limit;
  return {
    data: rows.map(toEntry),
    meta: { nextBefore: (hasMore && rows.at(-1)?.id) || null },
  };
}

function withoutProvider(entry: AuditEntry): AuditEntry {
  if (!entry.isByProvider) return entry;
  return { ...entry, actorId: null, actorName: null, actorEmail: null, address: null };
}

function filtersOf(query: CompanyQuery & Pick<ListQuery, 'companyId'>): AuditFilters {
  const { startDate, endDate } = query;
  if (startDate !== undefined && endDate !== undefined && startDate > endDate) {
    throw invalidField('startDate', 'Start date must not be after end date');
  }
  return {
    subject: subjectOf(query),
    companyId: query.companyId ?? null,
    actorId: query.actorId ?? null,
    isOfOwnPeople: false,
    search: query.search ?? '',
    actions: query.action?.split(',') ?? null,
    result: query.result ?? null,
    startMs: startDate === undefined ? null : startOfDay(startDate),
    endMs: endDate === undefined ? null : startOfDay(endDate) + dayMs,
    before: query.before ?? null,
  };
}

function subjectOf({ subjectType, subjectId }: CompanyQuery): AuditFilters['subject'] {
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
    actorName: row.actor_name,
    actorEmail: row.actor_email,
    askedByName: row.asked_by_name,
    isByProvider: row.is_by_provider,
    action: row.action,
    subjectType: row.subject_type,
    subjectId: row.subject_id,
    subjectName: row.subject_name,
    companyId: row.company_id,
    companyName: row.company_name,
    result: row.result,
    address: row.address,
    details: row.details,
  };
}
