import { contract } from '@sente/contract';
import { expect, it } from 'vitest';
import { openApiDocument } from '../../http/openapi.ts';
import { paymentsGuide } from './api-guide.ts';
import { paymentFields } from './payment-fields.ts';

type Json = Record<string, unknown>;
interface Operation {
  readonly parameters: { name: string; in: string; description?: string }[];
  readonly requestBody?: { content: Record<string, { schema: Json }> };
}
const document = openApiDocument(contract, { payments: paymentsGuide }) as {
  paths: Record<string, Record<string, Operation>>;
  webhooks: Record<string, { post: Operation }>;
};
const bodyOf = (path: string, method: string): Json =>
  Object.values(document.paths[path]?.[method]?.requestBody?.content ?? {})[0]?.schema ?? {};

it.each([
  ['/v1/Payments/collections', 'post', ['phoneNumber', 'amount', 'reference']],
  ['/v1/Payments/payouts', 'post', ['phoneNumber', 'amount', 'reference']],
  ['/Company', 'post', ['name', 'email', 'phone', 'address']],
])('requires only the mandatory fields of %s %s', (path, method, required) => {
  expect(bodyOf(path, method)['required']).toEqual(required);
});

it('describes an optional text', () => {
  const { description } = bodyOf('/v1/Payments/payouts', 'post')['properties'] as Json;
  expect(description).toMatchObject({
    anyOf: [{ type: 'string', maxLength: 200 }, { type: 'null' }],
  });
});

/** Every property and parameter by its name, with its description. */
function* fieldsIn(value: unknown): Generator<[name: string, description: unknown]> {
  if (Array.isArray(value)) for (const each of value) yield* fieldsIn(each);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return;
  const { properties, in: place, name, ...rest } = value as Json;
  if (place === 'query' || place === 'path') yield [String(name), rest['description']];
  for (const [field, schema] of Object.entries((properties ?? {}) as Json)) {
    yield [field, (schema as Json)['description']];
    yield* fieldsIn(schema);
  }
  yield* fieldsIn(Object.values(rest));
}

it('describes each field of the payments and no other', () => {
  const operations = Object.entries(document.paths)
    .filter(([path]) => /^\/v1\/(Payments|Events)/.test(path))
    .flatMap(([, methods]) => Object.values(methods));
  const fields = [...fieldsIn(operations)];
  const envelope = ['success', 'message', 'error', 'errors', 'data', 'meta'];
  const bare = fields.filter(([name, text]) => !text && !envelope.includes(name));
  expect(bare).toEqual([]);
  const all = [...fields, ...fieldsIn(document.webhooks)];
  const texts = new Set(all.map(([, text]) => text));
  const unused = Object.entries(paymentFields).filter(([, text]) => !texts.has(text));
  expect(unused).toEqual([]);
});

it('describes the statuses', () => {
  const list = JSON.stringify(document.paths['/v1/Payments/{transactionId}']);
  expect(list).toContain('"enum":["PENDING","PROCESSING","SUCCESS","FAILED"]');
});

it('describes the webhook payload', () => {
  expect(Object.keys(document.webhooks)).toEqual([
    'payment.succeeded',
    'payment.failed',
    'payment.reversed',
    'settlement.paid',
    'settlement.returned',
    'bulk_payout.finished',
    'bulk_payout.unpaid',
    'webhook.test',
  ]);
  const names = [...fieldsIn(document.webhooks['payment.failed'])].map(([name]) => name);
  expect(names).toEqual(
    expect.arrayContaining(['type', 'timestamp', 'data', 'reasonCode', 'voucherHidden']),
  );
  const test = [...fieldsIn(document.webhooks['webhook.test'])].map(([name]) => name);
  expect(test).toEqual(['type', 'timestamp', 'mode', 'data', 'companyId']);
});
