import type { CompanyEvent } from '@sente/contract/events';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createMember, type TestActor } from '../../test/actors.ts';
import { createTestApp, type TestApp } from '../../test/app.ts';
import { createTestDatabase } from '../../test/database.ts';
import { callSigned, createCredential, type TestCredential } from '../../test/signed.ts';
import { until } from '../../test/until.ts';
import { createPayment, runJobs } from '../../test/webhooks.ts';
import { platformScope } from '../db/scope.ts';
import { createLogger } from '../http/logger.ts';
import { createLive } from '../live/live.ts';
import { emitEvents } from '../webhooks/outbox.ts';

/* Two servers on one database: what happens at one is heard by who waits at the other. */

let test: TestApp;
let other: TestApp;
let admin: TestActor;
let companyId: string;
let credential: TestCredential;
beforeAll(async () => {
  const logger = createLogger('silent');
  const shared = await createTestDatabase();
  const { url, database } = shared;
  test = await createTestApp({ live: createLive({ url, database, logger }) }, {}, shared);
  other = await createTestApp({ live: createLive({ url, database, logger }) }, {}, shared);
});
beforeEach(async () => {
  admin = await createMember(test.owner);
  companyId = admin.companyId ?? '';
  credential = await createCredential(test.owner, companyId);
});

const emit = async () => {
  const { id, ...data } = await createPayment(test.owner, companyId);
  await test.database.within(platformScope, (db) =>
    emitEvents(db, [{ companyId, paymentId: id, type: 'payment.succeeded', data }]),
  );
  return data.transactionId;
};
const read = async (query = '', at = test) => {
  const answer = await callSigned(at, credential, { method: 'GET', path: `/v1/Events${query}` });
  expect(answer.status, answer.text).toBe(200);
  const { data, meta } = answer.body as unknown as {
    data: CompanyEvent[];
    meta: { lastSequence: number };
  };
  return { data, ...meta };
};
const numbers = (events: readonly CompanyEvent[]) =>
  events.map(({ sequence, previousSequence }) => [sequence, previousSequence]);

describe('events', () => {
  it('are counted without gaps, also without a webhook, and are read from a number on', async () => {
    expect(await read()).toEqual({ data: [], lastSequence: 0 });
    const ids = [await emit(), await emit(), await emit()];
    const { data, lastSequence } = await read();
    expect(numbers(data)).toEqual([
      [1, null],
      [2, 1],
      [3, 2],
    ]);
    expect(new Set(data.map((one) => one.data['transactionId']))).toEqual(new Set(ids));
    expect(data[0]).toMatchObject({ type: 'payment.succeeded', timestamp: expect.any(String) });
    expect(lastSequence).toBe(3);
    expect(numbers((await read('?after=1&limit=1')).data)).toEqual([[2, 1]]);
    expect((await read('?after=3')).data).toEqual([]);
    const shown = await test.call(admin, 'GET', '/Events?limit=2');
    expect(numbers(shown.body.data)).toEqual([
      [3, 2],
      [2, 1],
    ]);
    expect(shown.body.meta).toEqual({ nextBefore: 2 });
  });

  it('have no gap and no double when many are committed and read at once', async () => {
    const seen: CompanyEvent[] = [];
    const readAll = async () => {
      const after = seen.at(-1)?.sequence ?? 0;
      seen.push(...(await read(`?after=${after}&limit=100`)).data);
    };
    const writing = Promise.all(Array.from({ length: 40 }, emit));
    const looking = Promise.all(Array.from({ length: 10 }, () => read('?limit=1', other)));
    for (let turn = 0; turn < 5; turn++) await readAll();
    await Promise.all([writing, looking]);
    await readAll();
    expect(seen.map(({ sequence }) => sequence)).toEqual(
      Array.from({ length: 40 }, (_, n) => n + 1),
    );
    expect(new Set(seen.map(({ id }) => id)).size).toBe(40);
  });

  it('of a transaction that ends later come later, and hold up nobody', async () => {
    let finish = () => {};
    const held = new Promise<void>((resolve) => (finish = resolve));
    const { id, ...data } = await createPayment(test.owner, companyId);
    const slow = test.database.within(platformScope, async (db) => {
      await emitEvents(db, [{ companyId, paymentId: id, type: 'payment.succeeded', data }]);
      await held;
    });
    const quick = await emit();
    expect((await read()).data.map((one) => one.data['transactionId'])).toEqual([quick]);
    finish();
    await slow;
    expect((await read('?after=1')).data).toMatchObject([
      { sequence: 2, data: { transactionId: data.transactionId } },
    ]);
  });

  it('that nobody reads are numbered by the upkeep', async () => {
    await emit();
    await test.owner.rows("select graphile_worker.add_job('upkeep')");
    await runJobs(test);
    const rows = await test.owner.rows(
      'select sequence from webhook_events where company_id = $1',
      [companyId],
    );
    expect(rows).toEqual([{ sequence: '1' }]);
  });

  it('are of one company, and of keys that may read', async () => {
    await emit();
    const stranger = await createMember(test.owner);
    expect((await test.call(stranger, 'GET', '/Events')).body.data).toEqual([]);
    const foreign = await createCredential(test.owner, stranger.companyId ?? '');
    const request = { method: 'GET', path: '/v1/Events' } as const;
    expect((await callSigned(test, foreign, request)).body.data).toEqual([]);
    await test.owner.rows("update company_credentials set scopes = '{collect}' where id = $1", [
      credential.id,
    ]);
    expect((await callSigned(test, credential, request)).body.code).toBe('scope_missing');
  });
});

describe('a call that waits', () => {
  it('is answered when an event comes, wherever it is written', async () => {
    const waiting = read('?wait=30', other);
    await emit();
    expect(numbers((await waiting).data)).toEqual([[1, null]]);
    const next = read('?after=1&wait=30', other);
    await emit();
    expect(numbers((await next).data)).toEqual([[2, 1]]);
  });

  it('is answered with nothing at its end, and at once if there is something', async () => {
    expect((await read('?wait=1')).data).toEqual([]);
    await emit();
    expect((await read('?wait=30')).data).toHaveLength(1);
    const tooLong = { method: 'GET', path: '/v1/Events?wait=31' } as const;
    expect((await callSigned(test, credential, tooLong)).status).toBe(400);
  });

  it('is answered when its server stops', async () => {
    const { url, database } = test;
    const live = createLive({ url, database, logger: createLogger('silent') });
    let isWaiting = false;
    const watch: typeof live.watch = (...about) => ((isWaiting = true), live.watch(...about));
    const stopping = await createTestApp({ live: { ...live, watch } }, {}, test);
    const waiting = read('?wait=30', stopping);
    await until('the call waits', async () => isWaiting);
    await stopping.app.close();
    expect((await waiting).data).toEqual([]);
  }, 20_000);

  it('is one of ten of a company', async () => {
    const waiting = Array.from({ length: 10 }, () => read('?wait=30'));
    const request = { method: 'GET', path: '/v1/Events?wait=30' } as const;
    let refused = { status: 200, headers: {} as Record<string, unknown> };
    await until('the refusal', async () => {
      refused = await callSigned(test, credential, { ...request, path: '/v1/Events?wait=1' });
      return refused.status === 429;
    });
    expect(refused.headers['retry-after']).toBe('5');
    // Without waiting it is answered.
    expect((await read()).data).toEqual([]);
    await emit();
    for (const { data } of await Promise.all(waiting)) expect(data).toHaveLength(1);
  });
});
