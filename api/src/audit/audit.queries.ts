import type { Db } from '../db/database.ts';

export interface AuditRow {
  /** bigint, hence text. */
  readonly id: string;
  readonly at: Date;
  readonly actor_id: string | null;
  readonly actor_email: string | null;
  readonly action: string;
  readonly subject_type: string | null;
  readonly subject_id: string | null;
  readonly company_id: string | null;
  readonly result: 'done' | 'refused';
  readonly address: string | null;
  readonly details: Record<string, unknown>;
}

export interface AuditFilters {
  readonly subject: { readonly type: string; readonly id: string } | null;
  readonly actorId: string | null;
  readonly search: string;
  /** Start (inclusive) and end (exclusive) of the range; null leaves that end open. */
  readonly startMs: number | null;
  readonly endMs: number | null;
  readonly before: string | null;
}

/**
 * Newest first, along the index of the subject, of the actor, or the primary key. Only filters that
 * are set appear in the SQL, so that each combination gets its own plan.
 */
export function listAudit(db: Db, filters: AuditFilters, limit: number): Promise<AuditRow[]> {
  const values: unknown[] = [limit];
  const conditions: string[] = [];
  const add = (value: unknown, condition: (place: string) => string): void => {
    values.push(value);
    conditions.push(condition(`$${values.length}`));
  };
  const { subject, actorId, search, startMs, endMs, before } = filters;
  if (subject) {
    add(subject.type, (place) => `subject_type = ${place}`);
    add(subject.id, (place) => `subject_id = ${place}`);
  }
  if (actorId) add(actorId, (place) => `actor_id = ${place}`);
  if (search) add(search, (place) => `position(lower(${place}) in lower(actor_email)) > 0`);
  if (startMs !== null) add(startMs / 1000, (place) => `at >= to_timestamp(${place})`);
  if (endMs !== null) add(endMs / 1000, (place) => `at < to_timestamp(${place})`);
  if (before) add(before, (place) => `id < ${place}`);
  const where = conditions.length > 0 ? `where ${conditions.join(' and ')}` : '';
  return db.rows<AuditRow>(
    `select id::text, at, actor_id, actor_email, action, subject_type, subject_id, company_id, result,
       address, details
     from audit_log ${where} order by audit_log.id desc limit $1`,
    values,
  );
}
