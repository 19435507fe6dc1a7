import { auth } from '@sente/contract/auth';
import { companies } from '@sente/contract/companies';
import { settings } from '@sente/contract/settings';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { lastSessionEnd } from '../session/session-end.ts';
import { getSession, saveSession } from '../session/session-store.ts';
import { administrator, loginReplyOf } from '../testing/people.ts';
import { ApiError } from './api-error.ts';
import { call } from './call.ts';
import { readAnyList } from './read.ts';

const id = '0193a5f0-0000-7000-8000-000000000001';
const fetchStub = vi.fn<typeof fetch>();

function answer(status: number, body: unknown, contentType = 'application/json; charset=utf-8') {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return new Response(text, { status, headers: { 'content-type': contentType } });
}

const signIn = (token: string) => saveSession({ ...loginReplyOf(administrator), token });

beforeEach(() => {
  fetchStub.mockReset();
  vi.stubGlobal('fetch', fetchStub);
});

describe('a request', () => {
  beforeEach(() => {
    fetchStub.mockImplementation(async () => answer(200, { success: true, data: [] }));
  });

  it('goes to /api with a JSON content type and no token when nobody is signed in', async () => {
    await call(companies.list);
    const { url, init, headers } = sentRequest();
    expect(url).toBe('/api/Company');
    expect(init.method).toBe('GET');
    expect(init.body).toBeNull();
    expect(headers.get('content-type')).toBe('application/json');
    expect(headers.has('authorization')).toBe(false);
  });

  it('reads the base path from the page', async () => {
    document.head.innerHTML = '<meta name="sente-api-base" content="https://api.sente.test/v2/">';
    await call(companies.list);
    expect(sentRequest().url).toBe('https://api.sente.test/v2/Company');
  });

  it('carries the stored token', async () => {
    signIn('secret-token');
    await call(companies.list);
    expect(sentRequest().headers.get('authorization')).toBe('Bearer secret-token');
  });

  it('asks for what is new after a change, for a while', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    vi.setSystemTime(Date.now() + 60_000);
    await call(companies.list);
    await call(auth.login, { body: { email: 'a@b.test', password: 'x' } });
    await call(companies.list);
    vi.setSystemTime(Date.now() + 60_000);
    await call(companies.list);
    vi.useRealTimers();
    const asked = [0, 2, 3].map((index) => sentRequest(index).headers.get('cache-control'));
    expect(asked).toEqual([null, 'no-cache', null]);
  });

  it('fills the path, leaves out undefined query values and encodes the rest', async () => {
    await call(companies.get, { params: { id: 'a/b' } });
    await call(companies.list, { query: { page: '2', search: 'a&b c', sort: undefined } });
    expect(sentRequest(0).url).toBe('/api/Company/a%2Fb');
    expect(sentRequest(1).url).toBe('/api/Company?page=2&search=a%26b+c');
  });

  it('keeps the JSON content type on a DELETE without a body', async () => {
    await call(companies.remove, { params: { id } });
    const { init, headers } = sentRequest();
    expect(init.method).toBe('DELETE');
    expect(init.body).toBeNull();
    expect(headers.get('content-type')).toBe('application/json');
  });

  it('sends the body as JSON, and as a form only where the contract says so', async () => {
    await call(auth.login, { body: { email: 'a@b.c', password: 'secret' } });
    await call(settings.updateProfile, {
      body: { firstName: 'Ada', lastName: 'Min', phoneNumber: null },
    });
    expect(sentRequest(0).init.body).toBe('{"email":"a@b.c","password":"secret"}');
    const form = sentRequest(1).init.body as FormData;
    expect([...form.entries()]).toEqual([
      ['firstName', 'Ada'],
      ['lastName', 'Min'],
    ]);
    expect(sentRequest(1).headers.has('content-type')).toBe(false);
  });
});

