import type { BodyOf, MetaOf, QueryOf, ReplyOf } from '@sente/contract/endpoint';
import { kampalaDay, startOfDay } from '@sente/contract/kampala';
import type { CaseAction } from '@sente/contract/case-kinds';
import {
  type CaseDetails,
  type CasePreview,
  type FloatBridge,
  type ManyPreview,
  type reconciliation,
  type ReconciliationCase,
} from '@sente/contract/reconciliation';
import { toUgx } from '../db/amounts.ts';
import { databaseNow } from '../db/clock.ts';
import type { Database, Db } from '../db/database.ts';
import type { Actor } from '../http/actor.ts';
import { notFound, refused } from '../http/app-error.ts';
import { pagingOf } from '../http/paging.ts';
import { actionsOf } from './case-actions.ts';
import { insertNote, listEvents } from './case-events.queries.ts';
import { isLikelyPair, readPair } from './case-pairs.ts';
import { preview, previewMany, propose, proposeMany } from './case-proposals.ts';
import {
  assignCase,
  findCase,
  findInSuspense,
  findOurs,
  findRelated,
  findTheirs,
  listCases,
  readFlow,
  type CaseRow,
} from './case-rows.queries.ts';
import { sumCases } from './case-sums.queries.ts';
import { causeOf, historyOf, toOurs, toTheirs } from './case-texts.ts';
import { readBridge } from './float.ts';
import { readDays } from './reconciled-days.ts';
import { countWaitingAlike, listCandidates } from './pair-cases.queries.ts';

type Calls = typeof reconciliation;

export interface ReconciliationService {
  days(actor: Actor, query: QueryOf<Calls['days']>): Promise<ReplyOf<Calls['days']>>;
  bridge(actor: Actor, query: QueryOf<Calls['bridge']>): Promise<FloatBridge>;
  cases(
    actor: Actor,
    query: QueryOf<Calls['cases']>,
  ): Promise<{ data: ReconciliationCase[]; meta: MetaOf<Calls['cases']> }>;
  case(actor: Actor, id: string): Promise<CaseDetails>;
  /** Takes it, or gives it back. */
  assign(actor: Actor, id: string, isMine: boolean): Promise<CaseDetails>;
  note(actor: Actor, id: string, text: string): Promise<CaseDetails>;
  preview(actor: Actor, id: string, body: BodyOf<Calls['preview']>): Promise<CasePreview>;
  propose(actor: Actor, id: string, body: BodyOf<Calls['propose']>): Promise<CaseDetails>;
  previewMany(actor: Actor, body: BodyOf<Calls['previewMany']>): Promise<ManyPreview>;
  proposeMany(
    actor: Actor,
    body: BodyOf<Calls['proposeMany']>,
  ): Promise<{ data: null; meta: MetaOf<Calls['proposeMany']> }>;
}

export function createReconciliationService(database: Database): ReconciliationService {
  const read = (actor: Actor, id: string): Promise<CaseDetails> =>
    database.within(actor.scope, async (db) => readDetails(db, actor, await findOrRefuse(db, id)));
  return {
    days: (actor, { to = kampalaDay(databaseNow()) }) =>
      database.within(actor.scope, (db) => readDays(db, to)),
    bridge: (actor, { network, day }) =>
      database.within(actor.scope, (db) => readBridge(db, network, day)),
    cases: (actor, query) => database.within(actor.scope, (db) => readCases(db, actor, query)),
    case: read,
    assign: (actor, id, isMine) =>
      database.within(actor.scope, async (db) => {
        await findOrRefuse(db, id);
        if (!(await assignCase(db, id, isMine ? actor.userId : null))) {
          throw refused('The case is settled');
        }
        return readDetails(db, actor, await findOrRefuse(db, id));
      }),
    note: (actor, id, text) =>
      database.within(actor.scope, async (db) => {
        const row = await findOrRefuse(db, id);
        await insertNote(db, id, actor.userId, text);
        return readDetails(db, actor, row);
      }),
    preview: async (actor, id, body) => {
      await read(actor, id);
      return preview(database, actor, id, body);
    },
    propose: async (actor, id, body) => {
      await read(actor, id);
      await propose(database, actor, id, body);
      return read(actor, id);
    },
    previewMany: (actor, body) => previewMany(database, actor, body),
    proposeMany: async (actor, body) => {
      const approvalId = await proposeMany(database, actor, body);
      return { data: null, meta: { approvalId } };
    },
  };
}

async function readCases(db: Db, actor: Actor, query: QueryOf<Calls['cases']>) {
  const { search = '', state = null, kind = null, network = null, day = null } = query;
  const { assignee, due, sort = 'day', direction = sort === 'due' ? 'asc' : 'desc' } = query;
  const filters = {
    search: search === '' ? null : search,
    state,
    kind,
    network,
    day,
    assigneeId: assignee === undefined ? null : assignee === 'me' ? actor.userId : '',
    isOverdue: due === 'overdue',
  };
  const { count, more, less, in_pairs: inPairs } = await sumCases(db, filters);
  const paging = pagingOf(query, count);
  const offset = (paging.page - 1) * paging.pageSize;
  const slice = { sort, direction, limit: paging.pageSize, offset };
  const rows = await listCases(db, filters, slice);
  const flow = await readFlow(db, new Date(startOfDay(kampalaDay(databaseNow()))));
  const sums = { more: toUgx(more), less: toUgx(less), inPairs: toUgx(inPairs) };
  const meta = { ...paging, ...sums, flow };
  return { data: rows.map((row) => toCase(row, actor)), meta };
}

