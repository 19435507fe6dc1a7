import type { PaymentDirection } from '@sente/contract/payments';
import type { AccessTokens } from './access-tokens.ts';
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
  readonly order: NetworkOrder;
  readonly tokens: AccessTokens;
  readonly headersWith: (token: string) => Readonly<Record<string, string>>;
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

/** Calls with a token, and retries once with a new token if the network rejects it. */
export async function callWithToken(call: AuthorizedCall): Promise<NetworkCall> {
  for (let attempt = 1; ; attempt++) {
    const access = await call.tokens.get();
    if ('refusal' in access) return withoutToken(call, access.refusal);
    const answer = await ask({ ...call, headers: call.headersWith(access.token) });
    if ('status' in answer && answer.status === 401) {
      call.tokens.drop(access.token);
      if (attempt === 1) continue;
    }
    const { report, didAnswer } = readAnswer(call, answer);
    return { report, exchange: exchangeOf(call, answer, access.token, didAnswer) };
  }
}

function readAnswer(
  { order, read, readError }: AuthorizedCall,
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
function withoutToken(call: AuthorizedCall, answer: NetworkAnswer): NetworkCall {
  const why = 'failure' in answer ? answer.failure : `HTTP ${answer.status}`;
  return {
    report: unknown(`The network gave no access token: ${why}`),
    exchange: {
      request: `POST ${call.tokens.path}`,
      // Never the body, because it may contain a token.
      answer: 'failure' in answer ? null : `HTTP ${answer.status}`,
      durationMs: answer.durationMs,
      didAnswer: false,
    },
  };
}

function exchangeOf(
  call: AuthorizedCall,
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

/** Amount format of both networks: whole shillings without decimals. */
export function amountText(hundredths: bigint): string {
  const fraction = hundredths % 100n;
  const whole = String(hundredths / 100n);
  return fraction === 0n ? whole : `${whole}.${String(fraction).padStart(2, '0')}`;
}

/** Null if it cannot be parsed. */
export function parseAmount(value: string): bigint | null {
  const match = /^(\d{1,15})(?:\.(\d{1,2})0*)?$/.exec(value);
  if (!match) return null;
  return BigInt(match[1] ?? '') * 100n + BigInt((match[2] ?? '').padEnd(2, '0'));
}
