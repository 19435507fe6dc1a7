import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Payment } from '@sente/contract/payments';
import type { Db } from '../src/db/database.ts';
import { toShortId } from '../src/db/short-id.ts';
import { uuidV7 } from '../src/db/uuid.ts';
import { createLogger } from '../src/http/logger.ts';
import type { WorkerOptions } from '../src/jobs/queue-options.ts';
import { openQueuePool, type QueuePool } from '../src/jobs/queue-pool.ts';
import { runDueJobs } from '../src/jobs/worker.ts';
import type { Smtp } from '../src/mail/smtp.ts';
import { createSealer } from '../src/security/secrets.ts';
import { resolveBySystem, type AddressRules } from '../src/webhooks/target.ts';
import { afterFile } from './after-file.ts';
import { testCredentialKey, testMailer } from './app.ts';
import type { TestDatabase } from './database.ts';

export interface Received {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface Receiver {
  readonly origin: string;
  readonly port: number;
  readonly received: Received[];
  /** The next answers, in order; 204 when none is left. */
  readonly answers: ((response: ServerResponse) => void)[];
}

/** A company's own server. */
export async function startReceiver(): Promise<Receiver> {
  const received: Received[] = [];
  const answers: Receiver['answers'] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString('utf8');
      received.push({ path: request.url ?? '', headers: request.headers, body });
      const answer = answers.shift();
      if (answer) answer(response);
      else response.writeHead(204).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  afterFile(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { origin: `http://127.0.0.1:${port}`, port, received, answers };
}

export const answering =
  (status: number, text = '', headers: Record<string, string> = {}) =>
  (response: ServerResponse): void =>
    void response.writeHead(status, headers).end(text);

export const allowAll: AddressRules = { allowPrivate: true, resolve: resolveBySystem };

/** The worker of a test, assembled as in production. */
export function workerOptions(
  { url, database }: TestDatabase,
  {
    addresses = allowAll,
    timeoutMs,
    smtp = null,
    sendsMail = true,
  }: {
    addresses?: AddressRules;
    timeoutMs?: number;
    smtp?: Smtp | null;
    sendsMail?: boolean;
  } = {},
): WorkerOptions {
  const sealer = createSealer(testCredentialKey);
  return {
    url,
    database,
    logger: createLogger('silent'),
    pollEveryMs: 100,
    mail: sendsMail ? { sealer, smtp, mailer: testMailer('smtp') } : null,
    webhooks: { sealer, addresses, ...(timeoutMs !== undefined && { timeoutMs }) },
  };
}

export const runJobs = (test: TestDatabase, options?: Parameters<typeof workerOptions>[1]) =>
  runJobsWith(workerOptions(test, options));

const queues = new Map<string, QueuePool>();

/**
 * One after the other, so that mails arrive in the order of their causes. The connections stay until the tests of the
 * file are over: to open them takes longer than most jobs.
 */
export function runJobsWith(options: WorkerOptions): Promise<void> {
  const queue = queues.get(options.url) ?? openQueuePool(options);
  if (!queues.has(options.url)) {
    queues.set(options.url, queue);
    afterFile(() => {
      queues.delete(options.url);
      return queue.end();
    });
  }
  return runDueJobs({ ...options, concurrency: 1 }, queue);
}

/** Makes every job due at once. */
export async function letTimePass(owner: Db): Promise<void> {
  await owner.rows('update graphile_worker._private_jobs set run_at = now()');
}

/** A final payment without ledger entries. */
export async function createPayment(
  owner: Db,
  companyId: string,
  accountId: string = uuidV7(),
): Promise<Payment & { readonly id: string }> {
  const id = uuidV7();
  await owner.rows(
    `insert into payments (company_id, id, direction, origin, account_id, phone_number, network,
       amount, reference, status, finished_at)
     values ($1, $2, 'collection', 'api', $3, '256772000001', 'MTN', 500000, 'order 1', 'SUCCESS', now())`,
    [companyId, id, accountId],
  );
  const now = new Date().toISOString();
  return {
    id,
    transactionId: toShortId(id),
    direction: 'collection',
    status: 'SUCCESS',
    awaitsApproval: false,
    phoneNumber: '256772000001',
    network: 'MTN',
    amount: 5000,
    fee: 0,
    tax: 0,
    accountNumber: '100200300',
    reference: 'order "1" \\ {x}, Ünïcode',
    description: null,
    metadata: {},
    productCode: null,
    voucherCode: null,
    reasonCode: null,
    reason: null,
    beingChecked: false,
    networkReference: null,
    createdAt: now,
    finishedAt: now,
    reversedAt: null,
    link: null,
    refundedAmount: 0,
    refundOf: null,
    bulk: null,
  };
}

export async function createWebhook(owner: Db, companyId: string, url: string): Promise<void> {
  const secret = 'whsec_dGVzdCBzZWNyZXQgb2YgMjQgYnl0ZXMh';
  const place = { id: companyId, companyId };
  const { sealed, keyName } = createSealer(testCredentialKey).seal(secret, place);
  await owner.rows(
    `insert into company_webhooks (id, company_id, url, secret_sealed, key_name)
     values ($1, $1, $2, $3, $4)`,
    [companyId, url, sealed, keyName],
  );
}

/** Pending events of a company whose webhook is unreachable; without jobs. */
export async function createWebhookEvent(owner: Db, companyId: string): Promise<string> {
  const id = uuidV7();
  await createWebhook(owner, companyId, 'https://example.test:1/hook');
  await owner.rows(
    `insert into webhook_events (company_id, id, payment_id, type, payload)
     values ($1, $2, $3, 'payment.failed',
       '{"type":"payment.failed","timestamp":"2026-01-31T09:00:00.000Z","data":{}}')`,
    [companyId, id, uuidV7()],
  );
  await owner.rows(
    `insert into webhook_deliveries (company_id, id, event_id, webhook_id) values ($1, $2, $2, $1)`,
    [companyId, id],
  );
  return id;
}
