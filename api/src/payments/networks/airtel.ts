import { createHmac } from 'node:crypto';
import type { PaymentDirection } from '@sente/contract/payments';
import { fromShortId, toShortId } from '../../db/short-id.ts';
import { isSameText } from '../../http/same-text.ts';
import { createAccessTokens } from './access-tokens.ts';
import { amountText, callWithToken, parseAmount, type AuthorizedCall } from './authorized-call.ts';
import type { ConnectorContext } from './connector-context.ts';
import type { CallbackRequest, Connector, NetworkOrder, NetworkReport } from './connector.ts';
import { asObject, asText, unknown, type JsonObject } from './network-http.ts';
import { airtelReason, reasonText, type ReasonCode } from './reason-codes.ts';
import type { AirtelSettings } from './settings.ts';

const country = { country: 'UG', currency: 'UGX' };
const countryDigits = '256';
const requestPaths: Record<PaymentDirection, string> = {
  collection: '/merchant/v1/payments/',
  payout: '/standard/v1/disbursements/',
};
const statusPaths: Record<PaymentDirection, string> = {
  collection: '/standard/v1/payments/',
  payout: '/standard/v1/disbursements/',
};

export function createAirtelConnector(
  settings: AirtelSettings,
  context: ConnectorContext,
): Connector {
  const tokens = createAccessTokens({
    method: 'POST',
    baseUrl: settings.baseUrl,
    path: '/auth/oauth2/token',
    headers: {},
    body: {
      client_id: settings.clientId,
      client_secret: settings.clientSecret,
      grant_type: 'client_credentials',
    },
    timeoutMs: context.timeoutMs,
    fetch: context.fetch,
  });
  const call = (
    order: NetworkOrder,
    what: Pick<AuthorizedCall, 'method' | 'path' | 'body' | 'read'>,
  ) =>
    callWithToken({
      ...what,
      order,
      tokens,
      baseUrl: settings.baseUrl,
      timeoutMs: context.timeoutMs,
      fetch: context.fetch,
      headersWith: (token) => ({
        authorization: `Bearer ${token}`,
        'x-country': country.country,
        'x-currency': country.currency,
      }),
    });

  return {
    network: 'AIRTEL',
    isSimulated: context.isSimulated,

    request: (order) =>
      call(order, {
        method: 'POST',
        path: requestPaths[order.direction],
        body: order.direction === 'payout' ? payoutBody(order, settings.pin) : pushBody(order),
        read: readAcceptance,
      }),

    status: (order) =>
      call(order, {
        method: 'GET',
        path: statusPaths[order.direction] + toShortId(order.paymentId),
        read: readStatus,
      }),

    readCallback: (request) => readCallback(request, settings.callbackKey),
  };
}

function pushBody(order: NetworkOrder): JsonObject {
  return {
    reference: referenceOf(order),
    subscriber: { ...country, msisdn: localNumber(order) },
    transaction: { ...country, amount: amountOf(order), id: toShortId(order.paymentId) },
  };
}

