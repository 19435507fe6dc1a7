import type { BodyOf, MetaOf, QueryOf, ReplyOf } from '@sente/contract/endpoint';
import { kampalaDay, startOfDay } from '@sente/contract/kampala';
import { caseActionLabel, caseTexts } from '@sente/contract/case-kinds';
import { formatUgx } from '@sente/contract/money';
import {
  type CaseDetails,
  type CaseEvent,
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
import { notFound } from '../http/app-error.ts';
import { pagingOf } from '../http/paging.ts';
import { actionsOf } from './case-actions.ts';
import { preview, previewMany, propose, proposeMany } from './case-proposals.ts';
import {
  findCase,
  findOurs,
  findRelated,
  findTheirs,
  listCases,
  listEvents,
  readFlow,
  sumCases,
  type CaseRow,
  type EventRow,
} from './case-rows.queries.ts';
import { readBridge, readDays } from './float.ts';
import { listCandidates } from './pair-cases.queries.ts';

type Calls = typeof reconciliation;

export interface ReconciliationService {
  days(actor: Actor, query: QueryOf<Calls['days']>): Promise<ReplyOf<Calls['days']>>;
  bridge(actor: Actor, query: QueryOf<Calls['bridge']>): Promise<FloatBridge>;
  cases(
    actor: Actor,
    query: QueryOf<Calls['cases']>,
  ): Promise<{ data: ReconciliationCase[]; meta: MetaOf<Calls['cases']> }>;
  case(actor: Actor, id: string): Promise<CaseDetails>;
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
    database.within(actor.scope, async (db) => readDetails(db, await findOrRefuse(db, id)));
  return {
    days: (actor, { to = kampalaDay(databaseNow()) }) =>
      database.within(actor.scope, (db) => readDays(db, to)),
    bridge: (actor, { network, day }) =>
      database.within(actor.scope, (db) => readBridge(db, network, day)),
    cases: (actor, query) => database.within(actor.scope, (db) => readCases(db, query)),
    case: read,
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

async function readCases(db: Db, query: QueryOf<Calls['cases']>) {
  const { search = '', state = null, kind = null, network = null, day = null } = query;
  const filters = { search: search === '' ? null : search, state, kind, network, day };
  const { count, more, less } = await sumCases(db, filters);
  const paging = pagingOf(query, count);
  const offset = (paging.page - 1) * paging.pageSize;
  const rows = await listCases(db, filters, { limit: paging.pageSize, offset });
  const flow = await readFlow(db, new Date(startOfDay(kampalaDay(databaseNow()))));
  const meta = { ...paging, more: toUgx(more), less: toUgx(less), flow };
  return { data: rows.map(toCase), meta };
}

async function findOrRefuse(db: Db, id: string): Promise<CaseRow> {
  const row = await findCase(db, id);
  if (!row) throw notFound('Case not found');
  return row;
}

function toCase(row: CaseRow): ReconciliationCase {
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
    settledAt: row.settled_at?.toISOString() ?? null,
    settledBy,
    action,
    proposed:
      row.proposal_id && row.proposed_action
        ? { approvalId: row.proposal_id, action: row.proposed_action }
        : null,
  };
}

async function readDetails(db: Db, row: CaseRow): Promise<CaseDetails> {
  const theirs = row.line_id === null ? undefined : await findTheirs(db, row.line_id);
  const ours = await findOurs(db, row);
  const related = await findRelated(db, row);
  const events = await listEvents(db, row.id);
  const candidates = await listCandidates(db, row);
  const ugx = (amount: string | null): number | null => (amount === null ? null : toUgx(amount));
  return {
    ...toCase(row),
    theirs: theirs
      ? {
          reference: theirs.reference,
          orderId: theirs.order_id,
          phoneNumber: theirs.phone,
          at: theirs.at.toISOString(),
          direction: theirs.direction,
          amount: toUgx(theirs.amount),
          fee: ugx(theirs.fee),
          balanceAfter: ugx(theirs.balance_after),
          status: theirs.status,
          text: theirs.text,
          statementId: theirs.file_id,
          statementName: theirs.file_name,
          lineNumber: theirs.line_number,
        }
      : null,
    ours: ours
      ? {
          recordId: ours.payment_id ?? ours.transaction_id ?? row.id,
          transactionId: ours.transaction_id,
          direction: ours.direction,
          phoneNumber: ours.phone,
          amount: toUgx(ours.amount),
          status: ours.status,
          networkReference: ours.network_reference,
          createdAt: ours.created_at.toISOString(),
          bookedAt: ours.booked_at?.toISOString() ?? null,
          account: ours.account,
        }
      : null,
    cause: causeOf(row),
    expectedFee: ugx(row.expected_fee),
    // Where one is the other side of the other, moving money would be wrong.
    actions: candidates.length > 0 ? ['match', ...actionsOf(row)] : actionsOf(row),
    candidates: candidates.map(({ number, ...one }) => ({ ...one, number: Number(number) })),
    follows:
      row.follows_id && related.follows_number
        ? { id: row.follows_id, number: Number(related.follows_number) }
        : null,
    followedBy:
      related.next_id && related.next_number
        ? { id: related.next_id, number: Number(related.next_number) }
        : null,
    transactionIds: row.state === 'settled' ? related.transactions : [],
    history: historyOf(row, events),
  };
}

function causeOf({ kind, network, fee, expected_fee: expected }: CaseRow): string {
  if (kind !== 'fee' || fee === null || expected === null) return caseTexts(kind, network).cause;
  const [taken, due] = [formatUgx(toUgx(fee)), formatUgx(toUgx(expected))];
  return expected === fee
    ? `The network took ${taken} with this payment, as its tariff says.`
    : `The network took ${taken} with this payment, and its tariff says ${due}.`;
}

function historyOf(row: CaseRow, events: readonly EventRow[]): CaseEvent[] {
  const at = row.settled_at?.toISOString();
  const last: CaseEvent[] = [];
  if (row.settled_by === 'server' && at) last.push({ at, what: 'settled', by: null, text: null });
  if (row.settled_by === 'withdrawal' && at) {
    last.push({ at, what: 'ended', by: null, text: row.withdrawn_with });
  }
  return [
    { at: row.opened_at.toISOString(), what: 'opened', by: null, text: null },
    ...events.map(({ at, what, by, action, text }) => ({
      at: at.toISOString(),
      what,
      by,
      text:
        what === 'proposed' && action
          ? `${caseActionLabel(action, row.network)}: ${text ?? ''}`
          : text,
    })),
    ...last,
  ];
}
