import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, it } from 'vitest';
import { findViolations } from '../src/ledger/invariants.ts';
import { testCredentialKey } from './app.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { freePort } from './free-port.ts';
import { killTimeoutMs, kills } from './kills.ts';
import { createMerchant, signedCall, type Merchant } from './mobile-money.ts';
import type { ProcessStart } from './payments-process.ts';
import { cleanEnvironment } from './program.ts';

const script = fileURLToPath(new URL('./payments-process.ts', import.meta.url));
const simulatorScript = fileURLToPath(new URL('../src/programs/simulate.ts', import.meta.url));
const secret = 'of the kill test';
const startBalance = 100_000_000_00n;
const clients = 24;

const running = new Set<ChildProcess>();
afterAll(() => {
  for (const child of running) child.kill('SIGKILL');
});

/** Its first line contains its URL, or only says that it is running. */
async function startProcess(
  file: string,
  argument: string,
  settings: Record<string, string> = {},
): Promise<{ child: ChildProcess; line: string }> {
  const child = spawn(process.execPath, [file, argument], {
    env: cleanEnvironment(settings),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  running.add(child);
  for await (const line of createInterface({ input: child.stdout })) return { child, line };
  throw new Error('A process ended before it was running');
}

/** Every third is a payout. Like a proper client it repeats the order until it gets an answer. */
async function order(
  serverUrl: string,
  merchant: Merchant,
  number: number,
): Promise<{ transactionId: string }> {
  const direction = number % 3 === 0 ? 'payouts' : 'collections';
  const body = {
    phoneNumber: `077${String(2_000_000 + number)}`,
    amount: 1_000 + (number % 7),
    reference: `Order ${number}`,
  };
  for (;;) {
    try {
      const options = { body, key: `order-${number}` };
      const answer = await signedCall(serverUrl, merchant, 'POST', `/${direction}`, options);
      if (answer.status === 202) return answer.body.data as { transactionId: string };
      if (answer.status < 500) throw new Error(`Refused: ${JSON.stringify(answer.body)}`);
    } catch (error) {
      if (!(error instanceof TypeError || error instanceof SyntaxError)) throw error;
    }
    await wait(50);
  }
}

it(
  `${kills.payments} payments through kill -9 of the API and of the worker`,
  { timeout: killTimeoutMs + kills.payments * 60 },
  async () => {
    const test = await createTestDatabase();
    const merchants = await Promise.all(
      Array.from({ length: 5 }, () => createMerchant(test.owner, startBalance)),
    );
    const port = await freePort();
    const serverUrl = `http://127.0.0.1:${port}`;
    const simulator = await startProcess(simulatorScript, '', {
      SENTE_SIMULATOR_PORT: '0',
      SENTE_SIMULATOR_DELAY_MS: '30',
      SENTE_SIMULATOR_SECRET: secret,
      SENTE_PUBLIC_URL: serverUrl,
    });
    const start = (does: ProcessStart['does']) =>
      startProcess(
        script,
        JSON.stringify({
          does,
          url: test.url,
          port,
          networksAt: simulator.line,
          networksSecret: secret,
          credentialKey: testCredentialKey.toString('hex'),
        } satisfies ProcessStart),
      );
    const processes = { api: await start('api'), worker: await start('worker') };

    const promised = new Map<number, string>();
    let next = 0;
    const client = async (): Promise<void> => {
      for (let number = next++; number < kills.payments; number = next++) {
        const merchant = merchants[number % merchants.length];
        if (!merchant) throw new Error('No merchant');
        promised.set(number, (await order(serverUrl, merchant, number)).transactionId);
      }
    };
    const ordering = Promise.all(Array.from({ length: clients }, client));

    let killed = 0;
    const killEvery = kills.payments / (kills.paymentsKills + 1);
    while (promised.size < kills.payments || killed < kills.paymentsKills) {
      const isTime = promised.size > killEvery * (killed + 1) && killed < kills.paymentsKills;
      if (!isTime) {
        await Promise.race([wait(5), ordering]);
        continue;
      }
      const does = killed % 2 === 0 ? 'worker' : 'api';
      const ended = once(processes[does].child, 'exit');
      processes[does].child.kill('SIGKILL');
      await ended;
      killed++;
      processes[does] = await start(does);
    }
    await ordering;
    expect(killed).toBe(kills.paymentsKills);
    await untilNothingIsOpen(test);
    await expectEverythingOnce(test, merchants, promised, simulator.line);
  },
);

async function untilNothingIsOpen(test: TestDatabase): Promise<void> {
  for (;;) {
    const row = await test.owner.row<{ open: number }>(
      "select count(*)::integer as open from payments where status in ('PENDING', 'PROCESSING')",
    );
    if (row?.open === 0) return;
    await wait(100);
  }
}

async function expectEverythingOnce(
  test: TestDatabase,
  merchants: readonly Merchant[],
  promised: ReadonlyMap<number, string>,
  simulatorUrl: string,
): Promise<void> {
  expect(new Set(promised.values()).size).toBe(kills.payments);
  const stored = await test.owner.row(
    `select count(*)::integer as payments,
       count(*) filter (where status = 'SUCCESS')::integer as paid,
       count(distinct transaction_id)::integer as booked from payments`,
  );
  expect(stored).toEqual({
    payments: kills.payments,
    paid: kills.payments,
    booked: kills.payments,
  });
  const response = await fetch(`${simulatorUrl}/simulator/totals`);
  const totals = (await response.json()) as Record<string, number>;
  expect(totals).toMatchObject({ orders: kills.payments, open: 0, executedMoreThanOnce: 0 });
  const moved = await test.owner.row<{ gained: string; held: string }>(
    `select (sum(balance) - $1)::text as gained, sum(held)::text as held
     from accounts where kind = 'customer'`,
    [startBalance * BigInt(merchants.length)],
  );
  const gained = ((totals['collected'] ?? 0) - (totals['paidOut'] ?? 0)) * 100;
  expect(moved).toEqual({ gained: String(gained), held: '0' });
  expect(await test.asOwner((db) => findViolations(db))).toEqual([]);
}
