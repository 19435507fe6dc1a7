import * as z from 'zod/mini';
import { company, staff } from './access.ts';
import { endpoint } from './endpoint.ts';
import { companyIdParams, dateTime, day, id, queryInteger } from './fields.ts';
import { searchText } from './paging.ts';

export const auditSubjects = ['companies', 'users', 'roles', 'accounts'] as const;
export type AuditSubject = (typeof auditSubjects)[number];

const auditResult = z.enum(['done', 'refused']);
export type AuditResult = z.infer<typeof auditResult>;

/** An audit entry: who did what to which record, and whether it was allowed. */
export const auditEntry = z.object({
  /** An increasing number, as text. */
  id: z.string(),
  at: dateTime,
  actorId: z.nullable(id),
  /** Null for entries without a user, and for the provider's people in a company's own log. */
  actorName: z.nullable(z.string()),
  actorEmail: z.nullable(z.string()),
  /** Who asked for it, if somebody else did and a second person decided; never told to companies. */
  askedByName: z.nullable(z.string()),
  /** Done by the provider's people; their names are not told to companies. */
  isByProvider: z.boolean(),
  /** The endpoint's name, such as companies.update. */
  action: z.string(),
  subjectType: z.nullable(z.string()),
  subjectId: z.nullable(id),
  /** The record's name now; null if it has none, or the reader may not see it. */
  subjectName: z.nullable(z.string()),
  /** The company of the record; for a refused attempt, the company of the actor. */
  companyId: z.nullable(id),
  companyName: z.nullable(z.string()),
  result: auditResult,
  address: z.nullable(z.string()),
  details: z.record(z.string(), z.unknown()),
});
export type AuditEntry = z.infer<typeof auditEntry>;

const filters = {
  /** The record concerned, by type and id. */
  subjectType: z.optional(z.enum(auditSubjects)),
  subjectId: z.optional(id),
  /** The actor. */
  actorId: z.optional(id),
  /** Case-insensitive in the actor's name and email. */
  search: z.optional(searchText),
  /** The name of an endpoint, such as users.update, or of its group, such as users; several with commas between. */
  action: z.optional(
    z
      .string()
      .check(
        z.maxLength(200),
        z.regex(
          /^[a-z]+(\.[a-z]+)?(,[a-z]+(\.[a-z]+)?)*$/i,
          'Must be an action or a group of actions',
        ),
      ),
  ),
  result: z.optional(auditResult),
  startDate: z.optional(day),
  endDate: z.optional(day),
  limit: z._default(queryInteger(1, 200), 50),
  /** The id of the last entry of the previous page. */
  before: z.optional(z.string().check(z.regex(/^\d{1,18}$/, 'Must be an id of an entry'))),
};
const reply = z.array(auditEntry);
const meta = z.object({ nextBefore: z.nullable(z.string()) });

export const audit = {
  list: endpoint({
    method: 'GET',
    path: '/Audit',
    summary: 'List audit entries, newest first',
    visitors: 'refused',
    access: staff('staffRead'),
    query: z.strictObject({ ...filters, companyId: z.optional(id) }),
    reply,
    meta,
  }),
  ofCompany: endpoint({
    method: 'GET',
    path: '/Audit/company/{companyId}',
    summary: 'List the audit entries that concern a company, newest first',
    visitors: 'refused',
    access: company('staffRead', 'params.companyId', 'canManageCompany'),
    params: companyIdParams,
    query: z.strictObject(filters),
    reply,
    meta,
    notFound: 'Company not found',
    about: { type: 'companies', from: 'params.companyId' },
  }),
};
