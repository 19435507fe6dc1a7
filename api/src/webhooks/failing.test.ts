import type { OwnWebhook } from '@sente/contract/own-webhooks';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createMember, createStaff, type TestActor } from '../../test/actors.ts';
import { createTestApp, type TestApp } from '../../test/app.ts';
import {
  allowAll,
  answering,
  createPayment,
  letTimePass,
  runJobs,
  startReceiver,
  type Receiver,
} from '../../test/webhooks.ts';
import { platformScope } from '../db/scope.ts';
import { emitEvents } from './outbox.ts';

/* A webhook whose newest event did not arrive says so, with the last answer, to its company and to staff. */

let test: TestApp;
let staff: TestActor;
let admin: TestActor;
let receiver: Receiver;
let hook: OwnWebhook;
beforeAll(async () => {
  test = await createTestApp({ webhookAddresses: allowAll });
  receiver = await startReceiver();
  staff = await createStaff(test.owner);
});
beforeEach(async () => {
  admin = await createMember(test.owner);
  await test.owner.rows('delete from graphile_worker._private_jobs');
  hook = (await test.call(admin, 'POST', '/Webhooks', { url: receiver.origin })).body.data;
});

describe('a webhook fails', () => {
  const fine = [null, null, null];

  it('while its receiver answers 500, until an event arrives', async () => {
    expect(await seen()).toEqual(fine);
    await emitAndSend(500);
    const failing = { at: expect.any(String), statusCode: 500, error: null };
    expect(await seen()).toEqual([failing, failing, failing]);
    await letTimePass(test.owner);
    await runJobs(test);
    expect(await seen()).toEqual(fine);
  });

  it('with the last reason if nothing answers, also when it is given up', async () => {
    await emitAndSend(204);
    await emitAndSend(410);
    expect((await seen())[0]).toMatchObject({ statusCode: 410 });
    await test.owner.rows('update company_webhooks set url = $2 where id = $1', [
      hook.id,
      'http://127.0.0.1:1/',
    ]);
    await emitAndSend();
    const error = 'The connection was refused';
    expect((await seen())[0]).toMatchObject({ statusCode: null, error });
  });

  it('no longer once another event has arrived since', async () => {
    await emitAndSend(204);
    const [delivered] = await read(admin, '/Webhooks/deliveries');
    await emitAndSend(500);
    expect((await seen())[0]).toMatchObject({ statusCode: 500 });
    await test.call(admin, 'POST', `/Webhooks/deliveries/${delivered.id}/send-again`);
    await runJobs(test);
    expect(await seen()).toEqual(fine);
  });

  it('not while it is off or after that, nor at an address that was not tried', async () => {
    await emitAndSend(500);
    await change({ isActive: false });
    expect(await seen()).toEqual(fine);
    await letTimePass(test.owner);
    await runJobs(test);
    await change({ isActive: true });
    expect(await seen()).toEqual(fine);
    await emitAndSend(500);
    expect((await seen())[0]).toMatchObject({ statusCode: 500 });
    await change({ url: `${receiver.origin}/other` });
    expect(await seen()).toEqual(fine);
  });
});

async function emitAndSend(...statuses: number[]): Promise<void> {
  receiver.answers.push(...statuses.map((status) => answering(status)));
  const companyId = admin.companyId ?? '';
  const { id, ...data } = await createPayment(test.owner, companyId);
  await test.database.within(platformScope, (db) =>
    emitEvents(db, [{ companyId, paymentId: id, type: 'payment.succeeded', data }]),
  );
  await runJobs(test);
}

async function read(by: TestActor, path: string) {
  return (await test.call(by, 'GET', path)).body.data;
}

/** By the company, and by staff at both places. */
async function seen() {
  return [
    (await read(admin, '/Webhooks'))[0].failing,
    (await read(staff, `/Company/${admin.companyId}/webhook`)).failing,
    (await read(staff, `/AdminDashboard/company/${admin.companyId}`)).webhook.failing,
  ];
}

function change(body: object) {
  return test.call(admin, 'PUT', `/Webhooks/${hook.id}`, { url: receiver.origin, ...body });
}
