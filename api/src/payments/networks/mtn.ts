import type { PaymentDirection } from '@sente/contract/payments';
import { toShortId } from '../../db/short-id.ts';
import { isSameText } from '../../http/same-text.ts';
import { createAccessTokens, type AccessTokens } from './access-tokens.ts';
import { amountText, callWithToken, parseAmount, type AuthorizedCall } from './authorized-call.ts';
import type { ConnectorContext } from './connector-context.ts';
import type { CallbackRequest, Connector, NetworkOrder, NetworkReport } from './connector.ts';
import { asObject, asText, unknown, type JsonObject } from './network-http.ts';
import { mtnReason, mtnRefusals, reasonText } from './reason-codes.ts';
import type { MtnProductKeys, MtnSettings } from './settings.ts';

interface Product {
  readonly keys: MtnProductKeys;
  readonly path: string;
  /** The field for the person's number in this product. */
  readonly party: 'payer' | 'payee';
  readonly tokens: AccessTokens;
}

export function createMtnConnector(settings: MtnSettings, context: ConnectorContext): Connector {
  const products: Record<PaymentDirection, Product> = {
    collection: productOf(
      settings,
      context,
      'collection',
      '/collection/v1_0/requesttopay',
      'payer',
    ),
    payout: productOf(settings, context, 'disbursement', '/disbursement/v1_0/transfer', 'payee'),
  };
  // The sandbox supports EUR only.
  const currency = settings.targetEnvironment === 'sandbox' ? 'EUR' : 'UGX';
  const markOf = (paymentId: string): string => context.sealer.mark(`mtn callback|${paymentId}`);

  const call = (
    order: NetworkOrder,
    what: Pick<AuthorizedCall, 'method' | 'path' | 'body' | 'read' | 'readError'>,
    headers: Readonly<Record<string, string>> = {},
  ) => {
    const { keys, tokens } = products[order.direction];
    return callWithToken({
      ...what,
      order,
      tokens,
      baseUrl: settings.baseUrl,
      timeoutMs: context.timeoutMs,
      fetch: context.fetch,
      headersWith: (token) => ({
        authorization: `Bearer ${token}`,
        'x-target-environment': settings.targetEnvironment,
        'ocp-apim-subscription-key': keys.subscriptionKey,
        ...headers,
      }),
    });
  };

  return {
    network: 'MTN',
    isSimulated: context.isSimulated,

    request(order) {
      const { path, party } = products[order.direction];
      const { paymentId } = order;
      return call(
        order,
        {
          method: 'POST',
          path,
          body: orderBody(order, party, currency),
          read: readAcceptance,
          readError: readRefusal,
        },
        {
          'x-reference-id': toReferenceId(paymentId),
          'x-callback-url': `${context.callbackBase()}/callbacks/mtn/${paymentId}.${markOf(paymentId)}`,
        },
      );
    },

    status(order) {
      const path = `${products[order.direction].path}/${toReferenceId(order.paymentId)}`;
      return call(order, {
        method: 'GET',
        path,
        read: (...answer) => readStatus(currency, ...answer),
        readError: (json) => (isRefusal(json) || isOwnError(json) ? statusRefused : null),
      });
    },

    readCallback: (request) => readCallback(request, markOf, currency),
  };
}

function productOf(
  settings: MtnSettings,
  context: ConnectorContext,
  name: 'collection' | 'disbursement',
  path: string,
  party: Product['party'],
): Product {
  const keys = settings[name];
  const basic = Buffer.from(`${keys.userId}:${keys.secret}`).toString('base64');
  const tokens = createAccessTokens({
    method: 'POST',
    baseUrl: settings.baseUrl,
    path: `/${name}/token/`,
    headers: {
      authorization: `Basic ${basic}`,
      'ocp-apim-subscription-key': keys.subscriptionKey,
    },
    timeoutMs: context.timeoutMs,
    fetch: context.fetch,
  });
  return { keys, path, party, tokens };
}

/**
 * MTN accepts only version 4 UUIDs, ours are version 7. Only the version digit is replaced, which
 * is the same in all our ids, so ids stay unique.
 */
function toReferenceId(paymentId: string): string {
  return `${paymentId.slice(0, 14)}4${paymentId.slice(15)}`;
}

