import { contract } from '@sente/contract';
import type { Endpoint } from '@sente/contract/endpoint';
import { expect, it } from 'vitest';
import * as z from 'zod';
import { openApiDocument } from '../http/openapi.ts';
import { paymentsGuide } from '../payments/api/api-guide.ts';
import {
  callText,
  eventTexts,
  exampleAnswer,
  exampleEvent,
  exampleBody,
  operationOf,
} from './api-call.ts';
import { accepts } from './schema-example.ts';
import { patternsWithoutWords, type FieldSchema } from './schema-words.ts';

const document = openApiDocument(contract, { payments: paymentsGuide });
const calls = Object.entries(contract).flatMap(([group, endpoints]) =>
  Object.entries(endpoints as Record<string, Endpoint>).map(([name, endpoint]) => ({
    name: `${group}.${name}`,
    endpoint,
    operation: operationOf(endpoint, document),
  })),
);

it.each(calls.filter(({ endpoint }) => endpoint.body))(
  '$name has an example request that it accepts',
  ({ endpoint, operation }) => {
    const type = endpoint.bodyType ?? 'application/json';
    if (type !== 'application/json' || !endpoint.body) return;
    expect(z.safeParse(endpoint.body, exampleBody(operation)).error?.issues).toBeUndefined();
  },
);

it.each(calls.filter(({ endpoint }) => !endpoint.replyType))(
  '$name has an example answer that its schema accepts',
  ({ endpoint, operation }) => {
    const answer = exampleAnswer(endpoint, operation, document) as { data: unknown };
    const { schema = {} } =
      operation.responses[endpoint.status ?? 200]?.content?.['application/json'] ?? {};
    expect(accepts(schema, answer)).toBe(true);
    expect(z.safeParse(endpoint.reply, answer.data).error?.issues).toBeUndefined();
  },
);

it('has words for every pattern of the contract', () => {
  expect([...new Set(patternsWithoutWords(document))]).toEqual([]);
});

const textOf = (name: string): string => {
  const call = calls.find((each) => each.name === name);
  if (!call) throw new Error(`There is no ${name}`);
  return callText(call.endpoint, document);
};

it('shows fields in tables, with their limits in words, and no schema', () => {
  const text = textOf('payments.createBulkPayout');
  expect(text).toContain('<code>name</code>');
  expect(text).toContain('<span class="within">lines[].</span>phoneNumber</code>');
  expect(text).toMatch(/>list of objects<\/td>/);
  expect(text).toMatch(/at most 100 characters/i);
  for (const { name } of calls) {
    expect(textOf(name), name).not.toMatch(/&#34;(maxLength|anyOf|additionalProperties)&#34;/);
  }
});

it('has examples beside the fields, and each code leads to its row', () => {
  const text = textOf('payments.createCollection');
  const [about = '', examples = ''] = text.split('<div class="examples">');
  expect(about).toMatch(
    /<div class="sides"><div class="about">.*Body of payments.createCollection/s,
  );
  expect(about).toContain('<b class="need">required</b>');
  expect(about).toContain('href="/api/docs#error-validation_failed"');
  expect(examples.match(/<div class="code"><h3>/g)).toHaveLength(2);
});

it('shows an example of a request and of its answer', () => {
  const text = textOf('payments.createCollection').replaceAll('&#34;', '"');
  expect(text).toContain('POST /api/v1/Payments/collections\nIdempotency-Key: order-1041');
  expect(text).toContain('"phoneNumber": "0772123456"');
  expect(text).toContain('Example answer, status 202');
});

it('tells the lines of a bulk payout from the whole, and an accepted order from a paid one', () => {
  expect(textOf('payments.createBulkPayout')).toContain('Amount of this line in UGX');
  expect(textOf('payments.createBulkPayout')).toContain('From 1 to 10,000 entries');
  const answerOf = (name: string) =>
    calls
      .filter((each) => each.name === `payments.${name}`)
      .map(({ endpoint, operation }) => exampleAnswer(endpoint, operation, document));
  expect(answerOf('createPayout')).toMatchObject([{ data: { status: 'PENDING' } }]);
  expect(answerOf('createLink')).toMatchObject([{ data: { amount: 50_000, stock: null } }]);
});

it('has an example of each event that its schema accepts, and of an event that is asked for', () => {
  const webhooks = paymentsGuide.webhooks as Record<
    string,
    { post: { requestBody: { content: { 'application/json': { schema: FieldSchema } } } } }
  >;
  for (const [type, { post }] of Object.entries(webhooks)) {
    const { schema } = post.requestBody.content['application/json'];
    const event = exampleEvent(type, schema);
    expect([type, accepts(schema, event)]).toEqual([type, true]);
    expect(event).toMatchObject({ type });
  }
  expect(eventTexts(paymentsGuide)).toContain('PAYER_REFUSED');
  expect(textOf('payments.listEvents').replaceAll('&#34;', '"')).toContain(
    '"type": "payment.succeeded"',
  );
});
