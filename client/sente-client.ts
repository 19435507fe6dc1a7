/**
 * Calls the payments API of Sente from Node 20 or newer: one file without dependencies, to be copied
 * into your project. Node 22.18 and newer run it as it is, Node 20 with tsx. docs/payments-api.md tells
 * the rest.
 */
import { createHash, createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

export type PaymentStatus = 'PENDING' | 'PROCESSING' | 'SUCCESS' | 'FAILED';
export type Direction = 'collection' | 'payout';
export type Network = 'MTN' | 'AIRTEL';

export interface PayoutOrder {
  /** 0772 123 456, 256772123456 and +256 772 123 456 are the same. */
  readonly phoneNumber: string;
  /** Whole UGX, at most 20,000,000. */
  readonly amount: number;
  /** Your own name for it, such as an order number. */
  readonly reference: string;
  /** Left out: found by the number. */
  readonly network?: Network;
  /** Left out: your oldest active account. */
  readonly accountNumber?: string;
  readonly description?: string;
}

export interface CollectionOrder extends PayoutOrder {
  /** Sells one voucher of this product; the amount must be its price. */
  readonly productCode?: string;
}

export interface Payment {
  readonly transactionId: string;
  readonly direction: Direction;
  /**
   * SUCCESS is final. FAILED can still become SUCCESS, when the network reports late that it was paid
   * and two people of the provider book it.
   */
  readonly status: string;
  readonly phoneNumber: string;
  readonly network: string;
  /** What you asked for; once it is SUCCESS, what the network says was paid. */
  readonly amount: number;
  readonly fee: number;
  readonly accountNumber: string;
  readonly reference: string | null;
  readonly description: string | null;
  readonly productCode: string | null;
  /** The voucher, once its sale is SUCCESS. */
  readonly voucherCode: string | null;
  readonly reasonCode: string | null;
  readonly reason: string | null;
  readonly networkReference: string | null;
  readonly createdAt: string;
  readonly finishedAt: string | null;
  /** When the provider took it back on your account; the status stays SUCCESS. */
  readonly reversedAt: string | null;
}

export interface Account {
  readonly accountNumber: string;
  readonly accountName: string;
  readonly balance: number;
  readonly held: number;
  readonly available: number;
  readonly isActive: boolean;
  readonly isDefault: boolean;
}

export interface Product {
  readonly productCode: string;
  readonly productName: string;
  readonly amount: number;
  readonly stock: number;
}

export interface Accepted {
  readonly transactionId: string;
  readonly status: 'PENDING';
  /** The answer to an earlier order with the same key; nothing was done now. */
  readonly isReplay: boolean;
}

export interface ListFilters {
  readonly status?: PaymentStatus;
  readonly direction?: Direction;
  readonly network?: Network;
  /** Exactly that text. */
  readonly reference?: string;
  /** Days in Kampala, as 2026-01-31. */
  readonly startDate?: string;
  readonly endDate?: string;
  readonly limit?: number;
  readonly after?: string;
}

export interface SenteOptions {
  /** Such as https://pay.example.com, without /api. */
  readonly baseUrl: string;
  readonly channelId: string;
  readonly secretKey: string;
  /** How often one call is tried in all. */
  readonly maxAttempts?: number;
  readonly timeoutMs?: number;
}

interface OrderOptions {
  /**
   * The name of the intent: the same key never pays twice, also after a crash of yours. Best kept
   * with the order; made up for this call when left out, and told by the SenteError if that fails.
   */
  readonly idempotencyKey?: string;
}

interface WaitOptions {
  readonly timeoutMs?: number;
  readonly everyMs?: number;
}

/** What the server refused, with a code that stays the same over versions. */
export class SenteError extends Error {
  readonly code: string;
  /** 0: there was no answer. */
  readonly status: number;
  /** Which input is wrong, and why. */
  readonly fields: Readonly<Record<string, string>>;
  /** Tell it to support: it names the request in the server's log. */
  readonly requestId: string | null;
  /**
   * Of an order, also when it was made up for you. Where it is not known what came of the order, such
   * as after no_answer, send the same under the same key: it never pays twice.
   */
  idempotencyKey: string | null = null;

  constructor(
    code: string,
    message: string,
    more: {
      status?: number;
      fields?: Record<string, string>;
      requestId?: string | null;
      cause?: unknown;
    } = {},
  ) {
    super(message, { cause: more.cause });
    this.name = 'SenteError';
    this.code = code;
    this.status = more.status ?? 0;
    this.fields = more.fields ?? {};
    this.requestId = more.requestId ?? null;
  }
}

export interface SenteClient {
  collect(order: CollectionOrder, options?: OrderOptions): Promise<Accepted>;
  payOut(order: PayoutOrder, options?: OrderOptions): Promise<Accepted>;
  get(transactionId: string): Promise<Payment>;
  list(filters?: ListFilters): Promise<{ payments: Payment[]; nextAfter: string | null }>;
  balance(): Promise<Account[]>;
  products(): Promise<Product[]>;
  /** Until it is SUCCESS or FAILED for now. A webhook tells it sooner and costs less. */
  waitFor(transactionId: string, options?: WaitOptions): Promise<Payment>;
}

export function createSenteClient(options: SenteOptions): SenteClient {
  const call = createCall(options);
  const order = async (
    path: string,
    body: CollectionOrder,
    { idempotencyKey = randomUUID() }: OrderOptions = {},
  ): Promise<Accepted> => {
    try {
      const { data, isReplay } = await call<Omit<Accepted, 'isReplay'>>('POST', path, {
        body,
        idempotencyKey,
      });
      return { ...data, isReplay };
    } catch (error) {
      if (error instanceof SenteError) error.idempotencyKey = idempotencyKey;
      throw error;
    }
  };
  const read = async <Data>(path: string): Promise<Data> => (await call<Data>('GET', path)).data;
  const get = (transactionId: string): Promise<Payment> =>
    read(`/${encodeURIComponent(transactionId)}`);

  return {
    collect: (body, orderOptions) => order('/collections', body, orderOptions),
    payOut: (body, orderOptions) => order('/payouts', body, orderOptions),
    get,
    async list(filters = {}) {
      const query = new URLSearchParams();
      for (const [name, value] of Object.entries(filters)) {
        if (value !== undefined) query.set(name, String(value));
      }
      const { data, meta } = await call<Payment[]>('GET', query.size > 0 ? `?${query}` : '');
      return { payments: data, nextAfter: (meta as { nextAfter: string | null }).nextAfter };
    },
    balance: () => read('/balance'),
    products: () => read('/products'),
    async waitFor(transactionId, { timeoutMs = 120_000, everyMs = 1_000 } = {}) {
      const until = Date.now() + timeoutMs;
      for (;;) {
        const payment = await get(transactionId);
        if (payment.status === 'SUCCESS' || payment.status === 'FAILED') return payment;
        if (Date.now() + everyMs > until) {
          // Not known yet is not failed: ask again later, or wait for the webhook.
          throw new SenteError('still_pending', `${transactionId} is still ${payment.status}`);
        }
        await sleep(everyMs);
      }
    },
  };
}

/** Of a request; the same for the same secret, time and content. */
export function signRequest(
  secretKey: string,
  request: { timestamp: number; method: string; path: string; body: string },
): string {
  const bodyHash = createHash('sha256').update(request.body).digest('hex');
  return createHmac('sha256', secretKey)
    .update(`${request.timestamp}\n${request.method}\n${request.path}\n${bodyHash}`)
    .digest('hex');
}

const basePath = '/api/v1/Payments';
/** The server takes five minutes; a part of that is left to the way and to clocks. */
const furthestAheadSeconds = 240;
const longestWaitMs = 15_000;

interface CallParts {
  readonly body?: object;
  readonly idempotencyKey?: string;
}
interface Answer<Data> {
  readonly data: Data;
  readonly meta: unknown;
  readonly isReplay: boolean;
}

function createCall(options: SenteOptions) {
  const { channelId, secretKey, maxAttempts = 5, timeoutMs = 15_000 } = options;
  const origin = options.baseUrl.replace(/\/+$/, '');
  const nextTimestamp = createTimestamps();

  async function attempt(
    method: string,
    path: string,
    { body, idempotencyKey }: CallParts,
  ): Promise<Response> {
    const text = body === undefined ? '' : JSON.stringify(body);
    const timestamp = await nextTimestamp(`${method} ${path} ${text}`);
    try {
      return await fetch(origin + path, {
        method,
        headers: {
          'x-channel-id': channelId,
          'x-timestamp': String(timestamp),
          'x-signature': signRequest(secretKey, { timestamp, method, path, body: text }),
          ...(body && { 'content-type': 'application/json' }),
          ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
        },
        ...(body && { body: text }),
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      });
    } catch (cause) {
      throw new SenteError('no_answer', `No answer from ${origin}`, { cause });
    }
  }

  return async <Data>(
    method: 'GET' | 'POST',
    path: string,
    parts: CallParts = {},
  ): Promise<Answer<Data>> => {
    for (let tried = 1; ; tried++) {
      try {
        return await readAnswer<Data>(await attempt(method, basePath + path, parts));
      } catch (error) {
        if (!(error instanceof FailedAttempt || error instanceof SenteError)) throw error;
        const { failure, waitMs } = asFailure(error, tried);
        // The same key each time: whatever became of the tries before, it is one order.
        if (tried >= maxAttempts || waitMs === null) throw failure;
        await sleep(waitMs);
      }
    }
  };
}

/** A refusal, and how long the server asks to wait. */
class FailedAttempt extends Error {
  readonly failure: SenteError;
  readonly retryAfterMs: number | null;

  constructor(failure: SenteError, retryAfterMs: number | null) {
    super(failure.message);
    this.failure = failure;
    this.retryAfterMs = retryAfterMs;
  }
}

async function readAnswer<Data>(response: Response): Promise<Answer<Data>> {
  const isReplay = response.headers.get('idempotent-replayed') === 'true';
  const body = (await response.json().catch(() => null)) as Record<string, unknown> | null;
  if (response.ok && body?.['success'] === true) {
    return { data: body['data'] as Data, meta: body['meta'], isReplay };
  }
  // Accepted, but the answer broke off: the same key tells what came of it.
  if (response.ok) throw new SenteError('no_answer', 'The answer could not be read');
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
  const failure = new SenteError(
    textIn(body, 'code') ?? 'unreadable_answer',
    textIn(body, 'message') ?? `The server answered ${response.status}`,
    {
      status: response.status,
      fields: (body?.['fields'] ?? {}) as Record<string, string>,
      requestId: textIn(body, 'requestId'),
    },
  );
  throw new FailedAttempt(failure, Number.isFinite(seconds) ? seconds * 1000 : null);
}

function textIn(body: Record<string, unknown> | null, name: string): string | null {
  const value = body?.[name];
  return typeof value === 'string' ? value : null;
}

/** Null: trying again would not help, or would take too long. */
function asFailure(
  error: FailedAttempt | SenteError,
  tried: number,
): { failure: SenteError; waitMs: number | null } {
  const failure = error instanceof FailedAttempt ? error.failure : error;
  const asked = error instanceof FailedAttempt ? error.retryAfterMs : null;
  const isPassing =
    failure.code === 'no_answer' ||
    // Another process of yours signed the very same in the same second.
    failure.code === 'signature_replayed' ||
    [429, 502, 503, 504].includes(failure.status);
  if (!isPassing || (asked ?? 0) > longestWaitMs) return { failure, waitMs: null };
  return { failure, waitMs: asked ?? 200 * 2 ** tried * (0.5 + Math.random() / 2) };
}

/** A signature counts once: the same content in the same second is signed for a later one. */
function createTimestamps(): (content: string) => Promise<number> {
  const last = new Map<string, number>();
  return async (content) => {
    const key = createHash('sha256').update(content).digest('base64');
    for (;;) {
      const now = Math.floor(Date.now() / 1000);
      const timestamp = Math.max(now, (last.get(key) ?? 0) + 1);
      if (timestamp <= now + furthestAheadSeconds) {
        last.set(key, timestamp);
        if (last.size > 10_000) for (const [old, at] of last) if (at < now) last.delete(old);
        return timestamp;
      }
      await sleep(1000);
    }
  };
}

/** payment.succeeded may come after payment.failed, when the network reports late. */
export interface PaymentEvent {
  readonly type: 'payment.succeeded' | 'payment.failed' | 'payment.reversed';
  readonly timestamp: string;
  readonly data: Payment;
}

/** Staff tried the address out: there is no payment. */
export interface TestEvent {
  readonly type: 'webhook.test';
  readonly timestamp: string;
  readonly data: { readonly companyId: string };
}

export type WebhookEvent = PaymentEvent | TestEvent;

/**
 * The event, if the webhook comes from Sente: give the body exactly as it arrived. Events may arrive
 * more than once; the header webhook-id tells them apart.
 */
export function verifyWebhook(request: {
  /** whsec_..., as staff handed it over. */
  readonly secret: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
  readonly toleranceSeconds?: number;
}): WebhookEvent {
  const { secret, headers, body, toleranceSeconds = 300 } = request;
  const [id, timestamp, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map(
    (name) => String(headers[name] ?? ''),
  );
  if (!id || !timestamp || !signatures) throw untrue('The webhook headers are missing');
  if (!(Math.abs(Date.now() / 1000 - Number(timestamp)) <= toleranceSeconds)) {
    throw untrue('The webhook is too old, or from the future');
  }
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const expected = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest();
  const isTrue = signatures.split(' ').some((one) => {
    const given = Buffer.from(one.replace(/^v1,/, ''), 'base64');
    return one.startsWith('v1,') && given.length === 32 && timingSafeEqual(given, expected);
  });
  if (!isTrue) throw untrue('The signature of the webhook is wrong');
  return JSON.parse(body) as WebhookEvent;
}

function untrue(message: string): SenteError {
  return new SenteError('webhook_invalid', message);
}
