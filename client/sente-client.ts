/**
 * A client for the payments API of Sente, for Node 20 or newer: one file without dependencies to copy
 * into your project. Node 22.18 or newer runs it directly, Node 20 with tsx. See docs/payments-api.md.
 */
import { createHash, createHmac, randomUUID, sign, timingSafeEqual } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

export type PaymentStatus = 'PENDING' | 'PROCESSING' | 'SUCCESS' | 'FAILED';
export type Direction = 'collection' | 'payout';
export type Network = 'MTN' | 'AIRTEL';

export interface PayoutOrder {
  /** 0772 123 456, 256772123456 or +256 772 123 456. */
  readonly phoneNumber: string;
  /** Whole UGX, at most 20,000,000. */
  readonly amount: number;
  /** Your own reference, such as an order number. */
  readonly reference: string;
  /** Derived from the number by default. */
  readonly network?: Network;
  /** Your oldest active account by default. */
  readonly accountNumber?: string;
  readonly description?: string;
  /** Up to 20 texts by name, which come back with the payment and its events. */
  readonly metadata?: Readonly<Record<string, string>>;
}

export interface CollectionOrder extends PayoutOrder {
  /** Sells one voucher of this product; the amount must equal its price. */
  readonly productCode?: string;
}

export interface RefundOrder {
  /** Whole UGX, at most what is left of the payment; all of that by default. */
  readonly amount?: number;
  /** That of the payment by default. */
  readonly reference?: string;
  /** For your own people; the payer is not told. */
  readonly reason?: string;
  readonly metadata?: Readonly<Record<string, string>>;
}

export interface Payment {
  readonly transactionId: string;
  readonly direction: Direction;
  /**
   * SUCCESS is final. FAILED can change to SUCCESS if the network reports the payment late and two
   * people at the provider book it.
   */
  readonly status: string;
  /** A payout that people have to approve first, by your company's rules. */
  readonly awaitsApproval: boolean;
  readonly phoneNumber: string;
  readonly network: string;
  /** The amount requested; once the status is SUCCESS, the amount that the network reports as paid. */
  readonly amount: number;
  readonly fee: number;
  /** What of the fee is tax. */
  readonly tax: number;
  readonly accountNumber: string;
  readonly reference: string | null;
  readonly description: string | null;
  /** What your order carried. */
  readonly metadata: Readonly<Record<string, string>>;
  readonly productCode: string | null;
  /** The voucher that was sold, once the status is SUCCESS. */
  readonly voucherCode: string | null;
  /** Only in events: it was sold before the address of your webhook was changed. Read the payment. */
  readonly voucherHidden?: true;
  readonly reasonCode: string | null;
  readonly reason: string | null;
  /** FAILED may be paid already, and people find out: do not order it anew while this is true. */
  readonly beingChecked: boolean;
  readonly networkReference: string | null;
  readonly createdAt: string;
  readonly finishedAt: string | null;
  /** Set when the provider reverses the payment on your account; the status stays SUCCESS. */
  readonly reversedAt: string | null;
  /** Set if somebody paid with one of your payment links. */
  readonly link: {
    readonly linkId: string;
    readonly checkoutId: string;
    readonly reference: string | null;
  } | null;
  /** What was given back to the payer, refunds under way included. */
  readonly refundedAmount: number;
  /** Set if it is a refund: the transactionId of the collection. */
  readonly refundOf: string | null;
  /** Set if it is a line of a bulk payout. */
  readonly bulk: { readonly bulkId: string; readonly number: number } | null;
}

export interface BulkOrder {
  /** Such as Salaries November. */
  readonly name: string;
  readonly accountNumber?: string;
  /** refuse (default): one faulty line and nothing is paid; leave-out: the others are paid. */
  readonly faultyLines?: 'refuse' | 'leave-out';
  /** At most 10,000. */
  readonly lines: readonly {
    readonly phoneNumber: string;
    readonly amount: number;
    /** Compared with the one that the network has. */
    readonly name?: string;
    readonly network?: 'MTN' | 'AIRTEL';
    readonly reference?: string;
  }[];
}

