import * as z from 'zod/mini';
import { staff } from './access.ts';
import { endpoint } from './endpoint.ts';
import { dateTime, day, id, queryInteger } from './fields.ts';
import { searchText } from './paging.ts';

export const auditSubjects = ['companies', 'users', 'roles', 'accounts'] as const;
export type AuditSubject = (typeof auditSubjects)[number];

/** An audit entry: who did what to which record, and whether it was allowed. */
export const auditEntry = z.object({
  /** An increasing number, as text. */
  id: z.string(),
  at: dateTime,
  actorId: z.nullable(id),
  actorEmail: z.nullable(z.string()),
  /** The endpoint's name, such as companies.update. */
  action: z.string(),
  subjectType: z.nullable(z.string()),
  subjectId: z.nullable(id),
  /** The company of the record; for a refused attempt, the company of the actor. */
  companyId: z.nullable(id),
  result: z.enum(['done', 'refused']),
  address: z.nullable(z.string()),
  details: z.record(z.string(), z.unknown()),
});
export type AuditEntry = z.infer<typeof auditEntry>;

export const audit = {
  list: endpoint({
    method: 'GET',
    path: '/Audit',
    summary: 'List audit entries about a record or by a person, newest first',
    access: staff('staffRead'),
    query: z.strictObject({
      /** The record concerned, by type and id. */
      subjectType: z.optional(z.enum(auditSubjects)),
      subjectId: z.optional(id),
      /** The actor. */
      actorId: z.optional(id),
      /** Case-insensitive in the actor's email. */
      search: z.optional(searchText),
      startDate: z.optional(day),
      endDate: z.optional(day),
      limit: z._default(queryInteger(1, 200), 50),
      /** The id of the last entry of the previous page. */
      before: z.optional(z.string().check(z.regex(/^\d{1,18}$/, 'Must be an id of an entry'))),
    }),
    reply: z.array(auditEntry),
    meta: z.object({ nextBefore: z.nullable(z.string()) }),
  }),
};
