import { request as requestHttp, type IncomingMessage } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { LookupFunction } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import type { Target } from './target.ts';

/** The status and the beginning of the response, or the reason why there is none. */
export interface Reply {
  readonly statusCode: number | null;
  readonly answer: string | null;
  readonly error: string | null;
}

export interface SendOptions {
  readonly headers: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  /** Aborted when the program stops. */
  readonly signal?: AbortSignal | undefined;
}

const keptAnswerBytes = 2_048;

/** Sends one POST. Redirects are not followed, and the response has no further effect. */
export async function post(target: Target, body: string, options: SendOptions): Promise<Reply> {
  const { timeoutMs, signal } = options;
  const ended = new AbortController();
  const stopped = new Promise<string>((resolve) => {
    setTimeout(timeoutMs, undefined, { signal: ended.signal }).then(
      () => resolve(`No answer within ${timeoutMs / 1000} seconds`),
      () => {},
    );
    const onAbort = (): void => resolve('The server was stopped before an answer came');
    signal?.addEventListener('abort', onAbort, { once: true, signal: ended.signal });
  });
  try {
    return await exchange(target, body, options.headers, stopped);
  } finally {
    ended.abort();
  }
}

function exchange(
  { url, addresses }: Target,
  body: string,
  headers: SendOptions['headers'],
  /** Resolves with a reason to abort. */
  stopped: Promise<string>,
): Promise<Reply> {
  return new Promise((resolve) => {
    const start = url.protocol === 'https:' ? requestHttps : requestHttp;
    const request = start(url, {
      method: 'POST',
      headers: { ...headers, 'content-length': Buffer.byteLength(body) },
      // A new connection: a kept-alive one may lead to an unchecked address.
      agent: false,
      lookup: answerWith(addresses),
    });
    let statusCode: number | null = null;
    const kept: Buffer[] = [];
    const finish = (error: string | null): void => {
      // A response with a status counts, even if its body breaks off.
      if (statusCode === null) resolve({ statusCode, answer: null, error });
      else resolve({ statusCode, answer: textOf(kept), error: null });
      request.destroy();
    };
    void stopped.then(finish);
    request.on('response', (response) => {
      statusCode = response.statusCode ?? null;
      keepBeginning(response, kept, () => finish(null));
    });
    request.on('error', (error) => finish(describe(error)));
    request.on('close', () => finish('The connection was closed without an answer'));
    request.end(body);
  });
}

function keepBeginning(response: IncomingMessage, kept: Buffer[], done: () => void): void {
  let length = 0;
  response.on('data', (chunk: Buffer) => {
    kept.push(chunk);
    length += chunk.length;
    if (length >= keptAnswerBytes) done();
  });
  response.on('end', done);
  response.on('error', done);
}

/** Resolves to the checked addresses instead of asking DNS again. */
function answerWith(addresses: Target['addresses']): LookupFunction {
  return (_host, options, callback) => {
    const [first] = addresses;
    if (options.all) callback(null, [...addresses]);
    else callback(null, first?.address ?? '', first?.family);
  };
}

function textOf(chunks: readonly Buffer[]): string {
  const bytes = Buffer.concat(chunks).subarray(0, keptAnswerBytes);
  // Decoded as a stream, which drops a character that is cut off at the end. PostgreSQL stores no
  // NUL.
  return new TextDecoder().decode(bytes, { stream: true }).replaceAll('\0', '\u{fffd}');
}

const meanings: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'The connection was refused',
  ECONNRESET: 'The connection was closed without an answer',
  EHOSTUNREACH: 'The host cannot be reached',
  ENETUNREACH: 'The network cannot be reached',
  ETIMEDOUT: 'The host did not take the connection in time',
  EPIPE: 'The connection was closed without an answer',
};

function describe(error: Error): string {
  const { code } = error as { code?: string };
  const meaning = code === undefined ? undefined : meanings[code];
  if (meaning) return meaning;
  return `The connection failed: ${error.message || code || 'no reason given'}`.slice(0, 300);
}
