import { Agent, type Dispatcher } from 'undici';
import type { NetworkReport } from './connector.ts';

export interface HttpRequest {
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** From now to the last byte read. */
  readonly timeoutMs: number;
}

/**
 * Sends a request and reads the whole answer, or rejects; too late with a TimeoutError. Redirects are not followed,
 * so that keys never reach another host.
 */
export type SendHttp = (
  url: string,
  request: HttpRequest,
) => Promise<{ readonly status: number; readonly text: string }>;

export interface NetworkRequest {
  readonly method: 'GET' | 'POST';
  readonly baseUrl: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The exact text that is sent: JSON, and what a signature covers. */
  readonly body?: string;
  readonly timeoutMs: number;
  readonly sendHttp: SendHttp;
}

/** The response, or a sentence why there is none. Never throws. */
export type NetworkAnswer =
  | {
      readonly status: number;
      /** The body, if it is a JSON object; MTN's 202 has none. */
      readonly json: JsonObject | null;
      readonly text: string;
      readonly durationMs: number;
    }
  | { readonly failure: string; readonly durationMs: number };

export type JsonObject = Readonly<Record<string, unknown>>;

/** Far above any real response, to bound the memory. */
const maxAnswerBytes = 64 * 1024;
const agent = new Agent({ maxResponseSize: maxAnswerBytes });

/**
 * Without the streams of undici's `request`: an answer is read whole and has a few hundred bytes. Takes a fraction of
 * the processor time of `fetch`, which shows at hundreds of payments a second.
 */
export const sendByUndici: SendHttp = (url, { method, headers, body, timeoutMs }) =>
  new Promise((resolve, reject) => {
    const pathAt = url.indexOf('/', url.indexOf('//') + 2);
    let call: Dispatcher.DispatchController | undefined;
    let status = 0;
    let parts: Buffer[] = [];
    let late: Error | undefined;
    // A timer alone: a signal takes several times as long to make.
    const timer = setTimeout(() => {
      late = new DOMException('Too late', 'TimeoutError');
      reject(late);
      call?.abort(late);
    }, timeoutMs);
    agent.dispatch(
      {
        origin: url.slice(0, pathAt),
        path: url.slice(pathAt),
        method,
        // Gateways refuse requests without a user agent.
        headers: { 'user-agent': 'sente', ...headers },
        body: body ?? null,
      },
      {
        onRequestStart(controller) {
          call = controller;
          parts = [];
          // While it waited for a connection; it must not be sent any more.
          if (late) controller.abort(late);
        },
        onResponseStart(_controller, statusCode) {
          status = statusCode;
        },
        onResponseData(_controller, part) {
          parts.push(part);
        },
        onResponseEnd() {
          clearTimeout(timer);
          resolve({ status, text: decoder.decode(Buffer.concat(parts)) });
        },
        onResponseError(_controller, error) {
          clearTimeout(timer);
          reject(error);
        },
      },
    );
  });

/** Leaves out a byte order mark, as `text` of an answer does. */
const decoder = new TextDecoder();

export async function ask(request: NetworkRequest): Promise<NetworkAnswer> {
  const startedAt = performance.now();
  const durationMs = (): number => Math.round(performance.now() - startedAt);
  try {
    const { status, text } = await request.sendHttp(`${request.baseUrl}${request.path}`, {
      method: request.method,
      headers: {
        accept: 'application/json',
        ...(request.body !== undefined && { 'content-type': 'application/json' }),
        ...request.headers,
      },
      ...(request.body !== undefined && { body: request.body }),
      timeoutMs: request.timeoutMs,
    });
    return { status, json: parseObject(text), text, durationMs: durationMs() };
  } catch (error) {
    return { failure: explain(error, request.timeoutMs), durationMs: durationMs() };
  }
}

function parseObject(text: string): JsonObject | null {
  // Without a body there is nothing to parse, and an exception for each order takes time.
  if (text === '') return null;
  try {
    return asObject(JSON.parse(text));
  } catch {
    return null;
  }
}

export function asObject(value: unknown): JsonObject | null {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isObject ? (value as JsonObject) : null;
}

/** Numbers become text: the networks send either. */
export function asText(value: unknown): string {
  if (typeof value === 'string') return value;
  return typeof value === 'number' ? String(value) : '';
}

function explain(error: unknown, timeoutMs: number): string {
  if (error instanceof Error && error.name === 'TimeoutError') {
    return `No answer within ${timeoutMs / 1000} s`;
  }
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const { code } = cause as { code?: unknown };
  if (code === 'ECONNREFUSED') return 'The network refused the connection';
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return 'The address of the network is not known';
  if (typeof code === 'string') return `The connection broke (${code})`;
  return 'The connection broke';
}

/** Statuses after which the outcome of the request is unknown. */
export function reportOfTrouble(status: number): NetworkReport | null {
  const isTrouble =
    status >= 500 || status < 200 || (status >= 300 && status < 400) || status === 408;
  if (isTrouble) return unknown(`The network answered with an error (HTTP ${status})`);
  if (status === 429) return unknown('The network has too much to do (HTTP 429)');
  // A configuration problem: retried until the keys are corrected.
  if (status === 401 || status === 403) {
    return unknown(`The network does not accept our keys (HTTP ${status})`);
  }
  return null;
}

export function unknown(why: string): NetworkReport {
  return { is: 'unknown', why };
}

export const paidWithoutAmount: NetworkReport = {
  is: 'unknown',
  why: 'The network says that it was paid, but not how much',
  saysPaid: true,
};