function orderBody(order: NetworkOrder, party: Product['party'], currency: string): JsonObject {
  const transactionId = toShortId(order.paymentId);
  const reference = acceptable(order.reference);
  const purpose = acceptable(order.description) || reference || transactionId;
  const payerMessage = [acceptable(order.companyName), purpose].filter(Boolean).join(' - ');
  return {
    amount: amountText(order.amount),
    currency,
    externalId: transactionId,
    [party]: { partyIdType: 'MSISDN', partyId: order.phoneNumber },
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

function readAcceptance(
  status: number,
  json: JsonObject | null,
  direction: PaymentDirection,
): NetworkReport {
  // 409: an earlier call with this id arrived, though its response may have been lost.
  if (status === 202 || status === 409) return { is: 'pending' };
  if (status === 400) return failed(direction, reasonOf(json) || 'BAD_REQUEST');
  return unknown(`The network answered with HTTP ${status}, which says nothing of the payment`);
}

/** MTN sends some refusals with HTTP 500. They are answers: another order may well succeed. */
function isRefusal(json: JsonObject): boolean {
  return mtnRefusals.has(reasonOf(json));
}

/** Mostly a payer without funds, but MTN does not say whether the order exists. */
function isOwnError(json: JsonObject): boolean {
  return reasonOf(json) === 'INTERNAL_PROCESSING_ERROR';
}

const statusRefused = unknown(
  'The network answered with a refusal that says nothing of the payment',
);

function readRefusal(json: JsonObject, direction: PaymentDirection): NetworkReport | null {
  if (isRefusal(json)) return failed(direction, reasonOf(json));
  return isOwnError(json) ? unknown('The network had an internal error with this payment') : null;
}

function readStatus(
  currency: string,
  status: number,
  json: JsonObject | null,
  direction: PaymentDirection,
): NetworkReport {
  if (status === 404 && reasonOf(json) === 'RESOURCE_NOT_FOUND') return { is: 'not-found' };
  if (status !== 200 || !json) {
    return unknown(`The network answered with HTTP ${status}, which says nothing of the payment`);
  }
  return readResult(direction, json, currency);
}

/** For status responses and callbacks. */
function readResult(
  direction: PaymentDirection,
  result: JsonObject,
  currency: string,
): NetworkReport {
  switch (result['status']) {
    case 'PENDING':
      return { is: 'pending' };
    case 'SUCCESSFUL': {
      const amount = parseAmount(asText(result['amount']));
      const paidIn = asText(result['currency']);
      if (amount === null || paidIn === '') {
        return unknown('The network says that it was paid, but not how much');
      }
      return {
        is: 'success',
        amount,
        currency: paidIn === currency ? 'UGX' : paidIn,
        networkReference: asText(result['financialTransactionId']) || null,
      };
    }
    case 'FAILED':
      return failed(direction, reasonOf(result));
    default:
      return unknown('The network answered with a status that is not known');
  }
}

/** A code, or an object that contains it. */
function reasonOf(json: JsonObject | null): string {
  const reason = json?.['reason'] ?? json;
  return asText(typeof reason === 'object' ? asObject(reason)?.['code'] : reason).toUpperCase();
}

function failed(direction: PaymentDirection, code: string): NetworkReport {
  const reasonCode = mtnReason(code);
  return { is: 'failed', reasonCode, reason: reasonText(reasonCode, direction) };
}

const callbackPath = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.([\w-]{1,100})$/;

function readCallback(
  { path, body }: CallbackRequest,
  markOf: (paymentId: string) => string,
  currency: string,
): ReturnType<Connector['readCallback']> {
  const [, paymentId, mark] = callbackPath.exec(path) ?? [];
  const result = asObject(body);
  if (!paymentId || !mark || !result) return null;
  const externalId = asText(result['externalId']);
  // Nothing else tells the two products apart.
  const direction = result['payee'] === undefined ? 'collection' : 'payout';
  const isAboutIt = externalId === '' || externalId === toShortId(paymentId);
  return {
    paymentId,
    report: readResult(direction, result, currency),
    isGenuine: isSameText(mark, markOf(paymentId)) && isAboutIt,
  };
}