export interface BulkPayout {
  readonly bulkId: string;
  readonly name: string;
  readonly state:
    | 'checking'
    | 'draft'
    | 'waiting'
    | 'running'
    | 'finished'
    | 'cancelled'
    | 'refused';
  readonly awaitsApproval: boolean;
  readonly accountNumber: string;
  readonly lineCount: number;
  readonly checkedCount: number;
  readonly faultyCount: number;
  /** Lines without a fault that somebody should look at. */
  readonly warnedCount: number;
  /** UGX of the lines without a fault, and what they cost. */
  readonly amount: number;
  readonly fee: number;
  readonly tax: number;
  readonly pendingCount: number;
  readonly paidCount: number;
  readonly paidAmount: number;
  readonly failedCount: number;
  readonly reason: string | null;
  readonly createdAt: string;
  readonly finishedAt: string | null;
}

export interface BulkLine {
  /** The place in the order, from 1. */
  readonly number: number;
  readonly phoneNumber: string;
  readonly network: string | null;
  readonly amount: number | null;
  readonly name: string | null;
  readonly networkName: string | null;
  readonly reference: string | null;
  readonly fee: number;
  readonly state: 'unchecked' | 'ok' | 'faulty' | 'left-out' | 'pending' | 'paid' | 'failed';
  readonly faults: readonly string[];
  readonly warnings: readonly string[];
  readonly transactionId: string | null;
  readonly networkReference: string | null;
  readonly reason: string | null;
}

export interface BulkLineFilters {
  readonly state?: BulkLine['state'];
  readonly limit?: number;
  readonly after?: number;
}

/** What is paid with a link: `amount`, or `productCode`, or an amount of the payer's choice between two others. */
export interface LinkOrder {
  readonly purpose?: string;
  readonly amount?: number;
  readonly leastAmount?: number;
  readonly mostAmount?: number;
  readonly productCode?: string;
  readonly accountNumber?: string;
  /** Your own reference; every payment of the link has it. */
  readonly reference?: string;
  /** Ends with the first payment. */
  readonly isOnce?: boolean;
  readonly expiresAt?: string;
  /** Where the payer goes on after paying. */
  readonly returnUrl?: string;
}

export interface PaymentLink {
  readonly linkId: string;
  /** Give it to whoever pays. */
  readonly url: string;
  readonly kind: 'fixed' | 'chosen' | 'product';
  readonly state: 'active' | 'paid' | 'expired' | 'ended';
  readonly accountNumber: string;
  readonly amount: number | null;
  readonly leastAmount: number | null;
  readonly mostAmount: number | null;
  readonly productCode: string | null;
  readonly stock: number | null;
  readonly purpose: string;
  readonly reference: string | null;
  readonly isOnce: boolean;
  readonly expiresAt: string | null;
  readonly returnUrl: string | null;
  readonly createdAt: string;
  readonly endedAt: string | null;
  readonly paidCount: number;
  readonly paidAmount: number;
}

export interface LinkFilters {
  readonly state?: PaymentLink['state'];
  /** Exact match. */
  readonly reference?: string;
  readonly limit?: number;
  readonly after?: string;
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

/** Of an order. */
export interface Replayed {
  /** True if this is the response to an earlier order with the same key. */
  readonly isReplay: boolean;
}

export interface Accepted extends Replayed {
  readonly transactionId: string;
  readonly status: 'PENDING';
  /** A payout that people have to approve first, by your company's rules. */
  readonly awaitsApproval: boolean;
  /** Set if the number looks like one of another network than the one you named. */
  readonly likelyNetwork: Network | null;
}

export interface ListFilters {
  readonly status?: PaymentStatus;
  readonly direction?: Direction;
  readonly network?: Network;
  /** Exact match. */
  readonly reference?: string;
  /** Days in Kampala, as 2026-01-31. */
  readonly startDate?: string;
  readonly endDate?: string;
  /** Which day counts, and the order; created by default. By finish, pending payments are left out. */
  readonly dateBy?: 'created' | 'finished';
  readonly limit?: number;
  readonly after?: string;
}

export interface EventQuery {
  /** The sequence of the last event that you have; from your first event on by default. */
  readonly after?: number;
  /** At most 100. */
  readonly limit?: number;
  /** Seconds to wait if there is none yet, at most 30. */
  readonly wait?: number;
}

export interface SenteOptions {
  /** Such as https://pay.example.com, without /api. */
  readonly baseUrl: string;
  readonly channelId: string;
  /** Of a key with a secret. */
  readonly secretKey?: string;
  /** Of an Ed25519 key, whose public half the server has: its PEM. */
  readonly privateKey?: string;
  /** How long a call is retried while the server cannot be reached or is busy; a minute by default. */
  readonly retryForMs?: number;
  /** Of one attempt. */
  readonly timeoutMs?: number;
}

interface OrderOptions {
  /**
   * Identifies the order: the same key never pays twice, even after a crash of your system. Store it
   * with the order. By default the client generates one and reports it in the SenteError if the call
   * fails.
   */
  readonly idempotencyKey?: string;
}

interface WaitOptions {
  readonly timeoutMs?: number;
  readonly everyMs?: number;
}

/** An error of the server, with a stable code. */
export class SenteError extends Error {
  readonly code: string;
  /** HTTP status; 0 if there was no response. */
  readonly status: number;
  /** The invalid fields, each with a message. */
  readonly fields: Readonly<Record<string, string>>;
  /** Quote it to support: it identifies the request in the server's log. */
  readonly requestId: string | null;
  /** What may help to mend it, such as the text whose signature the server checked. */
  readonly hint: string | null;
  /**
   * The key of an order, also if the client generated it. If the outcome is unknown, for example after
   * no_answer, send the same order with the same key: it never pays twice.
   */
  idempotencyKey: string | null = null;

