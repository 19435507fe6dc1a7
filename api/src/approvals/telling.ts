import type { ApprovalKind } from '@sente/contract/approval-kinds';
import { fromHundredths } from '@sente/contract/money';
import type { Db } from '../db/database.ts';
import type { Actor } from '../http/actor.ts';
import { notify } from '../notifications/notify.ts';
import { limitNews } from './limit-requests.ts';

interface Asked {
  readonly id: string;
  readonly kind: ApprovalKind;
  readonly companyId: string | null;
  /** Hundredths of UGX. */
  readonly amount?: bigint | null;
  readonly phoneNumber?: string;
  readonly details?: Readonly<Record<string, unknown>>;
}

/** Tells those who can decide. `turn` tells the second of two steps, or a new proposal, from the first. */
export async function tellAsked(
  db: Db,
  actor: Pick<Actor, 'name'> | null,
  { id, kind, companyId, amount, phoneNumber, details }: Asked,
  turn = 'first',
): Promise<void> {
  await notify(db, {
    kind: 'approval-waits',
    companyId,
    subjectId: id,
    key: `asked:${id}:${turn}`,
    data: {
      approvalKind: kind,
      ...limitNews(kind, details),
      ...ugxOf(amount),
      ...(phoneNumber && { phoneNumber }),
      ...(actor && { name: actor.name }),
    },
  });
}

interface Decided extends Omit<Asked, 'phoneNumber'> {
  readonly askedBy: string | null;
  readonly outcome: 'approved' | 'rejected' | 'expired';
  readonly reason?: string | null;
  /** False for proposals that are gone once they were decided. */
  readonly isKept?: boolean;
}

/** Tells who asked for it. `by`: null if nobody decided in time. `turn`: see tellAsked. */
export async function tellDecided(
  db: Db,
  by: Pick<Actor, 'name' | 'isStaff'> | null,
  { id, kind, companyId, amount, details, askedBy, outcome, reason, isKept = true }: Decided,
  turn = 'first',
): Promise<void> {
  if (askedBy === null) return;
  await notify(db, {
    kind: 'request-decided',
    companyId,
    userId: askedBy,
    subjectId: isKept ? id : null,
    key: `decided:${id}:${askedBy}:${outcome}:${turn}`,
    data: {
      approvalKind: kind,
      ...limitNews(kind, details),
      outcome,
      ...ugxOf(amount),
      ...(by && deciderOf(by)),
      ...(reason && { reason }),
    },
  });
}

/** Companies do not hear the names of staff. */
function deciderOf({ name, isStaff }: Pick<Actor, 'name' | 'isStaff'>) {
  return isStaff ? { staffName: name, name: 'the provider' } : { name };
}

function ugxOf(amount: bigint | null | undefined) {
  return amount === null || amount === undefined ? {} : { amount: fromHundredths(amount) };
}