async function findOrRefuse(db: Db, id: string): Promise<CaseRow> {
  const row = await findCase(db, id);
  if (!row) throw notFound('Case not found');
  return row;
}

function toCase(row: CaseRow, { userId }: Actor): ReconciliationCase {
  const { id, network, kind, state, day, settled_by: settledBy, action } = row;
  return {
    id,
    number: Number(row.number),
    network,
    kind,
    state,
    day,
    effect: toUgx(row.effect),
    company: row.company_id === null ? null : { id: row.company_id, name: row.company_name ?? '' },
    phoneNumber: row.phone,
    reference: row.line_reference,
    openedAt: row.opened_at.toISOString(),
    waitUntil: row.wait_until,
    dueOn: state === 'open' ? row.due_on : null,
    severity: state === 'open' ? severityOf(row) : null,
    assignee:
      row.assignee_id === null
        ? null
        : {
            id: row.assignee_id,
            name: row.assignee_name ?? '',
            isReader: row.assignee_id === userId,
          },
    settledAt: row.settled_at?.toISOString() ?? null,
    settledBy,
    action,
    proposed:
      row.proposal_id && row.proposed_action
        ? {
            approvalId: row.proposal_id,
            action: row.proposed_action,
            isOwn: row.proposed_by === userId,
          }
        : null,
  };
}

/** Large, or overdue: today. */
function severityOf({ effect, due_on: dueOn }: CaseRow): 'high' | 'medium' | 'low' {
  const [amount, today] = [Math.abs(toUgx(effect)), kampalaDay(databaseNow())];
  if (amount >= 1_000_000 || dueOn < today) return 'high';
  return amount >= 100_000 || dueOn === today ? 'medium' : 'low';
}

async function readDetails(db: Db, actor: Actor, row: CaseRow): Promise<CaseDetails> {
  const theirs = row.line_id === null ? undefined : await findTheirs(db, row.line_id);
  const ours = await findOurs(db, row);
  const related = await findRelated(db, row);
  const events = await listEvents(db, row.id);
  const { candidates, isLikely } = await readCandidates(db, row);
  const inSuspense = row.action === 'suspense' ? await findInSuspense(db, row.id) : undefined;
  const waitingAlike = isLikely ? 0 : await countWaitingAlike(db, row);
  return {
    ...toCase(row, actor),
    theirs: theirs ? toTheirs(theirs) : null,
    ours: ours ? toOurs(ours, row) : null,
    cause: causeOf(row),
    expectedFee: row.expected_fee === null ? null : toUgx(row.expected_fee),
    actions: suggested(row, candidates.length > 0, isLikely, waitingAlike > 0),
    candidates,
    waitingAlike,
    other: await readOther(db, row),
    follows:
      row.follows_id && related.follows_number
        ? { id: row.follows_id, number: Number(related.follows_number) }
        : null,
    followedBy:
      related.next_id && related.next_number
        ? { id: related.next_id, number: Number(related.next_number) }
        : null,
    inSuspense: inSuspense
      ? { amount: toUgx(inSuspense.amount), isReleased: inSuspense.is_released }
      : null,
    transactionIds: row.state === 'settled' ? related.transactions : [],
    history: historyOf(row, events),
  };
}

/** Where one is the other side of the other, or may soon be, moving money would be wrong. */
function suggested(
  row: CaseRow,
  canMatch: boolean,
  isLikely: boolean,
  mayMatch: boolean,
): CaseAction[] {
  const possible = actionsOf(row);
  const actions = mayMatch
    ? possible.toSorted((a, b) => Number(b === 'wait') - Number(a === 'wait'))
    : possible;
  if (!canMatch) return actions;
  return isLikely ? ['match', ...actions] : [...actions, 'match'];
}

/** The likely ones first. */
async function readCandidates(db: Db, row: CaseRow) {
  const likely: CaseDetails['candidates'] = [];
  const others: CaseDetails['candidates'] = [];
  for (const { id, number, kind, day, reference, company } of await listCandidates(db, row)) {
    const other = await findCase(db, id);
    const read = other && (await readPair(db, row, other));
    if (!read) continue;
    const { theirs, ours, pair } = read;
    const one = { id, number: Number(number), kind, day, reference, company, pair };
    (isLikelyPair(theirs, ours) ? likely : others).push(one);
  }
  return { candidates: [...likely, ...others], isLikely: likely.length > 0 };
}

/** The case that it is said to be a pair with. */
async function readOther(db: Db, row: CaseRow): Promise<CaseDetails['other']> {
  const other = row.other_id === null ? undefined : await findCase(db, row.other_id);
  const read = other && (await readPair(db, row, other));
  if (!other || !read) return null;
  return {
    id: other.id,
    number: Number(other.number),
    theirs: toTheirs(read.theirs),
    ours: toOurs(read.ours, other),
    pair: read.pair,
  };
}
