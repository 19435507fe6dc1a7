import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { demoPassword } from '../../demo/sign-ins.ts';
import { openDatabase, type Db } from '../../src/db/database.ts';
import { findRunningServer } from '../../src/db/embedded/running.ts';
import type { Order } from '../../src/payments/simulator/order.ts';
import { startProgram } from '../running-program.ts';
import { platformDb } from '../platform-db.ts';

/** The real program with fresh demo data, its watcher and its simulated networks. */
export interface Demo {
  readonly url: string;
  readonly dataDir: string;
  readonly databaseUrl: string;
  /** As the owner of the database, to see what really happened. */
  readonly owner: Db;
  /** A call of the portal; answers that refuse come back as well. */
  call(token: string | null, method: string, path: string, body?: object): Promise<PortalAnswer>;
  signIn(email: string, password?: string): Promise<string | null>;
  /** What the networks really paid to these numbers, in UGX. */
  paidTo(numbers: ReadonlySet<string>): number;
  /** Until every payout has ended or is held. */
  untilQuiet(): Promise<void>;
  stop(): Promise<void>;
}

export interface PortalAnswer {
  readonly status: number;
  readonly code: string | null;
  readonly message: string | null;
  // Whoever reads a field knows the call.
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly data: any;
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly meta: any;
}

export async function startDemo(): Promise<Demo> {
  const dataDir = mkdtempSync(join(tmpdir(), 'sente-attack-'));
  const program = await startProgram({
    SENTE_DATA: dataDir,
    SENTE_WATCHER: 'on',
    SENTE_SIMULATOR_DELAY_MS: '100',
    SENTE_LOG: 'fatal',
  });
  const databaseUrl = await findRunningServer(dataDir);
  if (databaseUrl === null) throw new Error('The database of the demo is not running');
  const database = openDatabase({
    url: databaseUrl,
    poolSize: 2,
    statementTimeoutMs: 10_000,
    role: null,
    onIdleError: () => {},
  });
  const owner = platformDb(database);
  // Until its first look nobody waits for the watcher.
  while (!(await owner.row('select from watcher_pulse'))) await sleep(200);
  const call: Demo['call'] = async (token, method, path, body) => {
    const response = await fetch(`${program.url}/api${path}`, {
      method,
      headers: {
        'content-type': 'application/json',
        ...(token && { authorization: `Bearer ${token}` }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    const answer = (await response.json()) as PortalAnswer;
    return { ...answer, status: response.status };
  };
  return {
    url: program.url,
    dataDir,
    databaseUrl,
    owner,
    call,
    signIn: async (email, password = demoPassword) =>
      (await call(null, 'POST', '/Auth/login', { email, password })).data?.token ?? null,
    paidTo: (numbers) => paidTo(dataDir, numbers),
    untilQuiet: () => untilQuiet(owner),
    stop: async () => {
      await database.close();
      program.process.kill('SIGTERM');
      await program.ended;
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** The simulator writes a line for each change of an order; the last one counts. */
function paidTo(dataDir: string, numbers: ReadonlySet<string>): number {
  const orders = new Map<string, Order>();
  for (const line of readFileSync(join(dataDir, 'simulator.jsonl'), 'utf8').split('\n')) {
    if (!line.endsWith('}')) continue;
    const order = JSON.parse(line) as Order;
    orders.set(order.id, order);
  }
  let sum = 0;
  for (const { direction, phoneNumber, executions, amount } of orders.values()) {
    if (direction === 'payout' && numbers.has(phoneNumber)) sum += executions * amount;
  }
  return sum;
}

async function untilQuiet(owner: Db): Promise<void> {
  for (let quiet = 0; quiet < 5;) {
    const row = await owner.row<{ count: number }>(
      `select count(*)::int as count from open_payments o join payments p on p.id = o.payment_id
       where p.direction = 'payout' and o.next_step_at is not null
         and p.created_at > now() - interval '1 hour'`,
    );
    quiet = row?.count === 0 ? quiet + 1 : 0;
    await sleep(500);
  }
}

export interface Victim {
  readonly companyId: string;
  readonly name: string;
  /** UGX. */
  readonly available: number;
}

/** The companies with the most money that can be paid out. Those with limits lose no more than these. */
export function richest(owner: Db, count: number, hasLimits: boolean): Promise<Victim[]> {
  return owner.rows<Victim>(
    `select c.id as "companyId", c.name, (max(a.balance - a.held) / 100)::float8 as available
     from accounts a join companies c on c.id = a.company_id
     where a.kind = 'customer' and a.is_active and a.frozen_at is null and c.suspended_at is null
       and c.archived_at is null
       and $2 = exists (select from payment_limits l where l.company_id = c.id)
     group by 1, 2 order by 3 desc limit $1`,
    [count, hasLimits],
  );
}

export interface Stop {
  readonly sign: string;
  readonly seconds: number;
  readonly held: number;
}

/** The first brake after the first of these payouts. */
export async function findStop(owner: Db): Promise<Stop | null> {
  const row = await owner.row<Stop>(
    `select b.sign,
       extract(epoch from b.tripped_at - (
         select min(created_at) from payments
         where direction = 'payout' and created_at > now() - interval '30 minutes'
           and phone_number like '25676%'
       ))::float8 as seconds,
       (select count(*)::int from braked_payments) as held
     from payout_brakes b where b.ended_at is null and b.sign <> 'person'
     order by b.tripped_at limit 1`,
  );
  return row ?? null;
}

/** Numbers that nobody was ever paid to: SIM cards of the robbers. */
export function freshNumbers(count: number, first = 0): string[] {
  return Array.from({ length: count }, (_, index) => `25676${String(8_000_000 + first + index)}`);
}
