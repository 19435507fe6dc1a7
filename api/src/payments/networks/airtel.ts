import type { PaymentDirection } from '@sente/contract/payments';
import { toShortId } from '../../db/short-id.ts';
import { createAccessTokens } from './access-tokens.ts';
import { readFloat, readHolder } from './airtel-accounts.ts';
import { listTransactions } from './airtel-summary.ts';
import { hasStaleKey, readAcceptance, readRefund, readStatus } from './airtel-answers.ts';
import { readCallback } from './airtel-callbacks.ts';
import { createAirtelKeys, signatureHeaders } from './airtel-signing.ts';
import { amountText } from './amounts.ts';
import {
  callAboutPayment,
  notSent,
  type AuthorizedCall,
  type PaymentCall,
} from './authorized-call.ts';
import type { ConnectorContext } from './connector-context.ts';
import type { Connector, NetworkCall, NetworkOrder } from './connector.ts';
import { unknown, type JsonObject } from './network-http.ts';
import type { AirtelSettings, AirtelVersion } from './settings.ts';

const country = { country: 'UG', currency: 'UGX' };
const countryDigits = '256';
const keysPath = '/v1/rsa/encryption-keys';

export function createAirtelConnector(
  settings: AirtelSettings,
  context: ConnectorContext,
): Connector {
  const { versions } = settings;
  const callOf = createCalls(settings, context);
  const send = createSend(settings, context, callOf);

  return {
    network: 'AIRTEL',
    directions: ['collection', 'payout'],
    isSimulated: context.isSimulated,

    request: (order) =>
      send({
        ...callOf(requestPath(order.direction, settings)),
        order,
        version: versions[order.direction],
        bodyWith: (pin) =>
          order.direction === 'payout' ? payoutBody(order, pin, settings) : pushBody(order),
        read: readAcceptance,
      }),

    status: (order) => {
      const path = statusPath(order.direction, settings, toShortId(order.paymentId));
      return callAboutPayment({ ...callOf(path), order, read: readStatus });
    },

    refund: ({ payment, networkReference }) =>
      send({
        ...callOf(`/standard/${versions.refund}/payments/refund`),
        order: { ...payment, direction: 'collection' },
        version: versions.refund,
        bodyWith: () => ({ transaction: { airtel_money_id: networkReference } }),
        read: readRefund,
      }),

    refundStatus: async () => ({
      report: unknown('Airtel cannot be asked about a refund'),
      exchange: { request: '', answer: null, durationMs: 0, didAnswer: true },
    }),

    holder: (phoneNumber) =>
      readHolder(callOf(`/standard/v1/users/${phoneNumber.slice(countryDigits.length)}`)),
    floats: async () => [await readFloat(callOf('/standard/v1/users/balance'))],
    transactions: (range) => listTransactions(callOf, range),
    readCallback: (request) => readCallback(request, settings.callbackKey),
  };
}

function createCalls(settings: AirtelSettings, { timeoutMs, sendHttp }: ConnectorContext) {
  const { baseUrl } = settings;
  const tokens = createAccessTokens({
    method: 'POST',
    baseUrl,
    path: '/auth/oauth2/token',
    headers: {},
    body: JSON.stringify({
      client_id: settings.clientId,
      client_secret: settings.clientSecret,
      grant_type: 'client_credentials',
    }),
    timeoutMs,
    sendHttp,
  });
  return (path: string): AuthorizedCall => ({
    method: 'GET',
    path,
    tokens,
    baseUrl,
    timeoutMs,
    sendHttp,
    headersWith: (token) => ({
      authorization: `Bearer ${token}`,
      'x-country': country.country,
      'x-currency': country.currency,
    }),
  });
}

interface SignedCall extends PaymentCall {
  readonly version: AirtelVersion;
  readonly bodyWith: (pin: string) => JsonObject;
}

/** Sends a body, signed and with an encrypted PIN where that is needed. */
function createSend(
  { pin, signing }: AirtelSettings,
  { encryption }: ConnectorContext,
  callOf: (path: string) => AuthorizedCall,
) {
  const keys = createAirtelKeys(callOf(keysPath));
  // Anything but four digits is the ciphertext of Airtel's portal.
  const isPlainPin = /^\d{4}$/.test(pin);

  return async (call: SignedCall): Promise<NetworkCall> => {
    const isSigned = signing ?? call.version !== 'v1';
    const isPayout = call.order.direction === 'payout';
    const needsKey = isSigned || (isPlainPin && isPayout);
    for (let attempt = 1; ; attempt++) {
      const startedAt = performance.now();
      const found = needsKey ? await keys.get() : null;
      if (found && 'why' in found) {
        const durationMs = Math.round(performance.now() - startedAt);
        const failure = { failure: found.why, durationMs };
        return notSent(`GET ${keysPath}`, 'The network gave no encryption key', failure);
      }
      const key = found?.key;
      const body = JSON.stringify(
        call.bodyWith(key && isPlainPin && isPayout ? encryption.encryptFor(key, pin) : pin),
      );
      const signature = key && isSigned ? signatureHeaders(body, key, encryption) : {};
      let isStale = false;
      const sent = await callAboutPayment({
        ...call,
        method: 'POST',
        body,
        headersWith: (token) => ({ ...call.headersWith(token), ...signature }),
        read: (status, json, direction) => {
          isStale = hasStaleKey(json);
          return call.read(status, json, direction);
        },
      });
      if (!key || !isStale) return sent;
      keys.drop(key);
      if (attempt > 1) return sent;
    }
  };
}

function requestPath(direction: PaymentDirection, { versions }: AirtelSettings): string {
  if (direction === 'collection') return `/merchant/${versions.collection}/payments/`;
  const path = `/standard/${versions.payout}/disbursements`;
  return versions.payout === 'v3' ? path : `${path}/`;
}

function statusPath(direction: PaymentDirection, { versions }: AirtelSettings, id: string): string {
  return direction === 'collection'
    ? `/standard/${versions.collectionStatus}/payments/${id}`
    : `/standard/${versions.payoutStatus}/disbursements/${id}?transactionType=B2C`;
}

function pushBody(order: NetworkOrder): JsonObject {
  return {
    reference: referenceOf(order),
    subscriber: { ...country, msisdn: localNumber(order) },
    transaction: { ...country, amount: amountOf(order), id: toShortId(order.paymentId) },
  };
}

function payoutBody(order: NetworkOrder, pin: string, { versions }: AirtelSettings): JsonObject {
  const { payout } = versions;
  return {
    payee: { msisdn: localNumber(order), ...(payout === 'v3' && { wallet_type: 'NORMAL' }) },
    reference: referenceOf(order),
    pin,
    transaction: {
      amount: amountOf(order),
      id: toShortId(order.paymentId),
      ...(payout !== 'v1' && { type: 'B2C' }),
    },
  };
}

/** Airtel expects the number without the country code. */
function localNumber({ phoneNumber }: NetworkOrder): string {
  return phoneNumber.slice(countryDigits.length);
}

/** A JSON number; its text is exact for whole shillings and for fractions. */
function amountOf({ amount }: NetworkOrder): number {
  return Number(amountText(amount));
}

/**
 * What the person sees: 4 to 64 letters and digits; with a dash Airtel loses the payment. The company's
 * name is cut first, so that its reference stays whole.
 */
function referenceOf({ companyName, reference, paymentId }: NetworkOrder): string {
  const plain = (text: string) => text.replaceAll(/[^A-Za-z0-9]/g, '');
  const what = plain(reference ?? '').slice(0, 40) || toShortId(paymentId);
  return plain(companyName).slice(0, 64 - what.length) + what;
}
