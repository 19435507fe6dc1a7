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
  expect(JSON.stringify(paths['/v1/Payments/{transactionId}'])).toContain(
    '{"$ref":"#/components/schemas/Payment"}',
  );
});

it('whole numbers are integers', () => {
  const text = JSON.stringify(forSystems);
  expect(text).toMatch(/"name":"limit","in":"query","required":false,"schema":\{"type":"integer"/);
  expect(text).toMatch(/"amount":\{"description":"[^"]*","type":"integer"/);
});
