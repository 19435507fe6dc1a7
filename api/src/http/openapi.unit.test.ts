import { createConfig, lintFromString } from '@redocly/openapi-core';
import { contract } from '@sente/contract';
import { expect, it } from 'vitest';
import { paymentsGuide } from '../payments/api/api-guide.ts';
import { openApiDocument, withNamedSchemas } from './openapi.ts';

const guides = { payments: paymentsGuide };
const forSystems = withNamedSchemas(
  openApiDocument({ payments: contract.payments }, guides),
  guides,
);
const forTools = withNamedSchemas(openApiDocument(contract, guides), guides);

/** What Redocly's recommended rules say, errors and warnings. */
async function problemsOf(document: object, rules: Record<string, 'off'> = {}): Promise<string[]> {
  const config = await createConfig({ extends: ['recommended'], rules });
  const source = JSON.stringify(document);
  const problems = await lintFromString({ source, absoluteRef: '/openapi.json', config });
  return problems.map(({ ruleId, location, message }) =>
    [ruleId, location[0]?.pointer, message].join(' '),
  );
}

it("the payments API keeps Redocly's recommended rules", async () => {
  expect(await problemsOf(forSystems)).toEqual([]);
});

it('the whole API keeps them, but for paths that the portal has always had', async () => {
  // /Account/company/{companyId} and /Account/{id}/balance: no server confuses them.
  expect(await problemsOf(forTools, { 'no-ambiguous-paths': 'off' })).toEqual([]);
});

it('what programs need has a name of its own', () => {
  const { components, paths } = forSystems as {
    components: { schemas: Record<string, object> };
    paths: Record<string, object>;
  };
  expect(Object.keys(components.schemas)).toEqual(
    expect.arrayContaining(['Failure', 'Payment', 'EventPayment', 'AcceptedPayment']),
  );
  for (const [path, name] of [
    ['/v1/Payments/{transactionId}', 'Payment'],
    ['/v1/Payments/refunds', 'RefundOrder'],
    ['/v1/Payments/links/{linkId}', 'PaymentLink'],
    ['/v1/Payments/links', 'PaymentLink'],
    ['/v1/Payments/links', 'LinkOrder'],
    ['/v1/Payments/bulk-payouts', 'BulkOrder'],
    ['/v1/Payments/bulk-payouts/{bulkId}/retry', 'BulkRetry'],
    ['/v1/Payments/bulk-payouts/{bulkId}', 'BulkPayout'],
    ['/v1/Payments/bulk-payouts/{bulkId}/lines', 'BulkLine'],
    ['/v1/Events', 'Event'],
    ['/v1/Examinations', 'Examination'],
  ] as const) {
    expect(JSON.stringify(paths[path]), path).toContain(`"#/components/schemas/${name}"`);
  }
});

/** The names of fields that are numbers of any kind. */
function* fractions(value: unknown, name = ''): Generator<string> {
  if (typeof value !== 'object' || value === null) return;
  const { type } = value as { type?: unknown };
  if ([type].flat().includes('number')) yield name;
  for (const [key, each] of Object.entries(value)) {
    const isInner = ['anyOf', 'items', 'schema'].includes(key) || Array.isArray(value);
    yield* fractions(each, isInner ? name : key);
  }
}

it('only sums of money can have decimals; whole numbers are integers', () => {
  expect([...new Set(fractions(forSystems))].toSorted()).toEqual([
    'amount',
    'available',
    'balance',
    'fee',
    'held',
    'leastAmount',
    'mostAmount',
    'paidAmount',
    'refundedAmount',
    'tax',
  ]);
  const text = JSON.stringify(forSystems);
  expect(text).toMatch(/"name":"limit","in":"query","required":false,"schema":\{"type":"integer"/);
});
