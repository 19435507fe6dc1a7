import type { QueryOf } from '@sente/contract/endpoint';
import type { CompanyEvent, eventCalls, events } from '@sente/contract/events';
import type { Mode } from '@sente/contract/test-mode';
import type { Database } from '../db/database.ts';
import type { Scope } from '../db/scope.ts';
import type { Handlers } from '../http/serve.ts';
import { createWaiters, type CompanyChanges } from '../live/company-changes.ts';
import type { Sealer } from '../security/secrets.ts';
import { openVoucher, soldVoucherOf } from '../security/vouchers.ts';
import type { FindEvents } from './find-events.ts';
import { listEventsAfter, listEventsBefore, type EventRow } from './events.queries.ts';
import { numberEvents } from './number-events.ts';

interface Tools {
  readonly database: Database;
  readonly sealer: Sealer;
  /** Without it a call that waits only looks now and then. */
  readonly changes?: CompanyChanges | undefined;
}

type ListQuery = QueryOf<typeof eventCalls.listEvents>;

const defaultLimit = 20;
/** A notification may be lost with its connection. */
const lookEveryMs = 5_000;

/** Of a company's own systems: a shop without a public address hears so of its payments. */
export function eventCallsRoutes(tools: Tools): Handlers<typeof eventCalls> {
  const changes = tools.changes ?? createWaiters();
  return {
    listEvents: async ({ caller, query, signal }) => {
      const { companyId, scope } = caller;
      const read = () => readAfter(tools, scope, companyId, query);
      if (!query.wait) return read();
      // From before the first look on, so that nothing is missed in between.
      const waiting = changes.watch(companyId, signal);
      try {
        const endsAt = performance.now() + query.wait * 1000;
        for (;;) {
          const found = await read();
          const leftMs = endsAt - performance.now();
          if (found.data.length > 0 || leftMs <= 0 || waiting.isOver()) return found;
          await waiting.next(Math.min(leftMs, lookEveryMs));
        }
      } finally {
        waiting.end();
      }
    },
  };
}

/** Of the company's people. Vouchers stay masked. */
export function eventsRoutes(database: Database, find: FindEvents): Handlers<typeof events> {
  return {
    list: ({ actor, query }) =>
      database.within(actor.scope, async (db) => {
        const { limit = defaultLimit, before = Number.MAX_SAFE_INTEGER, type = null } = query;
        const companyId = actor.companyId ?? '';
        await numberEvents(db, companyId);
        const ids = query.search ? await find(db, companyId, query.search) : null;
        const filters = { before, type, ids, limit: limit + 1 };
        const rows = await listEventsBefore(db, companyId, filters);
        const data = rows.slice(0, limit).map((row) => toEvent(row, db.mode, row.payload.data));
        return {
          data,
          meta: { nextBefore: rows.length > limit ? (data.at(-1)?.sequence ?? null) : null },
        };
      }),
  };
}

function readAfter(
  { database, sealer }: Tools,
  scope: Scope,
  companyId: string,
  { after = 0, limit = defaultLimit }: ListQuery,
): Promise<{ data: CompanyEvent[]; meta: { lastSequence: number } }> {
  return database.within(scope, async (db) => {
    const lastSequence = await numberEvents(db, companyId);
    const rows = lastSequence > after ? await listEventsAfter(db, companyId, after, limit) : [];
    return {
      data: rows.map((row) => toEvent(row, db.mode, inClear(sealer, row))),
      meta: { lastSequence },
    };
  });
}

function toEvent(row: EventRow, mode: Mode, data: CompanyEvent['data']): CompanyEvent {
  const sequence = Number(row.sequence);
  const { type, timestamp } = row.payload;
  const previousSequence = sequence > 1 ? sequence - 1 : null;
  return { id: row.id, sequence, previousSequence, type, timestamp, mode, data };
}

/** The voucher as GET /v1/Payments shows it to the same key. */
function inClear(sealer: Sealer, row: EventRow): CompanyEvent['data'] {
  const { data } = row.payload;
  if (typeof data['voucherCode'] !== 'string') return data;
  const voucher = soldVoucherOf(row);
  const opened = voucher && openVoucher(sealer, voucher);
  // One that cannot be opened does not keep the events after it back; GET /v1/Payments tells it later.
  return opened && 'secret' in opened
    ? { ...data, voucherCode: opened.secret }
    : { ...data, voucherCode: null, voucherHidden: true };
}