describe('an answer', () => {
  it('is unwrapped from the envelope', async () => {
    const meta = { totalCount: 3 };
    fetchStub.mockResolvedValue(answer(200, { success: true, message: 'ok', data: [1], meta }));
    await expect(call(companies.list)).resolves.toEqual({ data: [1], message: 'ok', meta });
  });

  it('can be read in another format', async () => {
    fetchStub.mockResolvedValue(answer(200, [{ id }]));
    const { data } = await call(companies.list, { read: readAnyList() });
    expect(data).toEqual([{ id }]);
  });

  it('shows the text of an HTTP error: errors, then message, then error', async () => {
    const bodies = [
      [{ success: false, errors: ['One', 'Two'], message: 'M', error: 'E' }, 'One, Two'],
      [{ success: false, errors: [], message: 'M', error: 'E' }, 'M'],
      [{ success: false, message: '', error: 'E' }, 'E'],
    ] as const;
    for (const [body, text] of bodies) {
      fetchStub.mockResolvedValueOnce(answer(400, body));
      const error = await failureOf(call(companies.list));
      expect(error).toMatchObject({ message: text, status: 400, kind: 'http' });
      expect(error.hasServerText).toBe(true);
    }
  });

  it('keeps code, errors and fields of a failure', async () => {
    const fields = { email: 'Email is already in use' };
    const body = { success: false, message: 'M', errors: [fields.email], fields };
    fetchStub.mockResolvedValue(answer(400, { ...body, code: 'already_in_use' }));
    const error = await failureOf(call(companies.list));
    expect(error).toMatchObject({ code: 'already_in_use', errors: [fields.email], fields });
  });

  it.each([
    ['an empty object', '{}', 'application/json'],
    ['a broken body', '{', 'application/json'],
    ['a page of a proxy', '<h1>Bad gateway</h1>', 'text/html'],
    ['no body', '', 'text/plain'],
  ])('names the status of an HTTP error with %s', async (_, body, contentType) => {
    fetchStub.mockResolvedValue(answer(502, body, contentType));
    const error = await failureOf(call(companies.list));
    expect(error).toMatchObject({ message: 'HTTP Error: 502', status: 502, hasServerText: false });
  });

  it('success false is a failure whatever the status', async () => {
    fetchStub.mockResolvedValueOnce(answer(200, { success: false, message: 'Not today' }));
    fetchStub.mockResolvedValueOnce(answer(200, { success: false }));
    const told = await failureOf(call(companies.remove, { params: { id } }));
    const silent = await failureOf(call(companies.remove, { params: { id } }));
    expect(told).toMatchObject({ message: 'Not today', hasServerText: true, kind: 'refused' });
    expect(silent).toMatchObject({ message: 'API request failed', hasServerText: false });
  });

  it('a wrong content type differs from unreadable JSON', async () => {
    fetchStub.mockResolvedValueOnce(answer(200, '<html></html>', 'text/html'));
    fetchStub.mockResolvedValueOnce(answer(200, '{"success":', 'application/json'));
    fetchStub.mockResolvedValueOnce(answer(200, '[]', 'application/problem+json'));
    expect(await failureOf(call(companies.list))).toMatchObject({
      message: 'Invalid response format',
      kind: 'format',
    });
    expect((await failureOf(call(companies.list))).message).toBe('Response is not valid JSON');
    await expect(call(companies.list, { read: readAnyList() })).resolves.toMatchObject({
      data: [],
    });
  });

  it('an unreachable server is a failure with status 0', async () => {
    fetchStub.mockRejectedValue(new TypeError('Failed to fetch'));
    expect(await failureOf(call(companies.list))).toMatchObject({
      kind: 'network',
      message: 'Network error occurred',
      detail: 'Failed to connect to the server',
      status: 0,
    });
  });

  it('an aborted call rejects as aborted', async () => {
    const controller = new AbortController();
    controller.abort();
    const aborted = new DOMException('Aborted', 'AbortError');
    fetchStub.mockRejectedValue(aborted);
    await expect(call(companies.list, { signal: controller.signal })).rejects.toBe(aborted);
  });
});

describe('a 401 answer', () => {
  const message = 'Your session has ended. Please sign in again.';

  it('ends the session once, even when five calls fail together', async () => {
    signIn('token-1');
    const ended = vi.fn();
    const { subscribe } = await import('../session/session-store.ts');
    const unsubscribe = subscribe(ended);
    let calls = 0;
    fetchStub.mockImplementation(async () =>
      answer(401, { success: false, message: `${message}${calls++ === 0 ? '' : ' again'}` }),
    );
    const results = await Promise.allSettled(Array.from({ length: 5 }, () => call(companies.list)));
    unsubscribe();
    expect(results.every(({ status }) => status === 'rejected')).toBe(true);
    expect(ended).toHaveBeenCalledTimes(1);
    expect(getSession()).toBeNull();
    expect(lastSessionEnd()).toEqual({ message, keepPage: true });
  });

  it('does not end a session that began after the call', async () => {
    signIn('old');
    fetchStub.mockImplementation(async () => {
      signIn('new');
      return answer(401, { success: false, message });
    });
    await failureOf(call(companies.list));
    expect(getSession()?.token).toBe('new');
    expect(lastSessionEnd()).toBeNull();
  });

  it('means a wrong password at sign-in', async () => {
    signIn('token-1');
    fetchStub.mockResolvedValue(answer(401, { success: false, message: 'Invalid' }));
    await failureOf(call(auth.login, { body: { email: 'a@b.c', password: 'secret' } }));
    expect(getSession()).not.toBeNull();
    expect(lastSessionEnd()).toBeNull();
  });
});

async function failureOf(promise: Promise<unknown>): Promise<ApiError> {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(ApiError);
  return error as ApiError;
}

function sentRequest(index = 0): { url: string; init: RequestInit; headers: Headers } {
  const [url, init] = fetchStub.mock.calls[index] ?? [];
  return { url: String(url), init: init ?? {}, headers: new Headers(init?.headers) };
}
