import {
  fillPath,
  type BodyInputOf,
  type Endpoint,
  type MetaOf,
  type ParamsOf,
  type QueryInputOf,
  type ReplyOf,
} from '@sente/contract/endpoint';
import { endSession, getToken } from '../session/session-store.ts';
import { ApiError, failureOf } from './api-error.ts';
import { invalidFormat, readEnvelope, type Answer, type Reader } from './read.ts';

/** A part the endpoint does not have is absent, one with no required member may be left out. */
type Part<Name extends string, T> = [T] extends [undefined]
  ? { [N in Name]?: never }
  : Record<never, never> extends T
    ? { [N in Name]?: T }
    : { [N in Name]: T };

type CallOptions<E extends Endpoint> = Part<'params', ParamsOf<E>> &
  Part<'query', QueryInputOf<E>> &
  Part<'body', BodyInputOf<E>> & { signal?: AbortSignal; read?: Reader };

type CallArguments<E extends Endpoint> =
  Record<never, never> extends CallOptions<E>
    ? [options?: CallOptions<E>]
    : [options: CallOptions<E>];

interface Sent {
  params?: Record<string, string>;
  query?: Record<string, string | undefined>;
  body?: unknown;
  signal?: AbortSignal;
  read?: Reader;
}

interface Received {
  status: number;
  isOk: boolean;
  isJson: boolean;
  text: string;
}

/**
 * Makes one call of the contract. The answer is not checked against the reply's schema again: the
 * server has done that, and the browser would only pay for it a second time.
 */
export async function call<const E extends Endpoint>(
  endpoint: E,
  ...[options]: CallArguments<E>
): Promise<Answer<ReplyOf<E>, MetaOf<E>>> {
  const sent = (options ?? {}) as Sent;
  const token = getToken();
  const received = await exchange(endpoint, sent, token);
  const body = parse(received);
  const { status, isOk } = received;
  if (!isOk) {
    const error = failureOf(body, 'http', status, `HTTP Error: ${status}`);
    // A refused password is no lost session; and of several calls only the first finds its token.
    if (status === 401 && endpoint.access.who !== 'public' && token !== null) {
      endSession({ ifToken: token, message: error.message });
    }
    throw error;
  }
  const read = sent.read ?? readEnvelope;
  return read(body, status) as Answer<ReplyOf<E>, MetaOf<E>>;
}

async function exchange(endpoint: Endpoint, sent: Sent, token: string | null): Promise<Received> {
  const isForm = endpoint.bodyType === 'multipart/form-data';
  const init: RequestInit = {
    method: endpoint.method,
    headers: {
      accept: 'application/json',
      ...(isForm ? {} : { 'content-type': 'application/json' }),
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
    },
    body: isForm ? formOf(sent.body) : jsonOf(sent.body),
    signal: sent.signal ?? null,
  };
  try {
    const response = await fetch(addressOf(endpoint, sent), init);
    return {
      status: response.status,
      isOk: response.ok,
      isJson: /[/+]json\b/i.test(response.headers.get('content-type') ?? ''),
      text: await response.text(),
    };
  } catch (cause) {
    if (sent.signal?.aborted) throw cause;
    throw new ApiError({
      kind: 'network',
      status: 0,
      message: 'Network error occurred',
      detail: 'Failed to connect to the server',
    });
  }
}

/** Only a good answer must be JSON: in front of the server, a proxy fails with a page of its own. */
function parse({ isOk, isJson, status, text }: Received): unknown {
  if (!isJson && isOk) throw invalidFormat(status);
  try {
    return isJson ? JSON.parse(text) : undefined;
  } catch {
    if (!isOk) return undefined;
    throw new ApiError({ kind: 'format', status, message: 'Response is not valid JSON' });
  }
}

function addressOf(endpoint: Endpoint, sent: Sent): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(sent.query ?? {})) {
    if (value !== undefined) query.set(name, value);
  }
  const suffix = query.size > 0 ? `?${query}` : '';
  return apiBase() + fillPath(endpoint.path, sent.params) + suffix;
}

function apiBase(): string {
  const meta = document.querySelector<HTMLMetaElement>('meta[name="sente-api-base"]');
  return (meta?.content || '/api').replace(/\/+$/, '');
}

function jsonOf(body: unknown): string | null {
  return body === undefined ? null : JSON.stringify(body);
}

function formOf(body: unknown): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(body ?? {})) {
    if (value === undefined || value === null) continue;
    form.set(name, value instanceof Blob ? value : String(value));
  }
  return form;
}
