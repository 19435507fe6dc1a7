import type { Failure } from '@sente/contract/envelope';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { expect } from 'vitest';
import { buildApp, type AppOptions } from '../src/app.ts';
import { createLogger } from '../src/http/logger.ts';
import { createMailer, type MailDelivery } from '../src/mail/mailer.ts';
import type { Connector } from '../src/payments/networks/connector.ts';
import { createEngine, type PaymentsEngine } from '../src/payments/engine.ts';
import type { PasswordCost } from '../src/security/passwords.ts';
import { createSealer } from '../src/security/secrets.ts';
import { afterFile } from './after-file.ts';
import { rawAuditWords } from './audit-words.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';
import type { TestActor } from './actors.ts';
import { silentConnectors } from './networks.ts';

/** An envelope of either kind, with every field that a test may read. */
type AnyEnvelope = Omit<Failure, 'success' | 'data'> & {
  readonly success: boolean;
  // Tests read what they expect to be there; a wrong guess fails the test.
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly data: any;
  readonly meta: unknown;
};

export interface TestAnswer {
  readonly status: number;
  readonly headers: Record<string, unknown>;
  /** A file answer has no body, only its text. */
  readonly body: AnyEnvelope;
  readonly text: string;
  readonly bytes: Buffer;
}

export interface TestApp extends TestDatabase {
  readonly app: FastifyInstance;
  readonly engine: PaymentsEngine;
  /** A call under /api as this user, or without a session for null. */
  call(actor: TestActor | null, method: Method, path: string, body?: unknown): Promise<TestAnswer>;
  /** The same with a raw body, for text that JSON.stringify would not write. */
  send(actor: TestActor | null, method: Method, path: string, text?: string): Promise<TestAnswer>;
  /** The same with a CSV file. */
  sendCsv(
    actor: TestActor | null,
    method: Method,
    path: string,
    content: string | Buffer,
  ): Promise<TestAnswer>;
  /** The same as a form: bytes become a file, other values text. */
  submit(
    actor: TestActor | null,
    method: Method,
    path: string,
    fields: Readonly<Record<string, unknown>>,
  ): Promise<TestAnswer>;
}

type Method = NonNullable<InjectOptions['method']>;

const thisMachine = { address: '127.0.0.1', family: 4 };

/** The key for secrets, shared by the server and the demo data. */
export const testCredentialKey = Buffer.alloc(32, 7);

/** Links lead to an address of its own, which no request names. */
export const testMailer = (delivery: MailDelivery) =>
  createMailer(createSealer(testCredentialKey), delivery, () => 'https://portal.example.test');

/** The least that argon2 allows. Tests of sign-in itself use the recommended cost. */
const cheapestCost: PasswordCost = { memoryCost: 8, timeCost: 1, parallelism: 1 };

/** The networks and their timing. The runner does not process payments until it is started. */
type TestEngine = Parameters<typeof createEngine>[1] & {
  readonly connectors?: readonly Connector[];
};

/** The whole server, assembled as in production, with its own database. */
export async function createTestApp(
  // Not its database alone: the engine would work on another one.
  overrides: Partial<Omit<AppOptions, 'database' | 'engine'>> = {},
  { connectors = silentConnectors, ...engineOptions }: TestEngine = {},
  given?: TestDatabase,
): Promise<TestApp> {
  const testDatabase = given ?? (await createTestDatabase());
  const logger = createLogger('silent');
  const { database } = testDatabase;
  const engine = createEngine({ database, connectors, logger }, engineOptions);
  const readiness = { stopping: false };
  const app = await buildApp({
    database,
    logger,
    engine,
    sessionLengthMs: 8 * 3_600_000,
    sessionIdleMs: 2 * 3_600_000,
    proxies: [],
    webDir: null,
    webApiBase: '/api',
    metricsToken: null,
    requestsPerMinute: 1_000_000,
    credentialLimit: { requestsPerSecond: 100_000, burst: 100_000 },
    // Tests share the machine, so a loaded event loop is no failure.
    busyAfterMs: 60_000,
    readiness,
    sealer: createSealer(testCredentialKey),
    mailer: testMailer('mailbox'),
    // Hashing at the recommended cost would take most of the time of many tests.
    passwordCost: cheapestCost,
    // No name resolves to another machine; tests of addresses bring their own resolver.
    webhookAddresses: { allowPrivate: true, resolve: async () => [thisMachine] },
    ...overrides,
  });
  afterFile(() => {
    // Connections end with their next answer, as when a server stops.
    readiness.stopping = true;
    return app.close();
  });
  afterFile(async () => expect(await rawAuditWords(testDatabase.owner)).toEqual([]));

  const exchange = async (
    actor: TestActor | null,
    method: Method,
    path: string,
    type: string,
    payload: string | Buffer | undefined,
  ): Promise<TestAnswer> => {
    const response = await app.inject({
      method,
      url: `/api${path}`,
      headers: {
        'content-type': type,
        ...(actor && { authorization: `Bearer ${actor.token}` }),
      },
      ...(payload !== undefined && { payload }),
    });
    const isFile = response.headers['content-disposition'] !== undefined;
    return {
      status: response.statusCode,
      headers: response.headers,
      body: isFile ? (undefined as never) : response.json(),
      text: response.body,
      bytes: response.rawPayload,
    };
  };
  const send: TestApp['send'] = (actor, method, path, text) =>
    exchange(actor, method, path, 'application/json', text);
  const sendCsv: TestApp['sendCsv'] = (actor, method, path, content) =>
    exchange(actor, method, path, 'text/csv', content);
  const submit: TestApp['submit'] = async (actor, method, path, fields) => {
    const form = new Response(formOf(fields));
    const type = form.headers.get('content-type') ?? '';
    return exchange(actor, method, path, type, Buffer.from(await form.arrayBuffer()));
  };
  const call: TestApp['call'] = (actor, method, path, body) =>
    send(actor, method, path, body === undefined ? undefined : JSON.stringify(body));
  return { ...testDatabase, app, engine, call, send, sendCsv, submit };
}

function formOf(fields: Readonly<Record<string, unknown>>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    if (value instanceof Uint8Array) form.append(name, new Blob([new Uint8Array(value)]));
    else form.append(name, typeof value === 'string' ? value : JSON.stringify(value));
  }
  return form;
}
