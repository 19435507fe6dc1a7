import type { PaymentDirection } from '@sente/contract/payments';
import { toShortId } from '../../db/short-id.ts';
import { isSameText } from '../../http/same-text.ts';
import { createAccessTokens, type AccessTokens } from './access-tokens.ts';
import { amountText } from './amounts.ts';
import { callAboutPayment, notConfigured, type AuthorizedCall } from './authorized-call.ts';
import type { ConnectorContext } from './connector-context.ts';
import type { CallbackRequest, Connector, NetworkCall, NetworkOrder } from './connector.ts';
import { readFloat, readHolder, type MtnProductName, type MtnRead } from './mtn-accounts.ts';
import {
  readAcceptance,
  readRefusal,
  readResult,
  readStatus,
  readStatusRefusal,
} from './mtn-answers.ts';
import { asObject, asText, type JsonObject } from './network-http.ts';
import type { MtnSettings } from './settings.ts';

const productNames: Record<PaymentDirection, MtnProductName> = {
  collection: 'collection',
  payout: 'disbursement',
};
const orderPaths: Record<PaymentDirection, string> = {
  collection: '/collection/v1_0/requesttopay',
  payout: '/disbursement/v1_0/transfer',
};
const refundPath = '/disbursement/v1_0/refund';

export function createMtnConnector(settings: MtnSettings, context: ConnectorContext): Connector {
  const callOf = createCalls(settings, context);
  const directions = (['collection', 'payout'] as const).filter(
    (direction) => settings[productNames[direction]],
  );
  // The sandbox supports EUR only.
  const currency = settings.targetEnvironment === 'sandbox' ? 'EUR' : 'UGX';
  const marked = (paymentId: string): string => `mtn callback|${paymentId}`;
  const accountCall: MtnRead = (product, path) => callOf(product, `/${product}/v1_0${path}`);

  const send = async (
    order: NetworkOrder,
    path: string,
    body: JsonObject,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<NetworkCall> => {
    if (!directions.includes(order.direction)) return notConfigured(`${order.direction}s`);
    const call = callOf(productNames[order.direction], path);
    return callAboutPayment({
      ...call,
      order,
      method: 'POST',
      body: JSON.stringify(body),
      headersWith: (token) => ({
        ...call.headersWith(token),
        'x-reference-id': toReferenceId(order.paymentId),
        ...headers,
      }),
      read: readAcceptance,
      readError: readRefusal,
    });
  };
  const statusOf = async (order: NetworkOrder, path: string): Promise<NetworkCall> => {
    if (!directions.includes(order.direction)) return notConfigured(`${order.direction}s`);
    return callAboutPayment({
      ...callOf(productNames[order.direction], `${path}/${toReferenceId(order.paymentId)}`),
      order,
      read: (...answer) => readStatus(currency, ...answer),
      readError: readStatusRefusal,
    });
  };

  return {
    network: 'MTN',
    directions,
    isSimulated: context.isSimulated,
    request: (order) =>
      send(order, orderPaths[order.direction], orderBody(order, currency), {
        'x-callback-url': `${context.callbackBase()}/callbacks/mtn/${order.paymentId}.${context.sealer.mark(marked(order.paymentId))}`,
      }),
    status: (order) => statusOf(order, orderPaths[order.direction]),
    refund: ({ refundId, payment }) =>
      send(payoutOf(payment, refundId), refundPath, {
        ...notesOf(payment, refundId, currency),
        referenceIdToRefund: toReferenceId(payment.paymentId),
      }),
    refundStatus: ({ refundId, payment }) => statusOf(payoutOf(payment, refundId), refundPath),
    holder: (phoneNumber) =>
      readHolder(accountCall, settings.disbursement ? 'disbursement' : 'collection', phoneNumber),
    floats: () =>
      Promise.all(
        directions.map((direction) => readFloat(accountCall, productNames[direction], currency)),
      ),
    readCallback: (request) =>
      readCallback(request, (id) => context.sealer.marks(marked(id)), currency),
  };
}

function createCalls(settings: MtnSettings, { timeoutMs, sendHttp }: ConnectorContext) {
  const { baseUrl, targetEnvironment } = settings;
  const keyOf = (product: MtnProductName) => ({
    'ocp-apim-subscription-key': settings[product]?.subscriptionKey ?? '',
  });
  const tokensOf = (product: MtnProductName): AccessTokens => {
    const { userId = '', secret = '' } = settings[product] ?? {};
    const basic = Buffer.from(`${userId}:${secret}`).toString('base64');
    return createAccessTokens({
      method: 'POST',
      baseUrl,
      path: `/${product}/token/`,
      headers: { authorization: `Basic ${basic}`, ...keyOf(product) },
      timeoutMs,
      sendHttp,
    });
  };
  const tokens = {
    collection: tokensOf('collection'),
    disbursement: tokensOf('disbursement'),
  };
  return (product: MtnProductName, path: string): AuthorizedCall => ({
    method: 'GET',
    path,
    tokens: tokens[product],
    baseUrl,
    timeoutMs,
    sendHttp,
    headersWith: (token) => ({
      authorization: `Bearer ${token}`,
      'x-target-environment': targetEnvironment,
      ...keyOf(product),
    }),
  });
}

/**
 * MTN accepts only version 4 UUIDs, ours are version 7. Only the version digit is replaced, which
 * is the same in all our ids, so ids stay unique.
 */
function toReferenceId(paymentId: string): string {
  return `${paymentId.slice(0, 14)}4${paymentId.slice(15)}`;
}

/** A refund is paid from the disbursement wallet. */
function payoutOf(payment: NetworkOrder, refundId: string): NetworkOrder {
  return { ...payment, paymentId: refundId, direction: 'payout' };
}

function orderBody(order: NetworkOrder, currency: string): JsonObject {
  const { amount, externalId, payerMessage, payeeNote } = notesOf(order, order.paymentId, currency);
  const party = order.direction === 'payout' ? 'payee' : 'payer';
  return {
    amount,
    currency,
    externalId,
    [party]: { partyIdType: 'MSISDN', partyId: order.phoneNumber },
    payerMessage,
    payeeNote,
  };
}

/** What an order and a refund have in common. */
function notesOf(order: NetworkOrder, id: string, currency: string) {
  const transactionId = toShortId(order.paymentId);
  const reference = acceptable(order.reference);
  const purpose = acceptable(order.description) || reference || transactionId;
  const payerMessage = [acceptable(order.companyName), purpose].filter(Boolean).join(' - ');
  return {
    amount: amountText(order.amount),
    currency,
    externalId: toShortId(id),
    payerMessage: payerMessage.slice(0, maxNote),
    payeeNote: (reference || transactionId).slice(0, maxNote),
  };
}

const maxNote = 160;

/** MTN rejects a request that contains an unsupported character. */
function acceptable(text: string | null): string {
  return (text ?? '')
    .replaceAll(/[^A-Za-z0-9 .,-]/g, ' ')
    .replaceAll(/ +/g, ' ')
    .trim();
}

const callbackPath = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.([\w-]{1,100})$/;

function readCallback(
  { path, body }: CallbackRequest,
  marksOf: (paymentId: string) => string[],
  currency: string,
): ReturnType<Connector['readCallback']> {
  const [, paymentId, mark] = callbackPath.exec(path) ?? [];
  const result = asObject(body);
  if (!paymentId || !mark || !result) return null;
  const externalId = asText(result['externalId']);
  const direction = directionOf(result);
  const isAboutIt = externalId === '' || externalId === toShortId(paymentId);
  return {
    paymentId,
    reference: paymentId,
    direction,
    report: readResult(direction ?? 'collection', result, currency),
    isGenuine: marksOf(paymentId).some((ours) => isSameText(mark, ours)) && isAboutIt,
  };
}

/** Nothing else tells the two products apart. */
function directionOf(result: JsonObject): PaymentDirection | null {
  if (result['payee'] !== undefined) return 'payout';
  return result['payer'] === undefined ? null : 'collection';
}
