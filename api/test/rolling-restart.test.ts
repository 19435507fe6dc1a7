import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, expect, it } from 'vitest';
import { toShortId } from '../src/db/short-id.ts';
import { uuidV7 } from '../src/db/uuid.ts';
import { testCredentialKey } from './app.ts';
import { createTestDatabase } from './database.ts';
import { freePort } from './free-port.ts';
import { createMerchant, signedCall, type Merchant } from './mobile-money.ts';
import { startProgram, type RunningProgram } from './running-program.ts';

const clients = 8;
/** For figures: SENTE_ROLLING_REQUESTS=100000 goes on restarting until so many were answered. */
const atLeast = Number(process.env['SENTE_ROLLING_REQUESTS'] ?? 300);
const running = new Map<number, RunningProgram>();
const isReady = new Map<number, boolean>();
let isStopped = false;

afterAll(() => {
  isStopped = true;
  for (const { process } of running.values()) process.kill('SIGKILL');
});

it(
  'a rolling restart of two instances refuses no request',
  { timeout: 180_000 + atLeast * 50 },
  async () => {
    const test = await createTestDatabase();
    const merchant = await createMerchant(test.owner, 1_000_000_00n);
    const ports = [await freePort(), await freePort()];
    const start = async (port: number): Promise<void> => {
      const program = await startProgram({
        DATABASE_URL: test.url,
        PORT: String(port),
        SENTE_STOP_WAIT_SECONDS: '3',
        SENTE_ADMIN_EMAIL: 'boss@example.test',
        SENTE_ADMIN_PASSWORD: 'a-long-secret-1',
        SENTE_CREDENTIAL_KEY: testCredentialKey.toString('hex'),
        SENTE_API_RATE: '1000000',
        SENTE_API_BURST: '1000000',
      });
      running.set(port, program);
      while (!isReady.get(port)) await wait(50);
    };
    const balancing = Promise.all(ports.map(balance));
    await Promise.all(ports.map(start));
    const { answered, failures, ended } = startClients(merchant);
    for (let turn = 0; turn < 2 || answered() < atLeast; turn++) {
      const port = ports[turn % 2] ?? 0;
      const leaving = running.get(port);
      leaving?.process.kill('SIGTERM');
      expect(await leaving?.ended).toEqual([0, null]);
      await start(port);
    }
    isStopped = true;
    await Promise.all([ended, balancing]);
    expect(failures).toEqual([]);
    expect(answered()).toBeGreaterThanOrEqual(atLeast);
  },
);

/** As a load balancer does: one bad answer and the instance gets no more requests. */
async function balance(port: number): Promise<void> {
  while (!isStopped) {
    const signal = AbortSignal.timeout(2_500);
    const answer = await fetch(`http://127.0.0.1:${port}/readyz`, { signal }).catch(() => null);
    await answer?.text();
    isReady.set(port, answer?.status === 200);
    await wait(200);
  }
}

/** On kept-alive connections, and without a second attempt. */
function startClients(merchant: Merchant) {
  const failures: string[] = [];
  let sent = 0;
  let answered = 0;
  const client = async (): Promise<void> => {
    while (!isStopped) {
      const ready = [...isReady].filter(([, is]) => is).map(([port]) => port);
      const port = ready[sent++ % ready.length];
      // Unknown, and so signed differently each time.
      const path = `/${toShortId(uuidV7())}`;
      const result = await signedCall(`http://127.0.0.1:${port}`, merchant, 'GET', path).then(
        ({ status, body }) => (status === 404 ? null : `${status} ${JSON.stringify(body)}`),
        (error: unknown) => String(error instanceof Error ? (error.cause ?? error) : error),
      );
      if (result === null) answered++;
      else failures.push(result);
    }
  };
  const ended = Promise.all(Array.from({ length: clients }, client));
  return { answered: () => answered, failures, ended };
}
