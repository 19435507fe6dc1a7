import type { ApiRequest, ApiRequestDetails } from '@sente/contract/api-requests';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createMember, type TestActor } from '../../test/actors.ts';
import { createTestApp, type TestApp } from '../../test/app.ts';
import { createAccount } from '../../test/factories.ts';
import { callSigned, createCredential, type TestCredential } from '../../test/signed.ts';
import { until } from '../../test/until.ts';
import { runJobs } from '../../test/webhooks.ts';
import { lowestUuidV7, uuidV7 } from '../db/uuid.ts';

let test: TestApp;
let admin: TestActor;
let companyId: string;
let credential: TestCredential;
beforeAll(async () => {
  test = await createTestApp();
});
beforeEach(async () => {
  admin = await createMember(test.owner);
  companyId = admin.companyId ?? '';
  credential = await createCredential(test.owner, companyId);
  await createAccount(test.owner, companyId);
});

const list = async (query = '', as = admin): Promise<ApiRequest[]> =>
  (await test.call(as, 'GET', `/ApiRequests${query}`)).body.data;
/** They are stored a moment after the answer. */
const untilStored = (count: number) =>
  until('the log', async () => (await list('?limit=100')).length === count);
const get = async (id: string): Promise<ApiRequestDetails> =>
  (await test.call(admin, 'GET', `/ApiRequests/${id}`)).body.data;
const collect = (body: object, key?: Partial<TestCredential>) =>
  callSigned(
    test,
    { ...credential, ...key },
    {
      method: 'POST',
      path: '/v1/Payments/collections',
      body,
    },
  );
const order = { phoneNumber: '0772123456', amount: 5_000, reference: 'Order 1 of 0772999888' };
const balance = { method: 'GET', path: '/v1/Payments/balance' } as const;

