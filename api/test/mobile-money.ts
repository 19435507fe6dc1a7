import type { Failure, Success } from '@sente/contract/envelope';
import type { Db } from '../src/db/database.ts';
import { fromShortId } from '../src/db/short-id.ts';
import { uuidV7 } from '../src/db/uuid.ts';
import type { BreakerOptions } from '../src/payments/networks/breaker.ts';
import { openConnectors } from '../src/payments/networks/connectors.ts';
import type { PollOptions } from '../src/payments/settling/poll-schedule.ts';
import { startSimulator, type RunningSimulator } from '../src/payments/simulator/simulator.ts';
import { createSealer } from '../src/security/secrets.ts';
import { afterFile } from './after-file.ts';
import { createTestApp, testCredentialKey, type TestApp } from './app.ts';
import { createAccount, createCompany } from './factories.ts';
import { createCredential, signedHeaders, type TestCredential } from './signed.ts';

/** The program over HTTP, with the simulator as both networks. */
export interface MobileMoney extends TestApp {
  readonly simulator: RunningSimulator;
  /** Such as http://127.0.0.1:40123. */
  readonly serverUrl: string;
}

const quickPolling: PollOptions = {
  schedule: [
    { untilMs: 150, everyMs: 50 },
    { untilMs: 60_000, everyMs: 200 },
  ],
  giveUpAfterMs: 60_000,
  sendWithinMs: { collection: 60_000, payout: 60_000 },
  maxSendings: 3,
  unknownAfter: { times: 5, ms: 1_500 },
};

/** Delays of seconds and hours in production are milliseconds here. */
export async function startMobileMoney(
  options: { delayMs?: number; lateAfterMs?: number } & Partial<PollOptions> & {
      breaker?: BreakerOptions;
      contactEmail?: string;
      /** False: the callbacks of the networks are lost. */
      hasCallbacks?: boolean;
    } = {},
): Promise<MobileMoney> {
  let serverUrl = '';
  const { delayMs = 20, lateAfterMs = 100, breaker, contactEmail = null, ...rest } = options;
  const { hasCallbacks = true, ...polling } = rest;
  // Nobody listens on port 9.
  const callbackBase = (): string => (hasCallbacks ? serverUrl : 'http://127.0.0.1:9');
  const simulator = await startSimulator(
    { host: 'localhost', port: 0 },
    { delayMs, lateAfterMs, callbackBase },
  );
  const connectors = openConnectors(
    { ...simulator.keys, isSimulated: true, callbackBase, timeoutMs: 400 },
    createSealer(testCredentialKey),
  );
  const test = await createTestApp(
    { contactEmail },
    {
      connectors,
      polling: { ...quickPolling, ...polling },
      // The networks fail most of the time here; the circuit breaker has its own test.
      breaker: breaker ?? { minCalls: 1_000_000 },
      // Fewer than the payments, so that some always wait.
      running: { concurrency: 12, pollMs: 20, leaseMs: 5_000 },
    },
  );
  serverUrl = await test.app.listen({ host: '127.0.0.1', port: 0 });
  test.engine.runner.start();
  afterFile(async () => {
    await test.engine.runner.stop();
    await simulator.stop();
  });
  return { ...test, simulator, serverUrl };
}

/** A company with API credentials and an account. */
export interface Merchant extends TestCredential {
  readonly accountId: string;
}

export async function createMerchant(owner: Db, balance = 0n): Promise<Merchant> {
  const companyId = await createCompany(owner, { email: `${uuidV7()}@example.test` });
  const accountId = await createAccount(owner, companyId, { balance });
  return { ...(await createCredential(owner, companyId)), accountId };
}

export interface SignedAnswer {
  readonly status: number;
  // Tests read what they expect to be there; a wrong guess fails the test.
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly body: (Success<any> | Failure) & { readonly data: any };
}

/** Over HTTP, under /api/v1/Payments. */
export async function signedCall(
  serverUrl: string,
  merchant: Merchant,
  method: 'GET' | 'POST',
  path: string,
  { body, key = uuidV7() }: { body?: object; key?: string } = {},
): Promise<SignedAnswer> {
  const asked = { method, path: `/v1/Payments${path}`, body, idempotencyKey: body ? key : null };
  const response = await fetch(`${serverUrl}/api${asked.path}`, {
    method,
    headers: signedHeaders(merchant, asked),
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: (await response.json()) as SignedAnswer['body'] };
}

/** Sends the order and returns the payment's id. */
export async function request(
  { serverUrl }: MobileMoney,
  merchant: Merchant,
  direction: 'collections' | 'payouts',
  phoneNumber: string,
  more: object = {},
): Promise<string> {
  const body = { phoneNumber, amount: 1_000, reference: `Order ${uuidV7()}`, ...more };
  const answer = await signedCall(serverUrl, merchant, 'POST', `/${direction}`, { body });
  if (answer.status !== 202) throw new Error(`Refused: ${JSON.stringify(answer.body)}`);
  return fromShortId(answer.body.data.transactionId) ?? '';
}
