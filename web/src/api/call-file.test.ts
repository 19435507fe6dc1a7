import { ReadableStream } from 'node:stream/web';
import { accounts } from '@sente/contract/accounts';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { getSession } from '../session/session-store.ts';
import { administrator, signInAs } from '../testing/people.ts';
import { callFile } from './call-file.ts';

const id = '0193a5f0-0000-7000-8000-000000000001';
const fetchStub = vi.fn<typeof fetch>();
const ask = (more: object = {}) =>
  callFile(accounts.statement, { params: { id }, query: { startDate: '2026-01-01' }, ...more });

function envelope(status: number, body: unknown, type = 'application/json'): Response {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return new Response(text, { status, headers: { 'content-type': type } });
}

beforeEach(() => {
  fetchStub.mockReset();
  vi.stubGlobal('fetch', fetchStub);
  signInAs(administrator);
});

describe('a file', () => {
  it('is requested with the token and streamed with its name', async () => {
    fetchStub.mockResolvedValue(
      file(['"Date"\r\n', '"é"\r\n'], {
        'content-disposition': 'attachment; filename="statement-1.csv"',
      }),
    );
    const progress: number[] = [];
    const { content, fileName } = await ask({
      onProgress: (bytes: number) => progress.push(bytes),
    });
    expect(await content.text()).toBe('"Date"\r\n"é"\r\n');
    expect(fileName).toBe('statement-1.csv');
    expect(progress).toEqual([8, 14]);
    const [url, init] = fetchStub.mock.calls[0] ?? [];
    expect(url).toBe(`/api/Account/${id}/statement?startDate=2026-01-01`);
    const headers = new Headers(init?.headers);
    expect(headers.get('authorization')).toBe('Bearer token of SuperAdmin');
    expect(headers.get('accept')).toBe('text/csv, application/json');
  });

  it('may have no name, and never a path in it', async () => {
    fetchStub.mockResolvedValueOnce(file(['x']));
    expect((await ask()).fileName).toBeNull();
    fetchStub.mockResolvedValueOnce(
      file(['x'], { 'content-disposition': 'attachment; filename="../../x.csv"' }),
    );
    expect((await ask()).fileName).not.toContain('/');
  });

  it.each([
    [
      'refused by an envelope',
      () => envelope(400, { success: false, errors: ['One', 'Two'], fields: { startDate: 'One' } }),
      { kind: 'http', status: 400, message: 'One, Two', fields: { startDate: 'One' } },
    ],
    [
      'refused with status 200',
      () => envelope(200, { success: false, message: 'Not now' }),
      { kind: 'refused', message: 'Not now' },
    ],
    [
      'an envelope that claims success',
      () => envelope(200, { success: true, data: 'x' }),
      { kind: 'format', message: 'Invalid response format' },
    ],
    [
      'a page of a proxy',
      () => envelope(200, '<html>', 'text/html'),
      { kind: 'format', message: 'Invalid response format' },
    ],
    [
      'a page of a failing proxy',
      () => envelope(502, '<html>', 'text/html'),
      { kind: 'http', message: 'HTTP Error: 502' },
    ],
  ])('%s is not a file', async (_, answer, expected) => {
    fetchStub.mockResolvedValue(answer());
    await expect(ask()).rejects.toMatchObject(expected);
  });

  it('a download that breaks off is a lost connection and not a short file', async () => {
    const broken = new ReadableStream<Uint8Array>({
      pull(controller) {
        controller.error(new TypeError('terminated'));
      },
    });
    fetchStub.mockResolvedValue(
      new Response(broken as BodyInit, { headers: { 'content-type': 'text/csv' } }),
    );
    await expect(ask()).rejects.toMatchObject({ kind: 'network', status: 0 });
  });

  it('a cancelled download rejects as cancelled', async () => {
    const controller = new AbortController();
    fetchStub.mockImplementation(async () => {
      controller.abort();
      throw new DOMException('Aborted', 'AbortError');
    });
    await expect(ask({ signal: controller.signal })).rejects.toMatchObject({ name: 'AbortError' });
  });

  it('ends a session that the server no longer accepts', async () => {
    fetchStub.mockResolvedValue(envelope(401, { success: false, message: 'Sign in again' }));
    await expect(ask()).rejects.toMatchObject({ status: 401 });
    expect(getSession()).toBeNull();
  });
});

function file(pieces: readonly string[], headers: Record<string, string> = {}): Response {
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const piece of pieces) controller.enqueue(new TextEncoder().encode(piece));
      controller.close();
    },
  });
  return new Response(body as BodyInit, {
    headers: { 'content-type': 'text/csv; charset=utf-8', ...headers },
  });
}
