import type { AuditResult } from '@sente/contract/audit';
import type { Db } from '../db/database.ts';

export interface AuditRow {
  /** bigint, hence text. */
  readonly id: string;
  readonly at: Date;
  readonly actor_id: string | null;
  readonly actor_name: string | null;
  readonly actor_email: string | null;
  readonly asked_by_name: string | null;
  readonly is_by_provider: boolean;
  readonly action: string;
  readonly subject_type: string | null;
  readonly subject_id: string | null;
  readonly subject_name: string | null;
  readonly company_id: string | null;
  readonly company_name: string | null;
  readonly result: AuditResult;
  readonly address: string | null;
  readonly details: Record<string, unknown>;
}

export interface AuditFilters {
  readonly subject: { readonly type: string; readonly id: string } | null;
  readonly companyId: string | null;
  readonly actorId: string | null;
  /** Leaves out what the provider's people did. */
  readonly isOfOwnPeople: boolean;
  readonly search: string;
  /** Actions, and groups of actions. */
  readonly actions: readonly string[] | null;
  readonly result: AuditResult | null;
  /** Start (inclusive) and end (exclusive) of the range; null leaves that end open. */
  readonly startMs: number | null;
  readonly endMs: number | null;
  readonly before: string | null;
}

/** Where the reader sees the actor: the provider's people are hidden from companies. */
const person = `concat_ws(' ', u.first_name, u.last_name,
  case when u.id is not null or a.actor_id is null then a.actor_email end)`;
/**
 * A refused sign-in names nobody as who did it, since it may have been anybody: it is found by whose sign-in it
 * was, and by the email that was typed.
 */
const accused = `case when a.actor_id is null and a.result = 'refused' then concat_ws(' ', a.details ->> 'email',
  case when a.subject_type = 'users'
    then (select concat_ws(' ', s.first_name, s.last_name, s.email) from users s where s.id = a.subject_id)
  end) end`;
/** The name of the record; deleted ones keep theirs. */
const subjectName = `case a.subject_type
  when 'users' then (select s.first_name || ' ' || s.last_name from users s where s.id = a.subject_id)
  when 'companies' then (select s.name from companies s where s.id = a.subject_id)
  when 'accounts' then (select s.name from accounts s where s.id = a.subject_id)
  when 'roles' then (select s.name from roles s where s.id = a.subject_id)
end`;
/** Who asked for what a second person decided; null where the reader sees neither the request nor the person. */
const askedByName = `case when a.details ->> 'approval' ~ '^[0-9a-f-]{36}$' then (
  select s.first_name || ' ' || s.last_name from approvals q join users s on s.id = q.asked_by
  where q.id = (a.details ->> 'approval')::uuid and q.asked_by is distinct from a.actor_id
) end`;
const isProvider = 'a.actor_id is not null and (u.id is null or u.is_staff)';

/**
 * Newest first, along the index of the subject, of the actor, of the company, or the primary key. Only filters that
 * are set appear in the SQL, so that each combination gets its own plan.
 */
export function listAudit(db: Db, filters: AuditFilters, limit: number): Promise<AuditRow[]> {
  const values: unknown[] = [limit];
  const conditions: string[] = [];
  const add = (value: unknown, condition: (place: string) => string): void => {
    values.push(value);
    conditions.push(condition(`$${values.length}`));
  };
  const { subject, companyId, actorId, search, actions, result, startMs, endMs, before } = filters;
  if (subject) {
    add(subject.type, (place) => `a.subject_type = ${place}`);
    add(subject.id, (place) => `a.subject_id = ${place}`);
  }
  if (companyId) add(companyId, (place) => `a.company_id = ${place}`);
  if (actorId) add(actorId, (place) => `a.actor_id = ${place}`);
  if (filters.isOfOwnPeople) conditions.push(`not (${isProvider})`);
  if (actions) {
    add(
      actions,
      (place) => `(a.action = any(${place}) or split_part(a.action, '.', 1) = any(${place}))`,
    );
  }
  if (result) add(result, (place) => `a.result = ${place}`);
  if (search) {
    const named = `lower(concat_ws(' ', ${person}, ${accused}))`;
    add(search, (place) => `position(lower(${place}) in ${named}) > 0`);
  }
  if (startMs !== null) add(startMs / 1000, (place) => `a.at >= to_timestamp(${place})`);
  if (endMs !== null) add(endMs / 1000, (place) => `a.at < to_timestamp(${place})`);
  if (before) add(before, (place) => `a.id < ${place}`);
  const where = conditions.length > 0 ? `where ${conditions.join(' and ')}` : '';
  return db.rows<AuditRow>(
    `select a.id::text, a.at, a.actor_id, u.first_name || ' ' || u.last_name as actor_name,
       a.actor_email, ${askedByName} as asked_by_name, ${isProvider} as is_by_provider, a.action, a.subject_type, a.subject_id,
       ${subjectName} as subject_name, a.company_id, c.name as company_name, a.result, a.address, a.details
     from audit_log a
     left join users u on u.id = a.actor_id
     left join companies c on c.id = a.company_id
     ${where} order by a.id desc limit $1`,
    values,
  );
}
