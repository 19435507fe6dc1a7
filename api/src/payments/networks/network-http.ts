import type { NetworkReport } from './connector.ts';

export interface NetworkRequest {
  readonly method: 'GET' | 'POST';
  readonly baseUrl: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The exact text that is sent: JSON, and what a signature covers. */
  readonly body?: string;
  readonly timeoutMs: number;
  readonly fetch: typeof fetch;
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

export async function ask(request: NetworkRequest): Promise<NetworkAnswer> {
  const startedAt = performance.now();
  const durationMs = (): number => Math.round(performance.now() - startedAt);
  try {
    const response = await request.fetch(`${request.baseUrl}${request.path}`, {
      method: request.method,
      headers: {
        accept: 'application/json',
        ...(request.body !== undefined && { 'content-type': 'application/json' }),
        ...request.headers,
      },
      ...(request.body !== undefined && { body: request.body }),
      // Redirects are not followed, so that keys never reach another host.
      redirect: 'manual',
      signal: AbortSignal.timeout(request.timeoutMs),
    });
    const text = await readText(response);
    return { status: response.status, json: parseObject(text), text, durationMs: durationMs() };
  } catch (error) {
    return { failure: explain(error, request.timeoutMs), durationMs: durationMs() };
  }
}

async function readText(response: Response): Promise<string> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of response.body ?? []) {
    size += part.length;
    if (size > maxAnswerBytes) throw new Error('The answer is too long');
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

function parseObject(text: string): JsonObject | null {
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
