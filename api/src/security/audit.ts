import type { Db } from '../db/database.ts';
import type { Actor } from '../http/actor.ts';

export interface AuditEntry {
  /** The endpoint's name in the contract, such as companies.update. */
  readonly action: string;
  readonly subject?: { readonly type: string; readonly id: string };
  /** The company it concerns, when that is not the actor's own. */
  readonly companyId?: string | null;
  readonly result?: 'done' | 'refused';
  /** Never secrets, never whole bodies. */
  readonly details?: Readonly<Record<string, unknown>>;
}

interface Changes {
  readonly changed: string[];
  readonly from?: Readonly<Record<string, unknown>>;
  readonly to?: Readonly<Record<string, unknown>>;
}

/**
 * The changed fields of a record for an audit entry, named as in the contract. Never pass a secret:
 * every reader of the log sees them.
 */
export function changesOf<After extends object>(
  before: Readonly<Record<keyof After, unknown>>,
  after: After,
): Changes {
  const names = (Object.keys(after) as (keyof After & string)[]).filter(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  );
  if (names.length === 0) return { changed: [] };
  const valuesOf = (record: Readonly<Record<keyof After, unknown>>) =>
    Object.fromEntries(names.map((name) => [name, shortened(record[name])]));
  return { changed: names, from: valuesOf(before), to: valuesOf(after) };
}

/** Long texts are shortened in the log. */
const longestText = 200;

function shortened(value: unknown): unknown {
  if (typeof value !== 'string' || value.length <= longestText) return value ?? null;
  return `${value.slice(0, longestText - 3)}...`;
}

/**
 * Written in the same transaction as the change, so that both or neither are stored. Of a visitor of the open demo
 * nothing is written: it may be anybody, as often as they like, and it was not the person whose screens they see.
 */
export async function audit(db: Db, actor: Actor, entry: AuditEntry): Promise<void> {
  if (actor.isVisitor) return;
  const who = { userId: actor.userId, email: actor.email, companyId: actor.companyId };
  const request = actor.approving === undefined ? {} : { approval: actor.approving };
  await writeAudit(db, who, actor.origin, { ...entry, details: { ...request, ...entry.details } });
}

/** For what the server does by itself. */
export async function auditServer(db: Db, entry: AuditEntry): Promise<void> {
  const who = { userId: null, email: null, companyId: null };
  await writeAudit(db, who, { address: null, requestId: null }, entry);
}

/** For actions without a session: sign-in and its refusals. */
export async function writeAudit(
  db: Db,
  who: { userId: string | null; email: string | null; companyId: string | null },
  origin: { readonly address: string | null; readonly requestId: string | null },
  entry: AuditEntry,
): Promise<void> {
  await db.rows(
    `insert into audit_log
       (company_id, actor_id, actor_email, action, subject_type, subject_id, result, address, request_id, details)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [
      entry.companyId === undefined ? who.companyId : entry.companyId,
      who.userId,
      who.email,
      entry.action,
      entry.subject?.type ?? null,
      entry.subject?.id ?? null,
      entry.result ?? 'done',
      origin.address,
      origin.requestId,
      JSON.stringify(entry.details ?? {}),
    ],
  );
}
