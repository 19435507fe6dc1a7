import { createHmac } from 'node:crypto';
import type { NetworkName, PaymentDirection } from '@sente/contract/payments';
import { fromShortId, toShortId } from '../../src/db/short-id.ts';
import type { CallbackRequest } from '../../src/payments/networks/connector.ts';
import { createKeyPair, isSigned as isSignedBody } from '../../src/payments/simulator/key-pair.ts';

/* How the two networks speak: requests read into one form, and answers written from one. */

export type NetworkRequest =
  | { readonly asks: 'token' }
  /** Not about a payment: the wire answers by itself. */
  | { readonly asks: 'wire'; readonly answer: Answer; readonly token: string }
  | { readonly asks: 'status'; readonly paymentId: string; readonly token: string }
  | {
      readonly asks: 'payment';
      readonly paymentId: string;
      readonly token: string;
      readonly direction: PaymentDirection;
      readonly amount: bigint;
      /** Where to send callbacks, if the request says so. */
      readonly callbackPath: string | null;
    };

/** What a network knows about a payment and tells. */
export interface Known {
  readonly paymentId: string;
  readonly direction: PaymentDirection;
  readonly state: 'open' | 'paid' | 'failed';
  readonly amount: bigint;
  readonly currency: string;
  readonly code: string;
  /** Such as TE: what Airtel calls back before the end, without meaning it. */
  readonly interim?: string;
  /** A status that cannot be read, although the payment is done. */
  readonly isGarbled?: boolean;
}

/** Each answer is a status and a body; a string is sent as it is. */
export interface Answer {
  readonly status: number;
  readonly body: object | string;
}

