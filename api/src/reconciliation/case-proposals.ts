import type { BodyOf } from '@sente/contract/endpoint';
import { canSettleTogether, waitDayProblem, type CaseAction } from '@sente/contract/case-kinds';
import {
  type CasePreview,
  type ManyPreview,
  type reconciliation,
} from '@sente/contract/reconciliation';
import { ask } from '../approvals/asking.ts';
import { databaseNow } from '../db/clock.ts';
import type { Database, Db } from '../db/database.ts';
import { uuidV7 } from '../db/uuid.ts';
import type { Actor } from '../http/actor.ts';
import { invalidField, refused } from '../http/app-error.ts';
import {
  actionsOf,
  lockOpenCase,
  lockOpenCases,
  lockPair,
  naming,
  settle,
} from './case-actions.ts';
import { readPair } from './case-pairs.ts';
import { findCase, type CaseRow } from './case-rows.queries.ts';
import { listCandidates } from './pair-cases.queries.ts';
import { previewOf } from './preview-postings.ts';

type Calls = typeof reconciliation;

export function preview(
  database: Database,
  actor: Actor,
  id: string,
  { action, until, otherCaseId }: BodyOf<Calls['preview']>,
): Promise<CasePreview> {
  if (action === 'wait') requireFuture(until);
  if (action === 'match') {
    return undone(database, actor, async (db) => {
      await lockPair(db, [id, requireOther(otherCaseId)]);
      return { postings: [] };
    });
  }
  return undone(database, actor, async (db) =>
    previewOne(db, actor, await lockOpenCase(db, id), action),
  );
}

export function previewMany(
  database: Database,
  actor: Actor,
  { caseIds, action, until }: BodyOf<Calls['previewMany']>,
): Promise<ManyPreview> {
  if (action === 'wait') requireFuture(until);
  if (action === 'match') throw invalidField('action', 'Cases are matched one by one');
  return undone(database, actor, async (db) => {
    const previews: ManyPreview = [];
    for (const row of await lockTogether(db, caseIds, action)) {
      const shown = await naming(row, () => previewOne(db, actor, row, action));
      previews.push({ number: Number(row.number), ...shown });
    }
    return previews.toSorted((a, b) => a.number - b.number);
  });
}

/** What cannot be done is refused now, and not when somebody approves it. */
export async function propose(
  database: Database,
  actor: Actor,
  id: string,
  body: BodyOf<Calls['propose']>,
): Promise<void> {
  await preview(database, actor, id, body);
  await database.within(actor.scope, (db) => askFor(db, actor, id, body));
}

/** Returns the request. */
export async function proposeMany(
  database: Database,
  actor: Actor,
  body: BodyOf<Calls['proposeMany']>,
): Promise<string> {
  await previewMany(database, actor, body);
  return database.within(actor.scope, (db) => askForMany(db, actor, body));
}

/** By the same code as after the approval, and undone: what is shown is what would be posted. */
export async function undone<T>(
  database: Database,
  actor: Actor,
  work: (db: Db) => Promise<T>,
): Promise<T> {
  const left: { result?: T } = {};
  const leaveNothing = new Error('A preview is undone');
  await database
    .within(actor.scope, async (db) => {
      left.result = await work(db);
      throw leaveNothing;
    })
    .catch((error: unknown) => {
      if (error !== leaveNothing) throw error;
    });
  return left.result as T;
}

async function previewOne(
  db: Db,
  actor: Actor,
  row: CaseRow,
  action: CaseAction,
): Promise<CasePreview> {
  if (action === 'wait' || action === 'match') return { postings: [] };
  const asked = { id: row.id, asked_by: actor.userId, note: 'Preview' };
  return previewOf(db, await settle(db, actor, asked, row, action));
}

const isProposed = 'Somebody has proposed something for this case already';

/** Of one kind, with the same possible action, and without a proposal. */
async function lockTogether(
  db: Db,
  ids: readonly string[],
  action: CaseAction,
): Promise<CaseRow[]> {
  const rows = await lockOpenCases(db, [...new Set(ids)]);
  const [first] = rows;
  if (first && !rows.every((row) => canSettleTogether(row, first))) {
    throw refused('Only cases of one kind are settled together');
  }
  for (const row of rows) {
    if (row.proposal_id !== null) throw refused(`Case ${row.number}: ${isProposed}`);
    if (!actionsOf(row).includes(action)) {
      throw refused(`Case ${row.number}: This does not settle the case`);
    }
    const [likely] = action === 'wait' ? [] : await listCandidates(db, row);
    if (likely?.is_alike) {
      throw refused(
        `Case ${row.number}: Case ${likely.number} may be its other side. Settle it by itself.`,
      );
    }
  }
  return rows;
}

async function askForMany(
  db: Db,
  actor: Actor,
  { caseIds, action, until, note }: BodyOf<Calls['proposeMany']>,
): Promise<string> {
  const rows = await lockTogether(db, caseIds, action);
  const size = (effect: bigint) => (effect < 0n ? -effect : effect);
  return ask(db, actor, {
    kind: 'cases',
    subject: uuidV7(),
    companyId: null,
    amount: rows.reduce((sum, { effect }) => sum + size(BigInt(effect)), 0n),
    details: {
      caseIds: rows.map(({ id }) => id),
      numbers: rows.map(({ number }) => Number(number)).toSorted((a, b) => a - b),
      caseKind: rows[0]?.kind,
      network: rows[0]?.network,
      action,
      ...(action === 'wait' && { until }),
    },
    note,
    about: { type: 'reconciliation', id: rows[0]?.id ?? '' },
    isWaiting: isProposed,
  });
}

async function askFor(
  db: Db,
  actor: Actor,
  id: string,
  { action, until, otherCaseId, note }: BodyOf<Calls['propose']>,
): Promise<void> {
  const row = await lockOpenCase(db, id);
  if (row.proposal_id !== null) throw refused(isProposed);
  const other = action === 'match' ? await findCase(db, requireOther(otherCaseId)) : undefined;
  if (other && other.proposal_id !== null) throw refused(`Case ${other.number}: ${isProposed}`);
  const pair = other && (await readPair(db, row, other))?.pair;
  const effect = BigInt(row.effect);
  await ask(db, actor, {
    kind: 'case',
    subject: id,
    companyId: row.company_id,
    amount: effect < 0n ? -effect : effect,
    details: {
      caseId: id,
      number: Number(row.number),
      caseKind: row.kind,
      network: row.network,
      action,
      ...(action === 'wait' && { until }),
      ...(other && { otherCaseId: other.id, otherNumber: Number(other.number), pair }),
    },
    note,
    about: { type: 'reconciliation', id },
    isWaiting: isProposed,
  });
}

function requireOther(id: string | undefined): string {
  if (id === undefined) throw invalidField('otherCaseId', 'Choose the other case');
  return id;
}

function requireFuture(until: string | undefined): void {
  const problem = waitDayProblem(until, databaseNow());
  if (problem) throw invalidField('until', problem);
}
