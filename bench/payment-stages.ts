import { randomInt, randomUUID } from 'node:crypto';
import { openDatabase, type Database } from '../api/src/db/database.ts';
import { engineScope } from '../api/src/db/scope.ts';
import { acceptAll } from '../api/src/payments/orders/acceptance.queries.ts';
import { readyOrder } from '../api/src/payments/orders/acceptance.ts';
import type { ReadyOrder } from '../api/src/payments/orders/order.ts';
import { findPayments, writeProgress } from '../api/src/payments/payments.queries.ts';
import { claimDue, type ClaimedPayment } from '../api/src/payments/running/claims.queries.ts';
import { createFindSystemAccounts } from '../api/src/payments/settling/payment-postings.ts';
import { defaultPolling } from '../api/src/payments/settling/poll-schedule.ts';
import { createSettlement, type Settlement } from '../api/src/payments/settling/settlement.ts';
import { writeSteps, type Step } from '../api/src/payments/steps.ts';
import type { Bench } from './bench.ts';
import { pick } from './callers.ts';
import { asOwner, closing } from './databases.ts';
import { threadMicroseconds } from './processor-time.ts';

type Times = Map<string, number>;

/** Microseconds of PostgreSQL for each payment by stage: one connection, in batches of one size. */
export async function measureStages(bench: Bench, url: string): Promise<object[]> {
  const database = openDatabase({
    url,
    poolSize: 1,
    statementTimeoutMs: 60_000,
    role: 'sente_app',
    onIdleError: () => {},
  });
  const rows = await closing(database, async () => {
    const stages = await prepareStages(url, database);
    const sizes = [10, 40];
    const payments = bench.quick ? 400 : 2_000;
    // Until the plans of the functions are made.
    for (const size of sizes) await stages(size, payments);
    const found = [];
    for (const size of sizes) {
      const rounds: Times[] = [];
      for (let round = 0; round < bench.rounds; round++) rounds.push(await stages(size, payments));
      found.push({ 'batches of': size, ...leastOf(rounds, payments) });
    }
    return found;
  });
  console.log('\nMicroseconds of PostgreSQL for each payment, one connection');
  console.table(rows);
  return rows;
}

/** The least of all rounds: what else the machine does only adds to it. */
function leastOf(rounds: readonly Times[], payments: number): Record<string, number> {
  const names = [...(rounds[0]?.keys() ?? [])];
  const least = names.map((name) => {
    const all = rounds.map((times) => (times.get(name) ?? 0) / payments);
    return [name, Math.round(Math.min(...all))] as const;
  });
  const all = least.reduce((sum, [, time]) => sum + time, 0);
  return { ...Object.fromEntries(least), all };
}

async function prepareStages(
  url: string,
  database: Database,
): Promise<(size: number, payments: number) => Promise<Times>> {
  const companies = await asOwner(url, (owner) =>
    owner.rows<{ id: string }>('select company_id as id from company_credentials'),
  );
  const findSystemAccounts = createFindSystemAccounts(database);
  for (const { id } of companies) await findSystemAccounts(id);
  const settlement = createSettlement(database, findSystemAccounts, defaultPolling);
  const row = await database.unscoped.row<{ pid: number }>('select pg_backend_pid() as pid');
  const pid = row?.pid ?? 0;

  return async (size, payments) => {
    const times: Times = new Map();
    const timed = async <T>(stage: string, work: () => Promise<T>): Promise<T> => {
      const before = threadMicroseconds(pid);
      const result = await work();
      times.set(stage, (times.get(stage) ?? 0) + threadMicroseconds(pid) - before);
      return result;
    };
    for (let done = 0; done < payments; done += size) {
      const orders = Array.from({ length: size }, () => orderOf(pick(companies).id));
      await settleBatch({ database, settlement, timed }, orders);
    }
    return times;
  };
}

interface Parts {
  readonly database: Database;
  readonly settlement: Settlement;
  readonly timed: <T>(stage: string, work: () => Promise<T>) => Promise<T>;
}

/** As the server does it, without the network. */
async function settleBatch(
  { database, settlement, timed }: Parts,
  orders: readonly ReadyOrder[],
): Promise<void> {
  await timed('accepted', () => acceptAll(database.unscoped, orders));
  const claimed = await timed('claimed', () =>
    database.within(engineScope, (db) => claimDue(db, sharesOf(orders), 12_000)),
  );
  if (claimed.length !== orders.length) throw new Error('Other payments were due');
  await timed('recorded as sent', () =>
    database.within(engineScope, async (db) => {
      const sent = { isNowWithNetwork: true, isNotFound: false, nextInMs: 5_000 };
      await writeProgress(
        db,
        claimed.map(({ id: paymentId }) => ({ paymentId, ...sent })),
      );
      await writeSteps(
        db,
        claimed.map((payment) => stepOf(payment, 'sent')),
      );
    }),
  );
  await timed('found for a callback', () =>
    database.within(engineScope, (db) =>
      findPayments(
        db,
        claimed.map(({ id }) => id),
      ),
    ),
  );
  const paid = { is: 'success', amount, currency: 'UGX', networkReference: '123456' } as const;
  await timed('settled', () =>
    Promise.all(
      claimed.map((payment) =>
        settlement.settle({
          companyId: payment.company_id,
          paymentId: payment.id,
          heard: { report: paid, from: 'asking' },
          steps: [stepOf(payment, 'callback'), stepOf(payment, 'asked')],
        }),
      ),
    ),
  );
}

const amount = 125_000n;

function orderOf(companyId: string): ReadyOrder {
  return readyOrder({
    companyId,
    direction: 'collection',
    origin: 'api',
    phoneNumber: `256772${randomInt(100_000, 1_000_000)}`,
    network: 'MTN',
    amount,
    reference: `Order ${randomUUID()}`,
    description: null,
    idempotencyKey: randomUUID(),
  });
}

function sharesOf(orders: readonly ReadyOrder[]) {
  const counts = new Map<string, number>();
  for (const { companyId } of orders) counts.set(companyId, (counts.get(companyId) ?? 0) + 1);
  const lane = { network: 'MTN', kind: 'send' } as const;
  return [...counts].map(([companyId, count]) => ({ ...lane, companyId, count }));
}

function stepOf(payment: ClaimedPayment, kind: Step['kind']): Step {
  return {
    companyId: payment.company_id,
    paymentId: payment.id,
    kind,
    title: 'Sent to MTN: it waits for the person',
    isGood: null,
    exchange: {
      request: `POST /collection/v1_0/requesttopay\n${payment.phone_number}, UGX 1250`,
      answer: 'HTTP 202',
      durationMs: 5,
    },
  };
}
