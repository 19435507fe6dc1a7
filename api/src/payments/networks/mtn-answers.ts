import type { PaymentDirection } from '@sente/contract/payments';
import { parseAmount } from './amounts.ts';
import type { NetworkReport } from './connector.ts';
import { asObject, asText, paidWithoutAmount, unknown, type JsonObject } from './network-http.ts';
import { mtnReason, mtnRefusals, reasonText } from './reason-codes.ts';

/** The answer to an order or a refund. */
export function readAcceptance(
  status: number,
  json: JsonObject | null,
  direction: PaymentDirection,
): NetworkReport {
  // 409: an earlier call with this id arrived, though its response may have been lost.
  if (status === 202 || status === 409) return { is: 'pending' };
  if (status === 400) return failed(direction, mtnCode(json) || 'BAD_REQUEST');
  return unknown(`The network answered with HTTP ${status}, which says nothing of the payment`);
}

export function readRefusal(json: JsonObject, direction: PaymentDirection): NetworkReport | null {
  if (isRefusal(json)) return failed(direction, mtnCode(json));
  return isOwnError(json) ? unknown('The network had an internal error with this payment') : null;
}

/** MTN sends some refusals with HTTP 500. They are answers: another order may well succeed. */
function isRefusal(json: JsonObject): boolean {
  return mtnRefusals.has(mtnCode(json));
}

/** Mostly a payer without funds, but MTN does not say whether the order exists. */
function isOwnError(json: JsonObject): boolean {
  return mtnCode(json) === 'INTERNAL_PROCESSING_ERROR';
}

const statusRefused = unknown(
  'The network answered with a refusal that says nothing of the payment',
);

export function readStatusRefusal(json: JsonObject): NetworkReport | null {
  return isRefusal(json) || isOwnError(json) ? statusRefused : null;
}

export function readStatus(
  currency: string,
  status: number,
  json: JsonObject | null,
  direction: PaymentDirection,
): NetworkReport {
  if (status === 404 && mtnCode(json) === 'RESOURCE_NOT_FOUND') return { is: 'not-found' };
  if (status !== 200 || !json) {
    return unknown(`The network answered with HTTP ${status}, which says nothing of the payment`);
  }
  return readResult(direction, json, currency);
}

/** For status responses and callbacks. */
export function readResult(
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
        return paidWithoutAmount;
      }
      return {
        is: 'success',
        amount,
        currency: paidIn === currency ? 'UGX' : paidIn,
        networkReference: asText(result['financialTransactionId']) || null,
      };
    }
    case 'FAILED':
      return failed(direction, mtnCode(result));
    default:
      return unknown('The network answered with a status that is not known');
  }
}

/** A code, or an object that contains it. */
export function mtnCode(json: JsonObject | null): string {
  const reason = json?.['reason'] ?? json;
  return asText(typeof reason === 'object' ? asObject(reason)?.['code'] : reason).toUpperCase();
}

function failed(direction: PaymentDirection, code: string): NetworkReport {
  const reasonCode = mtnReason(code);
  return { is: 'failed', reasonCode, reason: reasonText(reasonCode, direction) };
}
