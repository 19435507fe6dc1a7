import { fillPath, type Endpoint } from '@sente/contract/endpoint';
import { modeHeader, type Mode } from '@sente/contract/test-mode';
import { getMode } from '../lib/mode.ts';
import { changeSessionUser, endSession, getToken } from '../session/session-store.ts';
import { ApiError, failureOf } from './api-error.ts';
import { invalidFormat } from './read.ts';

/* What every call does on its way to the server and back, whatever its content. */

export interface Sent {
  params?: Record<string, string>;
  query?: Record<string, string | undefined>;
  body?: unknown;
  signal?: AbortSignal;
  /** Instead of the mode of this tab. */
  mode?: Mode;
}

/** `fetch`, unless a caller needs more control over the connection. */
export type Send = (address: string, request: RequestInit) => Promise<Response>;

export interface Received {
  status: number;
  isOk: boolean;
  isJson: boolean;
  text: string;
}

/** Whoever has just changed something sees it in every list, also where lists may be some seconds old. */
const freshForMs = 15_000;
let changedAt = -Infinity;

/**
 * Sends one call and reads its answer with `receive`. A connection that breaks during the answer
 * fails like one that could not be opened. Throws the server's refusals.
 */
export async function exchange<Result>(
  endpoint: Endpoint,
  sent: Sent,
  receive: (response: Response) => Promise<Result>,
  send: Send = fetch,
): Promise<Result> {
  const token = getToken();
  let refused: Received;
  try {
    const response = await send(addressOf(endpoint, sent), requestOf(endpoint, sent, token));
    if (endpoint.method !== 'GET') changedAt = Date.now();
    if (response.ok) return await receive(response);
    refused = await readText(response);
  } catch (cause) {
    if (sent.signal?.aborted || cause instanceof ApiError) throw cause;
    throw new ApiError({
      kind: 'network',
      status: 0,
      message: 'Network error occurred',
      detail: 'Failed to connect to the server',
    });
  }
  throw refusalOf(endpoint, refused, token);
}

export async function readText(response: Response): Promise<Received> {
  return {
    status: response.status,
    isOk: response.ok,
    isJson: /[/+]json\b/i.test(response.headers.get('content-type') ?? ''),
    text: await response.text(),
  };
}

/**
 * Only a successful answer must be JSON: a proxy in front of the server fails with its own page.
 */
export function parse({ isOk, isJson, status, text }: Received): unknown {
  if (!isJson && isOk) throw invalidFormat(status);
  try {
    return isJson ? JSON.parse(text) : undefined;
  } catch {
    if (!isOk) return undefined;
    throw new ApiError({ kind: 'format', status, message: 'Response is not valid JSON' });
  }
}

function refusalOf(endpoint: Endpoint, received: Received, token: string | null): ApiError {
  const { status } = received;
  // The built portal knows it of public calls only (contract-plugin.ts).
  const { access } = endpoint as Partial<Endpoint>;
  const error = failureOf(parse(received), 'http', status, `HTTP Error: ${status}`);
  // A 401 to a sign-in means a wrong password, not an expired session. Of several failed calls only
  // the first ends the session.
  if (status === 401 && access?.who !== 'public' && token !== null) {
    endSession({ ifToken: token, message: error.message });
  }
  // The guard then leads to the page where it is changed.
  if (error.code === 'password_change_required') changeSessionUser({ mustChangePassword: true });
  if (error.code === 'factor_required') changeSessionUser({ mustSetUpFactor: true });
  return error;
}

function requestOf(endpoint: Endpoint, sent: Sent, token: string | null): RequestInit {
  const { bodyType } = endpoint;
  const isForm = bodyType === 'multipart/form-data';
  return {
    method: endpoint.method,
    headers: {
      accept: endpoint.replyType ? `${endpoint.replyType}, application/json` : 'application/json',
      ...(isForm ? {} : { 'content-type': bodyType ?? 'application/json' }),
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      ...((sent.mode ?? getMode()) === 'test' ? { [modeHeader]: 'test' } : {}),
      ...(Date.now() - changedAt < freshForMs ? { 'cache-control': 'no-cache' } : {}),
    },
    body: isForm ? formOf(sent.body) : bodyType ? (sent.body as Blob) : jsonOf(sent.body),
    signal: sent.signal ?? null,
  };
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
