import type { DateKind } from '@sente/contract/transaction-kinds';
import { lowestUuidV7 } from '../db/uuid.ts';

/** Ids contain the time of creation; start inclusive, end exclusive. */
export interface CreatedIds {
  readonly fromId: string | null;
  readonly belowId: string | null;
}

/** A finish is not before its creation; the clocks of servers and database may differ. */
const clockSlackMs = 60_000;

/** Of what was created, or finished, from `startMs` on and before `endMs`. */
export function createdIds(
  { startMs, endMs }: { readonly startMs: number | null; readonly endMs: number | null },
  dateBy: DateKind,
): CreatedIds {
  const isByFinish = dateBy === 'finished';
  return {
    fromId: startMs === null || isByFinish ? null : lowestUuidV7(startMs),
    belowId: endMs === null ? null : lowestUuidV7(endMs + (isByFinish ? clockSlackMs : 0)),
  };
}
