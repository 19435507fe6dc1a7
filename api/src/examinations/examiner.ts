import { setTimeout as wait } from 'node:timers/promises';
import { ordersWatchedFor, type ExaminationCheck } from '@sente/contract/examinations';
import type { Payment } from '@sente/contract/payments';
import type { Logger } from 'pino';
import { databaseNow } from '../db/clock.ts';
import type { Database } from '../db/database.ts';
import { platformScope } from '../db/scope.ts';
import { AppError } from '../http/app-error.ts';
import type { PaymentsEngine } from '../payments/engine.ts';
import { readPayments } from '../payments/payment-view.ts';
import type { Sealer } from '../security/secrets.ts';
import type { PaymentEventType } from '../webhooks/outbox.ts';
import type { AddressRules } from '../webhooks/target.ts';
import { findExamined, insertEvent, writeEvent } from '../webhooks/examined-events.ts';
import { createShoot } from '../webhooks/examining-sender.ts';
import { eventChecks, notAsked } from './event-checks.ts';
import { listWatched } from './examination-orders.queries.ts';
import { listPolls } from './examination-polls.queries.ts';
import {
  findExamination,
  listRunning,
  writeChecks,
  writeResult,
  type ExaminationRow,
} from './examinations.queries.ts';
import { judgeOrders, notSeen, orderChecks } from './order-checks.ts';
import { isOk, webhookChecks, type Tools } from './webhook-checks.ts';

interface Parts {
  readonly database: Database;
  readonly engine: Pick<PaymentsEngine, 'acceptance'>;
  readonly sealer: Sealer;
  readonly addresses: AddressRules;
  readonly logger: Logger;
}

export interface ExaminerTimes {
  /** How often to look for something to do. */
  readonly pollMs: number;
  /** For the payment of the examination to be paid. */
  readonly payWithinMs: number;
  /** What has to follow an order has so long. */
  readonly followMs: number;
}

const usualTimes: ExaminerTimes = { pollMs: 1_000, payWithinMs: 20_000, followMs: 15_000 };

export interface Examiner {
  start(): void;
  stop(): Promise<void>;
}

/** What an examination tries, before it has. */
export function waitingChecks(
  way: 'webhook' | 'events',
  watchesOrders: boolean,
): ExaminationCheck[] {
  const waiting = { outcome: 'waiting' as const, cameBack: null, toDo: null };
  return [
    ...(way === 'webhook' ? webhookChecks : eventChecks).map(({ name, title, sent }) => {
      return { name, part: way, title, sent, ...waiting };
    }),
    ...orderChecks.map((check) => {
      const { name, title, sent } = check;
      const verdict = watchesOrders ? waiting : notSeen([], check, () => false);
      return { name, part: 'orders' as const, title, sent, ...verdict };
    }),
  ];
}

/**
 * Carries examinations out, on the one server that runs the test world. One that a killed server left is begun
 * anew: its events are new ones.
 */
export function createExaminer(parts: Parts, times: ExaminerTimes = usualTimes): Examiner {
  const { database, logger } = parts;
  const stopping = new AbortController();
  const underWay = new Map<string, Promise<void>>();
  let loop: Promise<void> | undefined;

  const begin = (row: ExaminationRow): void => {
    const run = examine(parts, times, row, stopping.signal)
      .catch(async (error: unknown) => {
        if (stopping.signal.aborted) return;
        logger.error({ err: error }, 'an examination broke off');
        // Without a database it stays as it is, and is begun anew.
        await breakOff(database, row, error).catch(() => {});
      })
      .finally(() => underWay.delete(row.id));
    underWay.set(row.id, run);
  };
  const look = async (): Promise<void> => {
    const rows = await database.within(platformScope, listRunning);
    for (const row of rows) if (!underWay.has(row.id)) begin(row);
  };
  const run = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      await look().catch((error: unknown) => {
        logger.warn({ err: error }, 'examinations were not looked for');
      });
      await wait(times.pollMs, undefined, { signal: stopping.signal }).catch(() => {});
    }
  };
  return {
    start: () => {
      loop ??= run();
    },
    stop: async () => {
      stopping.abort();
      await loop;
      await Promise.all(underWay.values());
    },
  };
}

async function examine(
  parts: Parts,
  times: ExaminerTimes,
  row: ExaminationRow,
  signal: AbortSignal,
): Promise<void> {
  const { database } = parts;
  const isOfWebhook = row.webhook_id !== null;
  const checks = waitingChecks(isOfWebhook ? 'webhook' : 'events', row.orders_until !== null);
  const set = async (name: string, verdict: Partial<ExaminationCheck>): Promise<void> => {
    const at = checks.findIndex((check) => check.name === name);
    const check = checks[at];
    if (check) checks[at] = { ...check, ...verdict };
    await database.within(platformScope, (db) => writeChecks(db, row.id, checks));
  };
  if (isOfWebhook) await attack(parts, times, row as OfWebhook, signal, set);
  await Promise.all([
    isOfWebhook || watchPolls(parts, times, row, signal, set),
    row.orders_until && watchOrders(database, times, row as Watching, signal, set),
  ]);
  if (signal.aborted) return;
  const isPassed = checks.every(
    ({ part, outcome }) => outcome === 'passed' || (part === 'orders' && outcome === 'not-seen'),
  );
  await database.within(platformScope, (db) => writeResult(db, row.id, checks, isPassed));
}

/** Otherwise it would be begun anew for ever. */
async function breakOff(database: Database, row: ExaminationRow, error: unknown): Promise<void> {
  const why = error instanceof AppError ? error.message : 'The examination broke off on our side.';
  const broken = { outcome: 'not-seen' as const, cameBack: why, toDo: 'Start it again.' };
  await database.within(platformScope, async (db) => {
    const now = await findExamination(db, row.company_id, row.id);
    const checks = (now ?? row).checks.map((check) =>
      check.outcome === 'waiting' ? { ...check, ...broken } : check,
    );
    await writeResult(db, row.id, checks, false);
  });
}

