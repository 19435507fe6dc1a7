import type { PaymentDirection } from '@sente/contract/payments';
import { parseAmount } from './amounts.ts';
import type { NetworkReport } from './connector.ts';
import { asObject, asText, paidWithoutAmount, unknown, type JsonObject } from './network-http.ts';
import { airtelReason, reasonText, type ReasonCode } from './reason-codes.ts';

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
const requestRefused = /^(ESB00003[459]|ROUTER(001|003|005|006|007|112|119))$/;
/** Our PIN, our encryption or our signature: nothing that the person could mend. */
const providerRefused = /^ROUTER11[456]$/;
/** What was encrypted or signed does not fit Airtel's present key. */
const staleKeyCodes = /^(DP00[89]00001026|ROUTER116)$/;

/** Nothing happened; with a new key the same request may succeed. */
export function hasStaleKey(json: JsonObject | null): boolean {
  if (!json) return false;
  const { responseCode, resultCode } = readAnswer(json);
  return staleKeyCodes.test(responseCode) || staleKeyCodes.test(resultCode);
}

/**
 * For a collection, success here means only that the person was prompted, before the PIN is
 * entered. For a payout, success is final.
 */
export function readAcceptance(
  status: number,
  json: JsonObject | null,
  direction: PaymentDirection,
): NetworkReport {
  if (!json) return unknown('The answer of the network cannot be read');
  const answer = readAnswer(json);
  const { responseCode, resultCode, transactionStatus } = answer;
  if (alreadyThere.test(resultCode) || alreadyThere.test(responseCode)) return { is: 'pending' };
  if (numberRefused.test(resultCode)) return failedWith(direction, 'PAYER_NOT_FOUND');
  if (providerRefused.test(resultCode)) return failedWith(direction, 'PROVIDER_REFUSED');
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

export function readStatus(
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

export function readOutcome(direction: PaymentDirection, answer: Answer): NetworkReport {
  switch (answer.transactionStatus) {
    case 'TIP':
      return { is: 'pending' };
    case 'TS': {
      const amount = answer.amount === '' ? null : parseAmount(answer.amount);
      if (answer.amount !== '' && amount === null) {
        return paidWithoutAmount;
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

/**
 * Airtel answers at once what became of a refund. Whatever is neither done nor refused may have
 * happened.
 */
export function readRefund(status: number, json: JsonObject | null): NetworkReport {
  if (!json) return unknown('The answer of the network cannot be read');
  const { transactionStatus, airtelMoneyId, responseCode, resultCode } = readAnswer(json);
  const isOpen = openCodes.test(responseCode) && !responseCode.endsWith('1001');
  const isSuccess = !isOpen && asObject(json['status'])?.['success'] === true;
  if (status === 200 && isSuccess && /^(TS|SUCCESS)$/.test(transactionStatus)) {
    return { is: 'success', amount: null, currency: null, networkReference: airtelMoneyId };
  }
  if (providerRefused.test(resultCode)) return failedWith('payout', 'PROVIDER_REFUSED');
  if (requestRefused.test(resultCode)) return failedWith('payout', 'NETWORK_REFUSED');
  const reason = airtelReason(responseCode);
  if (!isOpen && (reason || transactionStatus === 'TF')) {
    return failedWith('payout', reason ?? 'NETWORK_REFUSED');
  }
  return unknown(`The network answered ${resultCode || `HTTP ${status}`}, which leaves it open`);
}