  constructor(
    code: string,
    message: string,
    more: {
      status?: number;
      fields?: Record<string, string>;
      requestId?: string | null;
      hint?: string | null;
      cause?: unknown;
    } = {},
  ) {
    super(message, { cause: more.cause });
    this.name = 'SenteError';
    this.code = code;
    this.status = more.status ?? 0;
    this.fields = more.fields ?? {};
    this.requestId = more.requestId ?? null;
    this.hint = more.hint ?? null;
  }
}

export interface SenteClient {
  collect(order: CollectionOrder, options?: OrderOptions): Promise<Accepted>;
  payOut(order: PayoutOrder, options?: OrderOptions): Promise<Accepted>;
  /** Gives the payer of a collection back what was paid, whole or in part. */
  refund(transactionId: string, order?: RefundOrder, options?: OrderOptions): Promise<Accepted>;
  /** Pays up to 10,000 numbers; every line is checked first. */
  payOutMany(order: BulkOrder, options?: OrderOptions): Promise<BulkPayout & Replayed>;
  /** Pays the failed lines of a finished one again, as a new bulk payout. */
  retryBulkPayout(
    bulkId: string,
    retry?: Pick<BulkOrder, 'faultyLines'>,
    options?: OrderOptions,
  ): Promise<BulkPayout & Replayed>;
  getBulkPayout(bulkId: string): Promise<BulkPayout>;
  listBulkLines(
    bulkId: string,
    filters?: BulkLineFilters,
  ): Promise<{ lines: BulkLine[]; nextAfter: number | null }>;
  get(transactionId: string): Promise<Payment>;
  list(filters?: ListFilters): Promise<{ payments: Payment[]; nextAfter: string | null }>;
  balance(): Promise<Account[]>;
  products(): Promise<Product[]>;
  /** Makes an address at which anybody pays by mobile money. */
  createLink(link: LinkOrder, options?: OrderOptions): Promise<PaymentLink>;
  getLink(linkId: string): Promise<PaymentLink>;
  listLinks(filters?: LinkFilters): Promise<{ links: PaymentLink[]; nextAfter: string | null }>;
  /** Nobody pays with it from now on. */
  endLink(linkId: string): Promise<PaymentLink>;
  /** Events after a number, the oldest first: for shops that no webhook can reach. */
  events(query?: EventQuery): Promise<{ events: NumberedEvent[]; lastSequence: number }>;
  /** Polls until the status is SUCCESS or FAILED. A webhook is faster and cheaper. */
  waitFor(transactionId: string, options?: WaitOptions): Promise<Payment>;
}

export function createSenteClient(options: SenteOptions): SenteClient {
  const call = createCall(options);
  const post = async <Data>(
    path: string,
    body: object,
    { idempotencyKey = randomUUID() }: OrderOptions = {},
  ): Promise<Answer<Data>> => {
    try {
      return await call<Data>('POST', path, { body, idempotencyKey });
    } catch (error) {
      if (error instanceof SenteError) error.idempotencyKey = idempotencyKey;
      throw error;
    }
  };
  const order = async <Ordered extends Replayed = Accepted>(
    path: string,
    body:
      | CollectionOrder
      | BulkOrder
      | Pick<BulkOrder, 'faultyLines'>
      | (RefundOrder & { readonly transactionId: string }),
    orderOptions?: OrderOptions,
  ): Promise<Ordered> => {
    const { data, isReplay } = await post<Omit<Ordered, 'isReplay'>>(path, body, orderOptions);
    return { ...data, isReplay } as Ordered;
  };
  const readPage = async <Row, Place = string>(
    path: string,
    filters: object,
  ): Promise<{ rows: Row[]; nextAfter: Place | null }> => {
    const { data, meta } = await call<Row[]>('GET', path + queryOf(filters));
    return { rows: data, nextAfter: (meta as { nextAfter: Place | null }).nextAfter };
  };
  const bulkPath = (bulkId: string): string => `/bulk-payouts/${encodeURIComponent(bulkId)}`;
  const linkPath = (linkId: string): string => `/links/${encodeURIComponent(linkId)}`;
  const read = async <Data>(path: string): Promise<Data> => (await call<Data>('GET', path)).data;
  const get = (transactionId: string): Promise<Payment> =>
    read(`/${encodeURIComponent(transactionId)}`);

  return {
    collect: (body, orderOptions) => order('/collections', body, orderOptions),
    payOut: (body, orderOptions) => order('/payouts', body, orderOptions),
    refund: (transactionId, body = {}, orderOptions = {}) =>
      order('/refunds', { ...body, transactionId }, orderOptions),
    payOutMany: (body, orderOptions) => order('/bulk-payouts', body, orderOptions),
    retryBulkPayout: (bulkId, body = {}, orderOptions = {}) =>
      order(`${bulkPath(bulkId)}/retry`, body, orderOptions),
    getBulkPayout: (bulkId) => read(bulkPath(bulkId)),
    async listBulkLines(bulkId, filters = {}) {
      const path = `${bulkPath(bulkId)}/lines`;
      const { rows, nextAfter } = await readPage<BulkLine, number>(path, filters);
      return { lines: rows, nextAfter };
    },
    get,
    async list(filters = {}) {
      const { rows, nextAfter } = await readPage<Payment>('', filters);
      return { payments: rows, nextAfter };
    },
    balance: () => read('/balance'),
    products: () => read('/products'),
    createLink: async (body, orderOptions) =>
      (await post<PaymentLink>('/links', body, orderOptions)).data,
    getLink: (linkId) => read(linkPath(linkId)),
    async listLinks(filters = {}) {
      const { rows, nextAfter } = await readPage<PaymentLink>('/links', filters);
      return { links: rows, nextAfter };
    },
    endLink: async (linkId) => (await post<PaymentLink>(`${linkPath(linkId)}/end`, {})).data,
    async events(query = {}) {
      const waitMs = (query.wait ?? 0) * 1000;
      const { data, meta } = await call<NumberedEvent[]>('GET', queryOf(query), {
        base: '/api/v1/Events',
        waitMs,
      });
      return { events: data, lastSequence: (meta as { lastSequence: number }).lastSequence };
    },
    async waitFor(transactionId, { timeoutMs = 120_000, everyMs = 1_000 } = {}) {
      const until = Date.now() + timeoutMs;
      for (;;) {
        const payment = await get(transactionId);
        if (payment.status === 'SUCCESS' || payment.status === 'FAILED') return payment;
        if (Date.now() + everyMs > until) {
          // Pending is not failed: poll again later, or wait for the webhook.
          throw new SenteError('still_pending', `${transactionId} is still ${payment.status}`);
        }
        await sleep(everyMs);
      }
    },
  };
}

interface RequestToSign {
  readonly method: string;
  /** With the query string, exactly as requested. */
  readonly path: string;
  /** Empty if there is none. */
  readonly body: string;
  readonly idempotencyKey?: string | undefined;
}

/** The headers that sign a request by RFC 9421; `created` and `nonce` are new for each request. */
export function signRequest(
  {
    channelId,
    secretKey,
    privateKey,
  }: Pick<SenteOptions, 'channelId' | 'secretKey' | 'privateKey'>,
  { method, path, body, idempotencyKey }: RequestToSign,
  { created = Math.floor(Date.now() / 1000), nonce = randomUUID() as string } = {},
): Record<string, string> {
  const digest = `sha-256=:${createHash('sha256').update(body).digest('base64')}:`;
  const [pathOnly = '', ...query] = path.split('?');
  const covered: [name: string, value: string][] = [
    ['@method', method],
    ['@path', pathOnly],
    ['@query', `?${query.join('?')}`],
    ['content-digest', digest],
    ...(idempotencyKey === undefined
      ? []
      : [['idempotency-key', idempotencyKey] satisfies [string, string]]),
  ];
  const names = covered.map(([name]) => `"${name}"`).join(' ');
  const algorithm = privateKey === undefined ? '' : ';alg="ed25519"';
  const input = `(${names});created=${created};keyid="${channelId}";nonce="${nonce}"${algorithm}`;
  const lines = [...covered, ['@signature-params', input]].map(
    (line) => `"${line[0]}": ${line[1]}`,
  );
  const text = lines.join('\n');
  const signature =
    privateKey === undefined
      ? createHmac('sha256', secretKey ?? '')
          .update(text)
          .digest('base64')
      : sign(null, Buffer.from(text), privateKey).toString('base64');
  return {
    'content-digest': digest,
    ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
    'signature-input': `sente=${input}`,
    signature: `sente=:${signature}:`,
  };
}

const basePath = '/api/v1/Payments';

interface CallParts {
  readonly body?: object;
  readonly idempotencyKey?: string;
  readonly base?: string;
  /** On top of the usual time for an answer. */
  readonly waitMs?: number;
}
interface Answer<Data> {
  readonly data: Data;
  readonly meta: unknown;
  readonly isReplay: boolean;
}

function createCall(options: SenteOptions) {
  // Longer than the provider needs to switch to another database server.
  const { retryForMs = 60_000, timeoutMs = 15_000 } = options;
  const needed = ['baseUrl', 'channelId', options.privateKey ? 'privateKey' : 'secretKey'] as const;
  for (const name of needed) {
    if (!options[name]) throw new SenteError('not_configured', `${name} is missing`);
  }
  const origin = options.baseUrl.replace(/\/+$/, '');

  async function attempt(
    method: string,
    path: string,
    { body, idempotencyKey, waitMs = 0 }: CallParts,
  ): Promise<Response> {
    const text = body === undefined ? '' : JSON.stringify(body);
    const headers = {
      ...signRequest(options, { method, path, body: text, idempotencyKey }),
      ...(body && { 'content-type': 'application/json' }),
    };
    try {
      return await fetch(origin + path, {
        method,
        headers,
        ...(body && { body: text }),
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs + waitMs),
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
    const until = Date.now() + retryForMs;
    for (let tried = 1; ; tried++) {
      try {
        return await readAnswer<Data>(
          await attempt(method, (parts.base ?? basePath) + path, parts),
        );
      } catch (error) {
        if (!(error instanceof FailedAttempt || error instanceof SenteError)) throw error;
        const { failure, waitMs } = asFailure(error, tried);
        // The key stays the same, so all attempts are one order.
        if (waitMs === null || Date.now() + waitMs > until) throw failure;
        await sleep(waitMs);
      }
    }
  };
}

/** An error response, with the delay that the server asks for. */
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
  // Accepted, but the response broke off: a retry with the same key returns it.
  if (response.ok) throw new SenteError('no_answer', 'The answer could not be read');
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
  const failure = new SenteError(
    textIn(body, 'code') ?? 'unreadable_answer',
    textIn(body, 'message') ?? `The server answered ${response.status}`,
    {
      status: response.status,
      fields: (body?.['fields'] ?? {}) as Record<string, string>,
      requestId: textIn(body, 'requestId'),
      hint: textIn(body, 'hint'),
    },
  );
  throw new FailedAttempt(failure, Number.isFinite(seconds) ? seconds * 1000 : null);
}

function textIn(body: Record<string, unknown> | null, name: string): string | null {
  const value = body?.[name];
  return typeof value === 'string' ? value : null;
}

/** `waitMs` is null if a retry would not help. */
function asFailure(
  error: FailedAttempt | SenteError,
  tried: number,
): { failure: SenteError; waitMs: number | null } {
  const failure = error instanceof FailedAttempt ? error.failure : error;
  const asked = error instanceof FailedAttempt ? error.retryAfterMs : null;
  const isPassing = failure.code === 'no_answer' || [429, 502, 503, 504].includes(failure.status);
  if (!isPassing) return { failure, waitMs: null };
  const own = Math.min(200 * 2 ** tried, 5_000) * (0.5 + Math.random() / 2);
  return { failure, waitMs: asked ?? own };
}

function queryOf(filters: object): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(filters)) {
    if (value !== undefined) query.set(name, String(value));
  }
  return query.size > 0 ? `?${query.toString()}` : '';
}

