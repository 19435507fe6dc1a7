import * as z from 'zod/mini';
import { staff } from './access.ts';
import { endpoint } from './endpoint.ts';
import { dateTime, day, id, queryInteger } from './fields.ts';
import { searchText } from './paging.ts';

export const auditSubjects = ['companies', 'users', 'roles', 'accounts'] as const;
export type AuditSubject = (typeof auditSubjects)[number];

/** One line of the audit log: who did what to which record, and whether it was let through. */
export const auditEntry = z.object({
  /** A number that grows with each entry, as text. */
  id: z.string(),
  at: dateTime,
  actorId: z.nullable(id),
  actorEmail: z.nullable(z.string()),
  /** The endpoint's name, such as companies.update. */
  action: z.string(),
  subjectType: z.nullable(z.string()),
  subjectId: z.nullable(id),
  /** Whose record it is; of a refused attempt, whose company the person belongs to. */
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
    summary: 'The audit log, newest first: of one record, by one person, or both',
    access: staff,
    query: z.strictObject({
      /** Which record it concerns; type and id belong together. */
      subjectType: z.optional(z.enum(auditSubjects)),
      subjectId: z.optional(id),
      /** Who did it. */
      actorId: z.optional(id),
      /** Case-insensitive in the email of who did it. */
      search: z.optional(searchText),
      startDate: z.optional(day),
      endDate: z.optional(day),
      limit: z._default(queryInteger(1, 200), 50),
      /** The id of the last entry of the page before. */
      before: z.optional(z.string().check(z.regex(/^\d{1,18}$/, 'Must be an id of an entry'))),
    }),
    reply: z.array(auditEntry),
    meta: z.object({ nextBefore: z.nullable(z.string()) }),
  }),
};
