import { violatedUnique } from '../db/database-errors.ts';
import type { Db } from '../db/database.ts';
import type { Actor } from '../http/actor.ts';
import { AppError } from '../http/app-error.ts';
import { audit, type AuditEntry } from '../security/audit.ts';
import {
  findWaitingOf,
  insertApproval,
  writeDecision,
  type NewApproval,
  type StoredKind,
} from './stored-approvals.queries.ts';
import { limitHistory } from './limit-requests.ts';
import { tellAsked } from './telling.ts';

interface Ask extends Omit<NewApproval, 'askedBy'> {
  /** In whose history it is told; what has no record, such as a day, has none. */
  readonly about?: NonNullable<AuditEntry['subject']>;
  /** If somebody has asked for the same already. */
  readonly isWaiting: string;
}

/** Stores what waits for a second person, and returns the id of the request. */
export async function ask(
  db: Db,
  actor: Actor,
  { about, isWaiting, ...asked }: Ask,
): Promise<string> {
  const id = await insertApproval(db, { ...asked, askedBy: actor.userId }).catch(
    (error: unknown): never => {
      if (violatedUnique(error) !== 'approvals_waiting_key') throw error;
      throw new AppError('refused', { message: isWaiting });
    },
  );
  await audit(db, actor, {
    action: 'approvals.ask',
    ...(about && { subject: about }),
    companyId: asked.companyId,
    details: {
      kind: asked.kind,
      approval: id,
      ...limitHistory(asked.kind, asked.details),
      ...(asked.note && { reason: asked.note }),
    },
  });
  await tellAsked(db, actor, { ...asked, id });
  return id;
}

/** Ends an own request whose matter is gone; that of somebody else waits until it is decided. */
export async function withdrawOwn(
  db: Db,
  { userId }: Pick<Actor, 'userId'>,
  kind: StoredKind,
  subject: string,
): Promise<void> {
  const id = await findWaitingOf(db, kind, subject, userId);
  if (id) await writeDecision(db, id, { state: 'withdrawn', userId, note: null });
}