/** Every line of a bulk payout has ended; or nothing of it is paid, see its state and reason. */
export interface BulkEvent {
  readonly type: 'bulk_payout.finished' | 'bulk_payout.unpaid';
  readonly timestamp: string;
  /** test: nothing of it is real, so nothing is delivered for it. */
  readonly mode: 'live' | 'test';
  /** Counts your events from 1. */
  readonly sequence: number;
  /** Of the event that was sent to the same webhook before it; null for the first. */
  readonly previousSequence: number | null;
  readonly data: BulkPayout;
}

/** payment.succeeded can follow payment.failed if the network reports late. */
export interface PaymentEvent {
  readonly type: 'payment.succeeded' | 'payment.failed' | 'payment.reversed';
  readonly timestamp: string;
  /** test: nothing of it is real, so nothing is delivered for it. */
  readonly mode: 'live' | 'test';
  /** Counts your events from 1. */
  readonly sequence: number;
  /** Of the event that was sent to the same webhook before it; null for the first. */
  readonly previousSequence: number | null;
  readonly data: Payment;
}

/** Money of the company that the bank paid out, or sent back. */
export interface SettlementEvent {
  readonly type: 'settlement.paid' | 'settlement.returned';
  readonly timestamp: string;
  /** test: nothing of it is real, so nothing is delivered for it. */
  readonly mode: 'live' | 'test';
  /** Counts your events from 1. */
  readonly sequence: number;
  /** Of the event that was sent to the same webhook before it; null for the first. */
  readonly previousSequence: number | null;
  readonly data: {
    readonly transactionId: string;
    readonly reference: string;
    readonly status: 'PAID' | 'RETURNED';
    readonly amount: number;
    readonly fee: number;
    readonly tax: number;
    readonly accountNumber: string;
    readonly bank: string;
    /** Its last digits. */
    readonly bankAccountNumber: string;
    readonly bankReference: string | null;
    readonly reason: string | null;
    readonly createdAt: string;
    readonly paidAt: string | null;
    readonly returnedAt: string | null;
  };
}

