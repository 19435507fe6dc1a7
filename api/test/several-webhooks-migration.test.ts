import { expect, it } from 'vitest';
import { migrate } from '../src/db/migrate.ts';
import { uuidV7 } from '../src/db/uuid.ts';
import { createSealer } from '../src/security/secrets.ts';
import { deliver } from '../src/webhooks/delivery.ts';
import { createSender } from '../src/webhooks/sender.ts';
import { testCredentialKey } from './app.ts';
import { createCompany } from './factories.ts';
import { olderDatabase, stopServers } from './older-database.ts';
import { allowAll, startReceiver } from './webhooks.ts';

/* The migration after which a company has several webhooks. */

it('the webhook of before is the first one, with its secret, its deliveries and what is on its way', async () => {
  const receiver = await startReceiver();
  const { url, database, owner } = await olderDatabase(61);
  const companyId = await createCompany(owner);
  const sealer = createSealer(testCredentialKey);
  const place = { id: companyId, companyId };
  const { sealed, keyName } = sealer.seal('whsec_dGVzdCBzZWNyZXQgb2YgMjQgYnl0ZXMh', place);
  await owner.rows(
    'insert into company_webhooks (company_id, url, secret_sealed, key_name) values ($1, $2, $3, $4)',
    [companyId, `${receiver.origin}/hook`, sealed, keyName],
  );
  const [arrived, waiting] = [uuidV7(1), uuidV7(2)];
  for (const [id, state] of [
    [arrived, 'delivered'],
    [waiting, 'waiting'],
  ]) {
    await owner.rows(
      `insert into webhook_events (company_id, id, payment_id, type, payload, state, job_id, attempt_count)
       values ($1, $2, $3, 'payment.failed', '{"type":"payment.failed","data":{}}', $4, 7, 1)`,
      [companyId, id, uuidV7(), state],
    );
    await owner.rows(
      `insert into webhook_attempts (company_id, event_id, number, url, request_headers, duration_ms)
       values ($1, $2, 1, 'https://shop.test', '{}', 5)`,
      [companyId, id],
    );
  }
  await stopServers(url);
  await migrate(url, () => {});
  expect(
    await owner.rows(
      `select d.id, d.event_id, d.webhook_id, d.state, e.sequence, a.number
       from webhook_deliveries d join webhook_events e on e.id = d.event_id
       join webhook_attempts a on a.delivery_id = d.id order by e.sequence`,
    ),
  ).toEqual([
    {
      id: arrived,
      event_id: arrived,
      webhook_id: companyId,
      state: 'delivered',
      sequence: '1',
      number: 1,
    },
    {
      id: waiting,
      event_id: waiting,
      webhook_id: companyId,
      state: 'waiting',
      sequence: '2',
      number: 1,
    },
  ]);
  const sender = createSender({ sealer, addresses: allowAll });
  const job = { jobId: '7', attempt: 2, maxAttempts: 24 };
  const ref = { companyId, webhookId: companyId, deliveryId: waiting };
  await deliver(database, sender, { ...ref, ...job });
  expect(
    receiver.received.map(({ headers, body }) => [headers['webhook-id'], JSON.parse(body)]),
  ).toEqual([[waiting, { type: 'payment.failed', sequence: 2, previousSequence: 1, data: {} }]]);
}, 60_000);
