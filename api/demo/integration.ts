import type { Payment } from '@sente/contract/payments';
import { insertRequests, type NewRequest } from '../src/api-requests/api-requests.queries.ts';
import { maskBody } from '../src/api-requests/masking.ts';
import type { Db } from '../src/db/database.ts';
import { uuidV7 } from '../src/db/uuid.ts';
import { readPayments } from '../src/payments/payment-view.ts';
import type { Sealer } from '../src/security/secrets.ts';
import { newWebhookSecret, sealSecret } from '../src/webhooks/secret.ts';
import { secondsAfter } from './payment-rows.ts';

/**
 * What the systems of Demo One did with its key in the last 30 days: the requests behind its payments, the events
 * about them, and what became of these at its webhook. All of it belongs to payments that are in the
 * books already, since the figures of the company are fixed.
 */
export async function seedIntegration(
  db: Db,
  companyIds: ReadonlyMap<string, string>,
  sealer: Sealer,
): Promise<void> {
  const companyId = companyIds.get('demo-one') ?? '';
  const key = await db.row<DemoKey>(
    `select id, channel_id, last_used_at from company_credentials where company_id = $1`,
    [companyId],
  );
  if (!key) throw new Error('Demo One has no key');
  const orders = await db.rows<Order>(
    `select id, created_at, finished_at from payments
     where company_id = $1 and origin = 'api' and created_at > now() - interval '29 days'
       and created_at < $2
     order by id`,
    [companyId, key.last_used_at],
  );
  const payments = await readPayments(
    db,
    orders.map(({ id }) => id),
  );
  const told = orders.map((order, at) => ({ ...order, payment: payments[at] as Payment }));
  await insertRequests(db, requestsOf(companyId, key, told));
  await db.rows('update company_credentials set last_used_address = $2 where id = $1', [
    key.id,
    address,
  ]);
  await seedEvents(db, companyId, sealer, told);
}

interface DemoKey {
  readonly id: string;
  readonly channel_id: string;
  readonly last_used_at: Date;
}

interface Order {
  readonly id: string;
  readonly created_at: Date;
  readonly finished_at: Date | null;
}

interface ToldOrder extends Order {
  readonly payment: Payment;
}

const address = '102.134.147.20';

/**
 * A payout to a number that had paid before gives back a part of that payment. Not of Demo One, where no two payments
 * have the same number.
 */
export async function seedRefund(db: Db, companyIds: ReadonlyMap<string, string>): Promise<void> {
  const companyId = companyIds.get('demo-one') ?? '';
  const pair = await db.row<{ payment_id: string; refund_id: string; phone_number: string }>(
    `select c.id as payment_id, r.id as refund_id, c.phone_number
     from payments r join payments c on c.company_id = r.company_id and c.account_id = r.account_id
       and c.network = r.network and c.direction = 'collection' and c.status = 'SUCCESS'
       and c.amount >= r.amount and c.finished_at < r.created_at and not c.is_before_ledger
     where r.company_id <> $1 and r.direction = 'payout' and r.status = 'SUCCESS' and r.origin = 'api'
       and not exists (select from transactions v where v.reversal_of in (c.transaction_id, r.transaction_id))
     order by r.id desc, c.id desc limit 1`,
    [companyId],
  );
  if (!pair) throw new Error('No company has a payout that could be a refund');
  await db.rows('update payments set phone_number = $2 where id = $1', [
    pair.refund_id,
    pair.phone_number,
  ]);
  await db.rows(
    `insert into refunds (company_id, payment_id, refund_id, reason, created_at)
     select company_id, $2, id, 'Delivered in part', created_at from payments where id = $1`,
    [pair.refund_id, pair.payment_id],
  );
}

/** Each order, some looks at what became of it, some that were refused, and the last use of the key. */
function requestsOf(
  companyId: string,
  { id, channel_id: channelId, last_used_at: lastUsedAt }: DemoKey,
  orders: readonly ToldOrder[],
): NewRequest[] {
  const request = (
    at: Date,
    fields: Pick<NewRequest, 'method' | 'path'> & Partial<NewRequest>,
  ): NewRequest => ({
    companyId,
    id: uuidV7(at.getTime()),
    status: 200,
    errorCode: null,
    errorMessage: null,
    credentialId: id,
    channelId,
    address,
    durationMs: 20 + (at.getSeconds() % 30),
    idempotencyKey: null,
    requestBody: null,
    answerBody: null,
    ...fields,
  });
  return [
    ...orders.flatMap((order, place) => [
      // Lines of a bulk payout had one request together, which is older than the log.
      ...(order.payment.bulk ? [] : [request(order.created_at, orderOf(order.payment))]),
      ...(order.finished_at && place % 3 === 0
        ? [
            request(secondsAfter(order.finished_at, 2), {
              method: 'GET',
              path: `/api/v1/Payments/${order.payment.transactionId}`,
              answerBody: maskBody(answer(order.payment)),
            }),
          ]
        : []),
      ...(place % 5 === 2 ? [request(secondsAfter(order.created_at, -40), refusedOrder)] : []),
    ]),
    request(lastUsedAt, { method: 'GET', path: '/api/v1/Payments/balance' }),
  ];
}