/** Staff tested the URL; there is no payment. */
export interface TestEvent {
  readonly type: 'webhook.test';
  readonly timestamp: string;
  readonly mode: 'live' | 'test';
  readonly data: { readonly companyId: string };
}

export type WebhookEvent = PaymentEvent | BulkEvent | SettlementEvent | TestEvent;

/** An event with its place: if you lack the one before it, ask for events after the last that you have. */
export type NumberedEvent = (PaymentEvent | BulkEvent | SettlementEvent) & {
  readonly id: string;
};

/**
 * Returns the event if the webhook comes from Sente, and throws otherwise. Pass the body exactly as it
 * arrived. An event can arrive more than once, with the same webhook-id header.
 */
export function verifyWebhook(request: {
  /** whsec_..., as it was shown when the webhook was added. */
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
  const key = webhookKey(secret);
  const expected = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest();
  const isTrue = signatures.split(' ').some((one) => {
    const given = Buffer.from(one.replace(/^v1,/, ''), 'base64');
    return one.startsWith('v1,') && given.length === 32 && timingSafeEqual(given, expected);
  });
  if (!isTrue) throw untrue('The signature of the webhook is wrong');
  return JSON.parse(body) as WebhookEvent;
}

/** What a webhook is signed with. A secret that is missing is refused: everybody can sign with an empty key. */
export function webhookKey(secret: string): Uint8Array {
  const key = Buffer.from(String(secret ?? '').replace(/^whsec_/, ''), 'base64');
  if (key.length >= 24) return key;
  throw new SenteError(
    'not_configured',
    'Set the secret of the webhook: whsec_ and its Base64 text',
  );
}

function untrue(message: string): SenteError {
  return new SenteError('webhook_invalid', message);
}