type OfWebhook = ExaminationRow & { readonly webhook_id: string; readonly url: string };
type SetCheck = (name: string, verdict: Partial<ExaminationCheck>) => Promise<void>;

async function attack(
  parts: Parts,
  times: ExaminerTimes,
  row: OfWebhook,
  signal: AbortSignal,
  set: SetCheck,
): Promise<void> {
  const { database, sealer, addresses } = parts;
  const ref = { companyId: row.company_id, webhookId: row.webhook_id };
  const webhook = await database.within(platformScope, (db) => findExamined(db, ref));
  if (!webhook) throw new AppError('refused', { message: 'The webhook was removed.' });
  const { paymentId, payment } = await pay(parts, times, row, signal);
  const tools: Tools = {
    // The address of the report, also if it was changed since.
    shoot: createShoot(sealer, addresses, { ...webhook, url: row.url }, signal),
    write: (type, ageDays = 0) =>
      database.within(platformScope, (db) =>
        writeEvent(db, ref, { paymentId, type, data: asOf(payment, type), ageDays }),
      ),
    accepted: [],
  };
  let isDead = false;
  for (const check of webhookChecks) {
    if (signal.aborted) return;
    const verdict = isDead ? notTried : await check.run(tools);
    if (check.name === 'accepted') isDead = !tools.accepted.some(isOk);
    await set(check.name, verdict);
  }
}

const notTried = {
  outcome: 'not-seen',
  cameBack: 'Not tried, because an ordinary event was not accepted.',
  toDo: 'Let the webhook accept an ordinary event first.',
} as const;

/** A payment that exists: receivers may ask for it before they answer. */
async function pay(
  { database, engine }: Parts,
  { payWithinMs }: ExaminerTimes,
  { id, company_id: companyId }: ExaminationRow,
  signal: AbortSignal,
): Promise<{ paymentId: string; payment: Payment }> {
  const { paymentId } = await engine.acceptance.accept({
    companyId,
    direction: 'collection',
    origin: 'api',
    phoneNumber: '256770000001',
    amount: 1_000_00n,
    reference: `Examination ${id.slice(-6)}`,
    description: null,
    idempotencyKey: `examination ${id}`,
  });
  const until = performance.now() + payWithinMs;
  for (;;) {
    const [found] = await database.within(platformScope, (db) => readPayments(db, [paymentId]));
    if (!found) throw new Error('The payment of an examination is not there');
    const isOver = found.status !== 'PENDING' || performance.now() > until || signal.aborted;
    if (isOver) return { paymentId, payment: found };
    await wait(250, undefined, { signal }).catch(() => {});
  }
}

/** The payment as an event of the type tells of it. */
function asOf(payment: Payment, type: PaymentEventType): Payment {
  if (type !== 'payment.failed') return { ...payment, status: 'SUCCESS' };
  const reason = 'The network reported a failure first';
  return { ...payment, status: 'FAILED', reasonCode: 'network_error', reason };
}

type Watching = ExaminationRow & { readonly orders_until: Date };

/** Until everything was seen, or the time is over. */
async function watchOrders(
  database: Database,
  { pollMs, followMs }: ExaminerTimes,
  row: Watching,
  signal: AbortSignal,
  set: SetCheck,
): Promise<void> {
  const isPast = (since: Date): boolean => databaseNow() - since.getTime() > followMs;
  for (;;) {
    const orders = await database.within(platformScope, (db) => listWatched(db, row.id));
    const isOver = databaseNow() > row.orders_until.getTime();
    const verdicts = judgeOrders(orders, isOver ? () => true : isPast);
    for (const [at, check] of orderChecks.entries()) {
      const verdict = verdicts[at] ?? (isOver ? notSeen(orders, check, isPast) : null);
      if (verdict) await set(check.name, verdict);
    }
    if (isOver || verdicts.every((verdict) => verdict !== null) || signal.aborted) return;
    await wait(pollMs, undefined, { signal }).catch(() => {});
  }
}

/** One of its own comes with the payment. */
const eventsBesides = ['payment.failed', 'payment.succeeded'] as const;

/** The events come when the first question was seen: one that began to wait before is not written down. */
async function watchPolls(
  parts: Parts,
  times: ExaminerTimes,
  row: ExaminationRow,
  signal: AbortSignal,
  set: SetCheck,
): Promise<void> {
  const { database } = parts;
  const { id, company_id: companyId } = row;
  const until = row.started_at.getTime() + ordersWatchedFor * 1000;
  let isTold = false;
  for (;;) {
    const polls = await database.within(platformScope, (db) => listPolls(db, id));
    if (polls.length > 0 && !isTold) {
      isTold = true;
      const { paymentId, payment } = await pay(parts, times, row, signal);
      await database.within(platformScope, async (db) => {
        for (const type of eventsBesides) {
          await insertEvent(db, companyId, { paymentId, type, data: asOf(payment, type) });
        }
      });
    }
    const isOver = databaseNow() > until;
    const verdicts = eventChecks.map(({ judge }) => judge(polls));
    const areAllSeen = verdicts.every((verdict) => verdict !== null);
    for (const [at, { name }] of eventChecks.entries()) {
      const verdict = verdicts[at] ?? (isOver ? notAsked : null);
      if (verdict) await set(name, verdict);
    }
    if (isOver || areAllSeen || signal.aborted) return;
    await wait(times.pollMs, undefined, { signal }).catch(() => {});
  }
}