function payoutBody(order: NetworkOrder, pin: string): JsonObject {
  return {
    payee: { msisdn: localNumber(order) },
    reference: referenceOf(order),
    pin,
    transaction: { amount: amountOf(order), id: toShortId(order.paymentId) },
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

interface Answer {
  /** TS, TF, TIP, TA or TE in a status; any text in the response to a request. */
  readonly transactionStatus: string;
  /** The exact response code, such as DP00800001007. */
  readonly responseCode: string;
  /** The code of the gateway, such as ESB000041 or ROUTER117. */
  readonly resultCode: string;
  readonly airtelMoneyId: string | null;
  /** Not every version of the interface sends it. */
  readonly amount: string;
}

function readAnswer(json: JsonObject): Answer {
  const transaction = asObject(asObject(json['data'])?.['transaction']);
  const status = asObject(json['status']);
  return {
    transactionStatus: asText(transaction?.['status']).toUpperCase(),
    responseCode: asText(status?.['response_code']),
    resultCode: asText(status?.['result_code'] ?? status?.['code']),
    airtelMoneyId: asText(transaction?.['airtel_money_id']) || null,
    amount: asText(transaction?.['amount']),
  };
}

/** The id is known: an earlier call arrived, though its response may have been lost. */
const alreadyThere = /^(ESB000041|DP0090000101[17])$/;
const notFoundCodes = /^(ESB000045|DP00[89]00001025)$/;
/** Codes without a final result: ambiguous, in process, timed out. */
const openCodes = /^DP00[89]0000(1000|1001|1006|1014|1024)$/;
const numberRefused = /^(ESB000033|ESB000036)$/;
const requestRefused = /^(ESB00003[459]|ROUTER(001|003|005|006|007|112|114|115|116|119))$/;

/**
 * For a collection, success here means only that the person was prompted, before the PIN is
 * entered. For a payout, success is final.
 */
function readAcceptance(
  status: number,
  json: JsonObject | null,
  direction: PaymentDirection,
): NetworkReport {
  if (!json) return unknown('The answer of the network cannot be read');
  const answer = readAnswer(json);
  const { responseCode, resultCode, transactionStatus } = answer;
  if (alreadyThere.test(resultCode) || alreadyThere.test(responseCode)) return { is: 'pending' };
  if (numberRefused.test(resultCode)) return failedWith(direction, 'PAYER_NOT_FOUND');
  if (requestRefused.test(resultCode)) return failedWith(direction, 'NETWORK_REFUSED');
  if (transactionStatus === 'TA' || responseCode.endsWith('00001000')) return ambiguous;
  if (direction === 'payout' && /^(TS|TF)$/.test(transactionStatus)) {
    return readOutcome(direction, answer);
  }
  if (transactionStatus === 'TF') return failedFor(direction, responseCode);
  if (openCodes.test(responseCode) || /^(TS|TIP|SUCCESS)$/.test(transactionStatus)) {
    return { is: 'pending' };
  }
  const reason = airtelReason(responseCode);
  if (reason) return failedWith(direction, reason);
  if (resultCode === 'ESB000010' && status === 200) return { is: 'pending' };
  return unknown(`The network answered ${resultCode || `HTTP ${status}`}, which leaves it open`);
}

function readStatus(
  status: number,
  json: JsonObject | null,
  direction: PaymentDirection,
): NetworkReport {
  if (!json) return unknown('The answer of the network cannot be read');
  const answer = readAnswer(json);
  if (notFoundCodes.test(answer.resultCode) || notFoundCodes.test(answer.responseCode)) {
    return { is: 'not-found' };
  }
  if (status !== 200) {
    return unknown(`The network answered with HTTP ${status}, which says nothing of the payment`);
  }
  return readOutcome(direction, answer);
}

function readOutcome(direction: PaymentDirection, answer: Answer): NetworkReport {
  switch (answer.transactionStatus) {
    case 'TIP':
      return { is: 'pending' };
    case 'TS': {
      const amount = answer.amount === '' ? null : parseAmount(answer.amount);
      if (answer.amount !== '' && amount === null) {
        return unknown('The network says that it was paid, but not how much');
      }
      return { is: 'success', amount, currency: null, networkReference: answer.airtelMoneyId };
    }
    case 'TF':
      return failedFor(direction, answer.responseCode);
    case 'TE':
      return failedWith(direction, 'EXPIRED');
    case 'TA':
      return ambiguous;
    default:
      return unknown('The network answered with a status that is not known');
  }
}

const ambiguous = unknown('The network does not know itself yet what became of it');

/** Failed, with or without a reason. A payout that timed out at Airtel may have been paid. */
function failedFor(direction: PaymentDirection, responseCode: string): NetworkReport {
  if (direction === 'payout' && openCodes.test(responseCode)) return ambiguous;
  return failedWith(direction, airtelReason(responseCode) ?? 'NETWORK_REFUSED');
}

function failedWith(direction: PaymentDirection, reasonCode: ReasonCode): NetworkReport {
  return { is: 'failed', reasonCode, reason: reasonText(reasonCode, direction) };
}

function readCallback(
  { body }: CallbackRequest,
  callbackKey: string,
): ReturnType<Connector['readCallback']> {
  const sent = asObject(body);
  const transaction = asObject(sent?.['transaction']);
  const paymentId = fromShortId(asText(transaction?.['id']));
  if (!sent || !transaction || paymentId === null) return null;
  const status = asText(transaction['status_code']).toUpperCase();
  // Callbacks contain neither the direction nor the reason of a failure, and a failure in one may be
  // intermediate: only the status call decides.
  const report = readOutcome('collection', {
    transactionStatus: status === 'TF' ? 'TA' : status,
    responseCode: '',
    resultCode: '',
    airtelMoneyId: asText(transaction['airtel_money_id']) || null,
    amount: '',
  });
  return { paymentId, report, isGenuine: isSigned(sent, transaction, callbackKey) };
}

/** The signature covers the transaction, alone or wrapped in the message: both forms occur. */
function isSigned(sent: JsonObject, transaction: JsonObject, callbackKey: string): boolean {
  const given = sent['hash'];
  if (typeof given !== 'string' || given === '') return false;
  const matches = [transaction, { transaction }].map((content) =>
    isSameText(given, signCallback(content, callbackKey)),
  );
  return matches.includes(true);
}

export function signCallback(content: JsonObject, callbackKey: string): string {
  return createHmac('sha256', callbackKey).update(JSON.stringify(content)).digest('base64');
}
