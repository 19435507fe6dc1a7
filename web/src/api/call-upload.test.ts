import { productCodes } from '@sente/contract/product-codes';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { getSession } from '../session/session-store.ts';
import { owner, ownCompanyId, signInAs } from '../testing/people.ts';
import { callUpload } from './call-upload.ts';
import { FakeUpload } from '../testing/upload.ts';

const body = { companyId: ownCompanyId, base64CsvFile: 'QQo=', product: 'DAY-1' };
let heard: number[];

function upload(signal?: AbortSignal) {
  const onProgress = (fraction: number) => heard.push(fraction);
  return callUpload(productCodes.upload, { body, onProgress, ...(signal ? { signal } : {}) });
}

beforeEach(() => {
  vi.stubGlobal('XMLHttpRequest', FakeUpload);
  FakeUpload.sent = [];
  heard = [];
  signInAs(owner);
});
afterEach(() => {
  localStorage.clear();
  vi.unstubAllGlobals();
});

describe('an upload', () => {
  it('is sent like every other call and reports progress', async () => {
    const answer = upload();
    const sent = FakeUpload.last;
    expect([sent.method, sent.address]).toEqual(['POST', '/api/Company/upload-csv']);
    expect(sent.headers).toMatchObject({
      'content-type': 'application/json',
      authorization: 'Bearer token of client_admin',
    });
    expect(JSON.parse(sent.body)).toEqual(body);
    sent.progress(25, 100);
    sent.progress(50, 100);
    sent.arrive();
    sent.answer({ success: true, data: { uploaded: 1 }, message: '1 product code uploaded' });
    expect(await answer).toMatchObject({
      data: { uploaded: 1 },
      message: '1 product code uploaded',
    });
    expect(heard).toEqual([0.25, 0.5, 1]);
  });

  it.each([
    [
      { success: false, errors: ['Line 1: A is already in use'] },
      400,
      'Line 1: A is already in use',
    ],
    [{ success: false }, 500, 'HTTP Error: 500'],
    [{ success: false }, 200, 'API request failed'],
    ['<html>', 502, 'HTTP Error: 502'],
    ['{', 200, 'Response is not valid JSON'],
  ] as const)(
    'an upload answered %j with %i fails with the usual text',
    async (reply, status, message) => {
      const answer = upload();
      FakeUpload.last.answer(reply, status);
      await expect(answer).rejects.toMatchObject({ message, status });
    },
  );

  it('an upload answer that is not JSON has an invalid format', async () => {
    const answer = upload();
    FakeUpload.last.answer('fine', 200, 'text/plain');
    await expect(answer).rejects.toMatchObject({ message: 'Invalid response format' });
  });

  it('an upload whose connection breaks is a network error', async () => {
    const answer = upload();
    FakeUpload.last.lose();
    await expect(answer).rejects.toMatchObject({
      kind: 'network',
      message: 'Network error occurred',
      detail: 'Failed to connect to the server',
    });
  });

  it('ends the session when the token is no longer valid', async () => {
    const answer = upload();
    FakeUpload.last.answer({ success: false, message: 'Sign in again' }, 401);
    await expect(answer).rejects.toMatchObject({ status: 401 });
    expect(getSession()).toBeNull();
  });

  it('can be cancelled before and during sending', async () => {
    const controller = new AbortController();
    const answer = upload(controller.signal);
    controller.abort();
    await expect(answer).rejects.toMatchObject({ name: 'AbortError' });
    expect(FakeUpload.last.isAborted).toBe(true);
    await expect(upload(controller.signal)).rejects.toMatchObject({ name: 'AbortError' });
    expect(FakeUpload.sent).toHaveLength(1);
  });
});
