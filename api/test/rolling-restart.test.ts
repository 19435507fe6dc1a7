import { once } from 'node:events';
import { Agent, request as httpRequest, type IncomingMessage } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, expect, it } from 'vitest';
import { toShortId } from '../src/db/short-id.ts';
import { uuidV7 } from '../src/db/uuid.ts';
import { testCredentialKey } from './app.ts';
import { createTestDatabase } from './database.ts';
import { startNetworkProcess, type NetworkProcess } from './failover/network-process.ts';
import { freePort } from './free-port.ts';
import { createMerchant, signedCall, type Merchant } from './mobile-money.ts';
import { startProgram, type RunningProgram } from './running-program.ts';
import { signedHeaders } from './signed.ts';

const clients = 8;
/** For figures: SENTE_ROLLING_REQUESTS=100000 goes on restarting until so many were answered. */
const atLeast = Number(process.env['SENTE_ROLLING_REQUESTS'] ?? 300);
const running = new Map<number, RunningProgram>();
const isReady = new Map<number, boolean>();
const kept = new Agent({ keepAlive: true });
let isStopped = false;
let network: NetworkProcess | undefined;

afterAll(() => {
  isStopped = true;
  kept.destroy();
  network?.stop();
  for (const { process } of running.values()) process.kill('SIGKILL');
});

it(
  'a rolling restart of two instances refuses no request',
  { timeout: 180_000 + atLeast * 50 },
  async () => {
    const test = await createTestDatabase();
    const merchant = await createMerchant(test.owner, 1_000_000_00n);
    const ports = [await freePort(), await freePort()];
    // Outside of both instances, as real networks are.
    network = await startNetworkProcess(`http://127.0.0.1:${ports[0]}`, 300);
    const { settings } = network;
    const start = async (port: number): Promise<void> => {
      const program = await startProgram({
        DATABASE_URL: test.url,
        PORT: String(port),
        SENTE_STOP_WAIT_SECONDS: '3',
        SENTE_ADMIN_EMAIL: 'boss@example.test',
        SENTE_ADMIN_PASSWORD: 'a-long-secret-1',
        SENTE_CREDENTIAL_KEY: testCredentialKey.toString('hex'),
        ...settings,
        SENTE_API_RATE: '1000000',
        SENTE_API_BURST: '1000000',
      });
      running.set(port, program);
      while (!isReady.get(port)) await wait(50);
    };
    const balancing = Promise.all(ports.map(balance));
    await Promise.all(ports.map(start));
    const { answered, slow, accepted, failures, ended } = startClients(merchant);
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
    // Each order that was accepted is there once, and none that was not.
    expect(slow()).toBeGreaterThan(4);
    const stored = await test.owner.rows<{ reference: string }>('select reference from payments');
    expect(stored.map(({ reference }) => reference).sort()).toEqual([...accepted].sort());
  },
);

/** As a load balancer does: one bad answer and the instance gets no more requests. */
async function balance(port: number): Promise<void> {
  while (!isStopped) {
    const signal = AbortSignal.timeout(2_000);
    const answer = await fetch(`http://127.0.0.1:${port}/readyz`, { signal }).catch(() => null);
    await answer?.text();
    isReady.set(port, answer?.status === 200);
    await wait(200);
  }
}

/** On kept-alive connections, and without a second attempt: readings, orders, and orders that take seconds to send. */
function startClients(merchant: Merchant) {
  const failures: string[] = [];
  const accepted: string[] = [];
  let sent = 0;
  let answered = 0;
  let slow = 0;
  const client = async (ask: (url: string) => Promise<string | null>): Promise<void> => {
    while (!isStopped) {
      const ready = [...isReady].filter(([, is]) => is).map(([port]) => port);
      const port = ready[sent++ % ready.length];
      const result = await ask(`http://127.0.0.1:${port}`).catch((error: unknown) =>
        String(error instanceof Error ? (error.cause ?? error) : error),
      );
      if (result === null) answered++;
      else failures.push(result);
    }
  };
  const read = async (url: string): Promise<string | null> => {
    // Unknown, and so signed differently each time.
    const { status, body } = await signedCall(url, merchant, 'GET', `/${toShortId(uuidV7())}`);
    return status === 404 ? null : `${status} ${JSON.stringify(body)}`;
  };
  const orderOf = (reference: string) => ({
    phoneNumber: '0772123456',
    amount: 1_000 + (sent % 500),
    reference,
  });
  const order = async (url: string): Promise<string | null> => {
    const reference = `Order ${uuidV7()}`;
    const answer = await signedCall(url, merchant, 'POST', '/collections', {
      body: orderOf(reference),
    });
    if (answer.status !== 202) return `${answer.status} ${JSON.stringify(answer.body)}`;
    accepted.push(reference);
    return null;
  };
  const upload = async (url: string): Promise<string | null> => {
    const reference = `Slow ${uuidV7()}`;
    const text = JSON.stringify(orderOf(reference)).padEnd(8_000);
    const status = await sendSlowly(url, merchant, text);
    if (status !== 202) return `${status} of a slow upload`;
    accepted.push(reference);
    slow++;
    return null;
  };
  const asks = [
    ...Array.from({ length: clients }, () => read),
    ...Array.from({ length: 2 }, () => order),
    ...Array.from({ length: 4 }, () => upload),
  ];
  const ended = Promise.all(asks.map(client));
  return { answered: () => answered, slow: () => slow, accepted, failures, ended };
}

/** In twenty pieces within two seconds, so that restarts begin while it is under way. */
async function sendSlowly(url: string, merchant: Merchant, text: string): Promise<number> {
  const asked = { method: 'POST', path: '/v1/Payments/collections', body: text } as const;
  const sending = httpRequest(`${url}/api${asked.path}`, {
    method: asked.method,
    agent: kept,
    headers: {
      ...signedHeaders(merchant, { ...asked, idempotencyKey: uuidV7() }),
      'content-length': text.length,
    },
  });
  const answered = once(sending, 'response') as Promise<[IncomingMessage]>;
  answered.catch(() => {});
  // What breaks after an answer that came too soon; its status says why.
  sending.on('error', () => {});
  const size = Math.ceil(text.length / 20);
  for (let from = 0; from < text.length; from += size) {
    sending.write(text.slice(from, from + size));
    await wait(100);
  }
  sending.end();
  const [answer] = await answered;
  answer.resume();
  return answer.statusCode ?? 0;
}
