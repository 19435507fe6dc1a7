import { createHmac } from 'node:crypto';
import { fromShortId } from '../../db/short-id.ts';
import { isSameText } from '../../http/same-text.ts';
import { readOutcome } from './airtel-answers.ts';
import type { CallbackRequest, Connector } from './connector.ts';
import { asObject, asText, type JsonObject } from './network-http.ts';

export function readCallback(
  request: CallbackRequest,
  callbackKey: string,
): ReturnType<Connector['readCallback']> {
  const sent = asObject(request.body);
  const transaction = asObject(sent?.['transaction']);
  const reference = asText(transaction?.['id']);
  if (!sent || !transaction || reference === '') return null;
  const status = asText(transaction['status_code']).toUpperCase();
  // Callbacks contain neither the direction nor the reason of a failure, and a failure or an expiry in one may
  // be intermediate: only the status call decides.
  const report = readOutcome('collection', {
    transactionStatus: /^T[FE]$/.test(status) ? 'TA' : status,
    responseCode: '',
    resultCode: '',
    airtelMoneyId: asText(transaction['airtel_money_id']) || null,
    amount: '',
  });
  return {
    paymentId: fromShortId(reference),
    reference,
    direction: null,
    report,
    isGenuine: isSigned(request, sent, transaction, callbackKey),
  };
}

/**
 * The hash is in a header or in the body, and covers the body as it arrived, the transaction, or the
 * transaction wrapped in the message: all of these forms occur.
 */
function isSigned(
  { headers, text }: CallbackRequest,
  sent: JsonObject,
  transaction: JsonObject,
  callbackKey: string,
): boolean {
  const signatures = [text, JSON.stringify(transaction), JSON.stringify({ transaction })].map(
    (content) => signCallback(content, callbackKey),
  );
  const given = [headers['hash'], sent['hash']].map(asText).filter(Boolean);
  return given.some((hash) =>
    signatures.map((signature) => isSameText(hash, signature)).includes(true),
  );
}

export function signCallback(content: string, callbackKey: string): string {
  return createHmac('sha256', callbackKey).update(content).digest('base64');
}