const answer = (data: unknown) => ({
  success: true,
  message: null,
  error: null,
  errors: [],
  data,
  mode: 'live',
});

function orderOf(payment: Payment): Pick<NewRequest, 'method' | 'path'> & Partial<NewRequest> {
  const { phoneNumber, amount, reference, refundOf } = payment;
  const kind = payment.direction === 'collection' ? 'collections' : 'payouts';
  const pending = { ...payment, status: 'PENDING', finishedAt: null, networkReference: null };
  return {
    method: 'POST',
    path: `/api/v1/Payments/${refundOf ? 'refunds' : kind}`,
    status: 202,
    idempotencyKey: reference,
    requestBody: maskBody(
      refundOf ? { transactionId: refundOf, amount } : { phoneNumber, amount, reference },
    ),
    answerBody: maskBody(answer(pending)),
  };
}

const refusedOrder = {
  method: 'POST',
  path: '/api/v1/Payments/collections',
  status: 400,
  errorCode: 'validation_failed',
  errorMessage: 'Must be a Ugandan mobile number, such as 0772123456',
  idempotencyKey: 'HOTSPOT-CHECK',
  requestBody: maskBody({ phoneNumber: '0312', amount: 5_000, reference: 'HOTSPOT-CHECK' }),
  answerBody: maskBody({
    success: false,
    code: 'validation_failed',
    message: 'Must be a Ugandan mobile number, such as 0772123456',
    mode: 'live',
  }),
} as const;

const webhookUrl = 'https://shop.demo-one.example/webhooks/sente';

/**
 * The webhook is switched off since yesterday, because nobody answers at its address: what happens in the demo is
 * kept as events and not sent.
 */
async function seedEvents(
  db: Db,
  companyId: string,
  sealer: Sealer,
  orders: readonly ToldOrder[],
): Promise<void> {
  const ref = { companyId, webhookId: companyId };
  const { sealed, keyName } = sealSecret(sealer, ref, newWebhookSecret());
  await db.rows(
    `insert into company_webhooks (id, company_id, url, is_active, description, secret_sealed, key_name,
       created_at, updated_at, switched_off_at)
     values ($1, $1, $2, false, 'Shop', $3, $4, now() - interval '95 days', now() - interval '20 hours',
       now() - interval '20 hours')`,
    [companyId, webhookUrl, sealed, keyName],
  );
  const ended = orders.filter(({ finished_at: at }) => at !== null);
  for (const [place, { id, finished_at: at, payment }] of ended.entries()) {
    if (!at) continue;
    const eventId = uuidV7(at.getTime());
    const type = payment.status === 'SUCCESS' ? 'payment.succeeded' : 'payment.failed';
    const payload = { type, timestamp: at.toISOString(), mode: db.mode, data: payment };
    await db.rows(
      `insert into webhook_events (company_id, id, payment_id, type, payload, created_at)
       values ($1, $2, $3, $4, $5, $6)`,
      [companyId, eventId, id, type, JSON.stringify(payload), at],
    );
    // One was answered at the second attempt.
    await deliver(db, { companyId, eventId, paymentId: id, at, attempts: place === 2 ? 2 : 1 });
  }
  await db.rows('select events_number($1)', [companyId]);
}

async function deliver(
  db: Db,
  delivery: {
    readonly companyId: string;
    readonly eventId: string;
    readonly paymentId: string;
    readonly at: Date;
    readonly attempts: number;
  },
): Promise<void> {
  const { companyId, eventId, paymentId, at, attempts } = delivery;
  const isSent = at.getTime() < Date.now() - 20 * 3_600_000;
  if (!isSent) return;
  const attemptAt = (number: number) => secondsAfter(at, number === 1 ? 1 : 16);
  await db.rows(
    `insert into webhook_deliveries (company_id, id, event_id, webhook_id, state, attempt_count, created_at,
       delivered_at)
     values ($1, $2, $2, $1, 'delivered', $3, $4, $5)`,
    [companyId, eventId, attempts, at, attemptAt(attempts)],
  );
  for (let number = 1; number <= attempts; number++) {
    const isLast = number === attempts;
    await db.rows(
      `insert into webhook_attempts (company_id, delivery_id, number, at, url, request_headers, status_code,
         answer, duration_ms)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
      [
        companyId,
        eventId,
        number,
        attemptAt(number),
        webhookUrl,
        JSON.stringify({ 'content-type': 'application/json', 'webhook-id': eventId }),
        isLast ? 204 : 500,
        isLast ? '' : 'Internal Server Error',
        isLast ? 44 : 61,
      ],
    );
  }
  await db.rows('update payments set is_notified = true where id = $1', [paymentId]);
}