/** What arrives at a network; names of headers are in small letters. */
export interface WireRequest {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface Wire {
  readonly network: NetworkName;
  /** Whether orders must be signed. */
  readonly isSigned: boolean;
  /** What was signed for the keys before is refused. */
  rotateKeys(): void;
  read(url: URL, request: WireRequest): NetworkRequest;
  token(token: string): Answer;
  /** The network takes the payment, or already has it. */
  accepted(known: Known): Answer;
  duplicate(): Answer;
  /** Refused with a code, either as a bad request or, as MTN also does it, with HTTP 500. */
  refused(status: 400 | 500, code: string): Answer;
  status(known: Known): Answer;
  notFound(): Answer;
  callback(known: Known, path: string | null): CallbackRequest;
  /** Codes of refusals that are final answers, and of failures. */
  readonly refusals: readonly string[];
  readonly failures: readonly string[];
}

const shillings = (hundredths: bigint): string => String(hundredths / 100n);
const tokenOf = (headers: WireRequest['headers']): string =>
  (headers['authorization'] ?? '').slice(7);
const hundredths = (amount: unknown): bigint => BigInt(String(amount)) * 100n;

interface MtnOrder {
  readonly amount: string;
}

export const mtnWire: Wire = {
  network: 'MTN',
  isSigned: false,
  rotateKeys: () => {},
  refusals: ['PAYER_NOT_FOUND', 'NOT_ALLOWED', 'INVALID_CURRENCY', 'PAYEE_NOT_FOUND'],
  failures: ['APPROVAL_REJECTED', 'EXPIRED', 'NOT_ENOUGH_FUNDS', 'PAYER_LIMIT_REACHED'],

  read(url, { method, headers, body }) {
    if (url.pathname.endsWith('/token/')) return { asks: 'token' };
    const token = tokenOf(headers);
    // Our ids are version 7; MTN sees version 4.
    const own = (reference: string) => `${reference.slice(0, 14)}7${reference.slice(15)}`;
    if (method === 'GET') {
      return { asks: 'status', token, paymentId: own(url.pathname.split('/').at(-1) ?? '') };
    }
    const order = JSON.parse(body) as MtnOrder;
    return {
      asks: 'payment',
      token,
      paymentId: own(headers['x-reference-id'] ?? ''),
      direction: url.pathname.startsWith('/collection/') ? 'collection' : 'payout',
      amount: hundredths(order.amount),
      callbackPath: /\/callbacks\/mtn\/(.+)$/.exec(headers['x-callback-url'] ?? '')?.[1] ?? null,
    };
  },
  token: (token) => ({ status: 200, body: { access_token: token, expires_in: 3600 } }),
  accepted: () => ({ status: 202, body: '' }),
  duplicate: () => ({
    status: 409,
    body: { code: 'RESOURCE_ALREADY_EXIST', message: 'Duplicate' },
  }),
  refused: (status, code) => ({ status, body: { code, message: code } }),
  status: (known) => ({ status: 200, body: mtnResult(known) }),
  notFound: () => ({ status: 404, body: { code: 'RESOURCE_NOT_FOUND', message: 'Not found' } }),
  callback: (known, path) => ({ path: path ?? '', headers: {}, body: mtnResult(known), text: '' }),
};

const garbled = '1.000.00 (approx.)';

function mtnResult(known: Known): object {
  const { paymentId, direction, state, amount, currency, code, isGarbled } = known;
  const party = { partyIdType: 'MSISDN', partyId: '256770000000' };
  const status = { open: 'PENDING', paid: 'SUCCESSFUL', failed: 'FAILED' }[state];
  return {
    amount: isGarbled ? garbled : shillings(amount),
    currency,
    externalId: toShortId(paymentId),
    [direction === 'collection' ? 'payer' : 'payee']: party,
    status,
    ...(state === 'paid' && { financialTransactionId: paymentId.slice(-10) }),
    ...(state === 'failed' && { reason: { code, message: code } }),
  };
}

interface AirtelOrder {
  readonly transaction: { readonly id: string; readonly amount: number };
}

export const airtelCallbackKey = 'the key of the storm';

const airtelRest: Omit<Wire, 'isSigned' | 'rotateKeys'> = {
  network: 'AIRTEL',
  refusals: ['ESB000033', 'ROUTER112', 'ROUTER119'],
  failures: ['DP00800001002', 'DP00800001005', 'DP00800001007', 'DP00900001004'],

  read(url, { method, headers, body }) {
    if (url.pathname.endsWith('/token')) return { asks: 'token' };
    const token = tokenOf(headers);
    if (method === 'GET') {
      const id = url.pathname.split('/').at(-1) ?? '';
      return { asks: 'status', token, paymentId: fromShortId(id) ?? '' };
    }
    const { transaction } = JSON.parse(body) as AirtelOrder;
    return {
      asks: 'payment',
      token,
      paymentId: fromShortId(transaction.id) ?? '',
      direction: url.pathname.includes('disbursements') ? 'payout' : 'collection',
      amount: hundredths(transaction.amount),
      callbackPath: null,
    };
  },
  token: (token) => ({ status: 200, body: { access_token: token, expires_in: '180' } }),
  accepted: (known) => airtelAnswer(known, 'TIP', 'DP00800001006'),
  duplicate: () => airtelError(200, 'ESB000041'),
  refused: (status, code) => airtelError(status, code),
  status: (known) =>
    airtelAnswer(
      known,
      { open: 'TIP', paid: 'TS', failed: 'TF' }[known.state],
      { open: 'DP00800001006', paid: 'DP00800001001', failed: known.code }[known.state],
    ),
  notFound: () => airtelError(200, 'ESB000045'),
  callback: ({ paymentId, state, interim = 'TIP' }) => {
    const status = { open: interim, paid: 'TS', failed: 'TF' }[state];
    const id = toShortId(paymentId);
    const transaction = { id, status_code: status, airtel_money_id: id.slice(-8) };
    const signed = createHmac('sha256', airtelCallbackKey);
    const hash = signed.update(JSON.stringify(transaction)).digest('base64');
    return { path: '', headers: {}, body: { transaction, hash }, text: '' };
  },
};

export function createAirtelWire(isSigned: boolean): Wire {
  const keys = createKeyPair();
  const hasSignature = ({ headers, body }: WireRequest): boolean =>
    isSignedBody(
      body,
      { signature: headers['x-signature'] ?? '', key: headers['x-key'] ?? '' },
      keys,
    );
  return {
    ...airtelRest,
    isSigned,
    rotateKeys: () => {
      if (isSigned) keys.rotate();
    },
    read(url, request) {
      const token = tokenOf(request.headers);
      if (url.pathname.endsWith('/encryption-keys')) {
        const body = { data: { key: keys.publicKey(), valid_upto: '31-12-2099 00:00:00' } };
        return { asks: 'wire', answer: { status: 200, body }, token };
      }
      const read = airtelRest.read(url, request);
      if (!isSigned || read.asks !== 'payment' || hasSignature(request)) return read;
      return { asks: 'wire', answer: airtelError(200, 'ROUTER116'), token };
    },
  };
}

function airtelAnswer(known: Known, status: string, code: string): Answer {
  const id = toShortId(known.paymentId);
  const transaction = {
    id,
    status,
    ...(known.state === 'paid' && {
      airtel_money_id: id.slice(-8),
      amount: known.isGarbled ? garbled : shillings(known.amount),
    }),
  };
  const answer = { response_code: code, code: '200', result_code: 'ESB000010', success: true };
  return { status: 200, body: { data: { transaction }, status: answer } };
}

function airtelError(status: number, code: string): Answer {
  const answer = { result_code: code, code: String(status), success: false };
  return { status, body: { status: answer } };
}
