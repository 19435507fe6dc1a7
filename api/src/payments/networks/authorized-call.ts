import type { PaymentDirection } from '@sente/contract/payments';
import type { AccessTokens } from './access-tokens.ts';
import { amountText } from './amounts.ts';
import type { Exchange, NetworkCall, NetworkOrder, NetworkReport } from './connector.ts';
import {
  ask,
  unknown,
  reportOfTrouble,
  type JsonObject,
  type NetworkAnswer,
  type NetworkRequest,
} from './network-http.ts';

export interface AuthorizedCall extends Omit<NetworkRequest, 'headers'> {
  readonly tokens: AccessTokens;
  readonly headersWith: (token: string) => Readonly<Record<string, string>>;
}

/** The answer and the token with which it was asked for, or why there is no token. */
type AuthorizedAnswer =
  | { readonly answer: NetworkAnswer; readonly token: string }
  | { readonly refusal: NetworkAnswer };

/** Calls with a token, and retries once with a new token if the network rejects it. */
async function askWithToken(call: AuthorizedCall): Promise<AuthorizedAnswer> {
  for (let attempt = 1; ; attempt++) {
    const access = await call.tokens.get();
    if ('refusal' in access) return access;
    const answer = await ask({ ...call, headers: call.headersWith(access.token) });
    if ('status' in answer && answer.status === 401) {
      call.tokens.drop(access.token);
      if (attempt === 1) continue;
    }
    return { answer, token: access.token };
  }
}

/** Reads something on which no payment depends: the answer, or a sentence why there is none. */
export async function lookUp(
  call: AuthorizedCall,
): Promise<{ status: number; json: JsonObject } | { why: string }> {
  const asked = await askWithToken(call);
  const answer = 'refusal' in asked ? asked.refusal : asked.answer;
  if ('failure' in answer) return { why: answer.failure };
  const { status, json } = answer;
  // Errors with a code are answers: MTN says with HTTP 500 that it does not know a number.
  const isAnswer = !('refusal' in asked) && json && (status >= 500 || !reportOfTrouble(status));
  return isAnswer ? { status, json } : { why: `HTTP ${status}` };
}

export interface PaymentCall extends AuthorizedCall {
  readonly order: NetworkOrder;
  /** Interprets a response that is no technical error. */
  readonly read: (
    status: number,
    json: JsonObject | null,
    direction: PaymentDirection,
  ) => NetworkReport;
  /** Interprets a response with HTTP 5xx; null if the network did not answer after all. */
  readonly readError?: (json: JsonObject, direction: PaymentDirection) => NetworkReport | null;
}

const shownCharacters = 1_000;

export async function callAboutPayment(call: PaymentCall): Promise<NetworkCall> {
  const asked = await askWithToken(call);
  if ('refusal' in asked) {
    return notSent(`POST ${call.tokens.path}`, 'The network gave no access token', asked.refusal);
  }
  const { report, didAnswer } = readAnswer(call, asked.answer);
  return { report, exchange: exchangeOf(call, asked.answer, asked.token, didAnswer) };
}

function readAnswer(
  { order, read, readError }: PaymentCall,
  answer: NetworkAnswer,
): { report: NetworkReport; didAnswer: boolean } {
  if ('failure' in answer) return { report: unknown(answer.failure), didAnswer: false };
  const { status, json } = answer;
  const trouble = reportOfTrouble(status);
  if (!trouble) return { report: read(status, json, order.direction), didAnswer: true };
  const said = status >= 500 && json ? readError?.(json, order.direction) : null;
  return said ? { report: said, didAnswer: true } : { report: trouble, didAnswer: false };
}

/** The request was not sent, but only the next status call can confirm that nothing happened. */
export function notSent(request: string, what: string, answer: NetworkAnswer): NetworkCall {
  const why = 'failure' in answer ? answer.failure : `HTTP ${answer.status}`;
  return {
    report: unknown(`${what}: ${why}`),
    exchange: {
      request,
      // Never the body, because it may contain a token.
      answer: 'failure' in answer ? null : `HTTP ${answer.status}`,
      durationMs: answer.durationMs,
      didAnswer: false,
    },
  };
}

/** There are no keys for it. No call was made, so nothing speaks against the network. */
export function notConfigured(what: string): NetworkCall {
  return {
    report: unknown(`This server has no keys for ${what} at the network`),
    exchange: { request: '', answer: null, durationMs: 0, didAnswer: true },
  };
}

function exchangeOf(
  call: PaymentCall,
  answer: NetworkAnswer,
  token: string,
  didAnswer: boolean,
): Exchange {
  const { order } = call;
  const asked = `${call.method} ${call.path}`;
  const what = `${order.phoneNumber}, UGX ${amountText(order.amount)}`;
  return {
    request: call.method === 'POST' ? `${asked}\n${what}` : asked,
    answer: 'failure' in answer ? null : answerText(answer.status, answer.text, token),
    durationMs: answer.durationMs,
    didAnswer,
  };
}

/** A proxy that echoes requests could repeat our token. */
function answerText(status: number, text: string, token: string): string {
  const safe = text.replaceAll(token, '***').trim().slice(0, shownCharacters);
  return safe ? `HTTP ${status}\n${safe}` : `HTTP ${status}`;
}