describe('the request log', () => {
  it('has every signed request with masked bodies, and no secret', async () => {
    const answer = await collect({ ...order, metadata: { name: 'Grace', pin: '1234', till: '7' } });
    expect(answer.status, answer.text).toBe(202);
    await untilStored(1);
    const [found] = await list();
    expect(found).toMatchObject({
      method: 'POST',
      path: '/api/v1/Payments/collections',
      status: 202,
      errorCode: null,
      channelId: credential.channelId,
      keyName: 'Key from the provider',
      address: '127.0.0.1',
    });
    const { requestBody, answerBody, idempotencyKey } = await get(found?.id ?? '');
    expect(JSON.parse(requestBody ?? '')).toEqual({
      phoneNumber: '0772•••456',
      amount: 5_000,
      reference: 'Order 1 of 0772•••888',
      metadata: { name: 'G•••', pin: '•••', till: '7' },
    });
    expect(JSON.parse(answerBody ?? '').data.transactionId).toBe(answer.body.data.transactionId);
    expect(idempotencyKey).not.toBeNull();
    const stored = await test.owner.rows(
      'select r::text from api_requests r where company_id = $1',
      [companyId],
    );
    expect(JSON.stringify(stored)).not.toMatch(
      /772123456|772999888|Grace|1234|x-signature|secret of/,
    );
  });

  it('masks numbers and vouchers of answers, and of the address', async () => {
    await collect(order);
    await callSigned(test, credential, {
      method: 'GET',
      path: '/v1/Payments?reference=0772999888',
    });
    await untilStored(2);
    const [found] = await list('?search=reference');
    expect(found?.path).toBe('/api/v1/Payments?reference=0772•••888');
    await callSigned(test, credential, { method: 'GET', path: '/v1/Payments' });
    await untilStored(3);
    const [all] = await list();
    expect((await get(all?.id ?? '')).answerBody).toContain('"phoneNumber":"256772•••456"');
  });

  it('masks the names of receivers, also in what the check of a line says', async () => {
    const body = {
      name: 'Wages',
      lines: [{ phoneNumber: '0772123456', amount: 1, name: 'Okello' }],
    };
    const path = '/v1/Payments/bulk-payouts';
    const made = await callSigned(test, credential, { method: 'POST', path, body });
    const { bulkId } = made.body.data as unknown as { bulkId: string };
    await test.owner.rows(
      `update bulk_payout_lines set name_found = 'Nakato Sarah',
         faults = array['The file says Okello, MTN says Nakato Sarah'] where company_id = $1`,
      [companyId],
    );
    await callSigned(test, credential, { method: 'GET', path: `${path}/${bulkId}/lines` });
    await untilStored(2);
    const [asked] = await list('?search=lines');
    const { answerBody } = await get(asked?.id ?? '');
    expect(answerBody).toContain('The file says •••, MTN says •••');
    expect(answerBody).not.toMatch(/Okello|Nakato|Sarah/);
  });

  it('is found by request id, path, outcome, error, key and day', async () => {
    await callSigned(test, credential, balance);
    const bad = await collect({ ...order, amount: 0 });
    await untilStored(2);
    const requestId = String((bad.body as unknown as { requestId: string }).requestId);
    expect(await list(`?search=${requestId}`)).toMatchObject([{ id: requestId, status: 400 }]);
    expect(await list('?search=balance')).toMatchObject([{ status: 200 }]);
    expect(await list('?outcome=failed')).toMatchObject([{ errorCode: 'validation_failed' }]);
    expect(await list('?outcome=succeeded')).toHaveLength(1);
    expect(await list('?errorCode=validation_failed')).toHaveLength(1);
    expect(await list(`?channel=${credential.channelId}`)).toHaveLength(2);
    expect(await list('?channel=other')).toEqual([]);
    expect(await list('?endDate=2020-01-01')).toEqual([]);
    const page = await test.call(admin, 'GET', '/ApiRequests?limit=1');
    const { nextAfter } = page.body.meta as unknown as { nextAfter: string };
    expect(await list(`?limit=1&after=${nextAfter}`)).toHaveLength(1);
  });

  it('has what was signed wrong without bodies, and nothing of unknown keys', async () => {
    expect((await collect(order, { secretKey: 'wrong' })).status).toBe(401);
    expect((await collect(order, { channelId: 'nobody' })).status).toBe(401);
    await untilStored(1);
    const [found] = await list();
    expect(found).toMatchObject({ status: 401, errorCode: 'signature_invalid' });
    expect(await get(found?.id ?? '')).toMatchObject({ requestBody: null, answerBody: null });
  });

  it('groups errors by their code, the last first', async () => {
    await collect({ ...order, amount: 0 });
    await collect({ ...order, amount: 0 });
    await collect(order, { secretKey: 'wrong' });
    await untilStored(3);
    const { data } = (await test.call(admin, 'GET', '/ApiRequests/errors')).body;
    expect(data).toMatchObject([
      { errorCode: 'signature_invalid', status: 401, count: 1 },
      { errorCode: 'validation_failed', status: 400, count: 2, lastAt: expect.any(String) },
    ]);
    expect((await get(data[1].lastId)).errorCode).toBe('validation_failed');
  });

  it('is of one company, and leaves out waiting for events in vain', async () => {
    await callSigned(test, credential, { method: 'GET', path: '/v1/Events' });
    await callSigned(test, credential, balance);
    await untilStored(1);
    const stranger = await createMember(test.owner);
    expect(await list('', stranger)).toEqual([]);
    const [own] = await list();
    expect((await test.call(stranger, 'GET', `/ApiRequests/${own?.id}`)).status).toBe(404);
  });

  it('keeps thirty days', async () => {
    const now = Date.now();
    const at = (days: number) => lowestUuidV7(now - days * 86_400_000);
    for (const id of [at(29), at(31), uuidV7()]) {
      await test.owner.rows(
        `insert into api_requests (company_id, id, method, path, status, credential_id, channel_id,
           address, duration_ms)
         values ($1, $2, 'GET', '/api/v1/Payments', 200, $3, 'gone', '127.0.0.1', 1)`,
        [companyId, id, uuidV7()],
      );
    }
    // What is to be deleted is not shown any more.
    expect(await list()).toMatchObject([{ keyName: null }, { id: at(29) }]);
    await test.owner.rows("select graphile_worker.add_job('upkeep')");
    await runJobs(test);
    const left = await test.owner.rows('select from api_requests where company_id = $1', [
      companyId,
    ]);
    expect(left).toHaveLength(2);
  });
});
