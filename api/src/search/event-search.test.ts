import type { CompanyEvent } from '@sente/contract/events';
import type { WebhookDelivery } from '@sente/contract/webhooks';
import { beforeAll, describe, expect, it } from 'vitest';
import { createMember, createStaff, type TestActor } from '../../test/actors.ts';
import { createTestApp, type TestApp } from '../../test/app.ts';
import { createPayment } from '../../test/factories.ts';
import { createWebhook } from '../../test/webhooks.ts';
import { platformScope } from '../db/scope.ts';
import { toShortId } from '../db/short-id.ts';
import { uuidV7 } from '../db/uuid.ts';
import { emitEvents, type WebhookEvent } from '../webhooks/outbox.ts';

/* Events and their deliveries are found by what they are about. */

let test: TestApp;
let admin: TestActor;
let staff: TestActor;
let companyId: string;
let shoe: string;
let hat: string;
beforeAll(async () => {
  test = await createTestApp();
  staff = await createStaff(test.owner);
  admin = await createMember(test.owner);
  companyId = admin.companyId ?? '';
  await createWebhook(test.owner, companyId, 'https://example.test/hook');
  shoe = await pay('256772111222', 'SHOE-1', 'payment.succeeded');
  hat = await pay('256701333444', 'HAT-1', 'payment.failed');
  await payBulk('Salaries of June');
});

const emit = (event: Pick<WebhookEvent, 'paymentId' | 'type'> & { data: object }) =>
  test.database.within(platformScope, (db) =>
    emitEvents(db, [{ companyId, ...event } as WebhookEvent]),
  );

async function pay(phoneNumber: string, reference: string, type: WebhookEvent['type']) {
  const id = await createPayment(test.owner, companyId, { phoneNumber, reference });
  await emit({ paymentId: id, type, data: { transactionId: toShortId(id), reference } });
  return id;
}

async function payBulk(name: string): Promise<void> {
  const id = uuidV7();
  await test.owner.rows(
    `insert into bulk_payouts (id, company_id, account_id, name, origin, line_count)
     select $1, $2, id, $3, 'api', 1 from accounts where company_id = $2 limit 1`,
    [id, companyId, name],
  );
  await emit({ paymentId: id, type: 'bulk_payout.finished', data: { name } });
}

const events = async (query: string, actor = admin): Promise<CompanyEvent[]> => {
  const answer = await test.call(actor, 'GET', `/Events?${query}`);
  expect(answer.status, answer.text).toBe(200);
  return answer.body.data;
};
const references = (found: readonly CompanyEvent[]) =>
  found.map(({ data }) => data['reference'] ?? data['name']);
const deliveries = async (search: string, actor = admin): Promise<WebhookDelivery[]> => {
  const path =
    actor === staff ? `/Company/${companyId}/webhook/deliveries` : '/Webhooks/deliveries';
  const answer = await test.call(actor, 'GET', `${path}?search=${encodeURIComponent(search)}`);
  expect(answer.status, answer.text).toBe(200);
  return answer.body.data;
};

describe('events and deliveries are searched', () => {
  it.each([
    ['a reference', () => 'shoe-1'],
    ['a phone number', () => '0772 111 222'],
    ['its last digits', () => '111222'],
    ['the id of a payment as integrators have it', () => toShortId(shoe)],
    ['the id of a payment', () => shoe],
  ])('by %s', async (_, text) => {
    const search = encodeURIComponent(text());
    expect(references(await events(`search=${search}`))).toEqual(['SHOE-1']);
    for (const actor of [admin, staff]) {
      expect((await deliveries(text(), actor)).map(({ recordId }) => recordId)).toEqual([shoe]);
    }
  });

  it('by their id and their number', async () => {
    const [last] = await events('limit=1');
    const { id = '', sequence = 0 } = last ?? {};
    for (const text of [id, id.slice(0, 30), String(sequence), `#${sequence}`]) {
      expect((await events(`search=${encodeURIComponent(text)}`)).map((one) => one.id)).toEqual([
        id,
      ]);
      expect((await deliveries(text)).map(({ eventId }) => eventId)).toEqual([id]);
    }
  });

  it('by the name of a bulk payout', async () => {
    expect(references(await events('search=of june'))).toEqual(['Salaries of June']);
    expect(await deliveries('salaries')).toMatchObject([{ type: 'bulk_payout.finished' }]);
  });

  it('by their kind, with a text and page by page', async () => {
    expect(references(await events('type=payment.failed'))).toEqual(['HAT-1']);
    expect(await events('type=payment.failed&search=SHOE-1')).toEqual([]);
    const sold = await pay('256772111222', 'SHOE-2', 'payment.succeeded');
    const first = await test.call(admin, 'GET', '/Events?search=0772111222&limit=1');
    expect(references(first.body.data)).toEqual(['SHOE-2']);
    const { nextBefore } = first.body.meta as { readonly nextBefore: number };
    const next = await events(`search=0772111222&limit=1&before=${nextBefore}`);
    expect(references(next)).toEqual(['SHOE-1']);
    expect((await deliveries('0772111222')).map(({ recordId }) => recordId)).toEqual([sold, shoe]);
  });

  it('within the own company', async () => {
    const stranger = await createMember(test.owner);
    const foreign = stranger.companyId ?? '';
    await createWebhook(test.owner, foreign, 'https://other.test/hook');
    for (const text of ['SHOE-1', '0772111222', shoe, hat]) {
      expect(await events(`search=${text}`, stranger)).toEqual([]);
      expect(await deliveries(text, stranger)).toEqual([]);
    }
    expect(await events('search=nothing-like-it')).toEqual([]);
    expect(await deliveries('nothing-like-it')).toEqual([]);
  });
});
