import { contract } from '@sente/contract';
import { fillPath, type Endpoint } from '@sente/contract/endpoint';
import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import * as z from 'zod';
import { createMember, createStaff, type TestActor } from './actors.ts';
import { createTestApp, type TestApp } from './app.ts';

const requestCount = 5_000;

let test: TestApp;
let actors: (TestActor | null)[];

beforeAll(async () => {
  test = await createTestApp();
  actors = [
    null,
    await createStaff(test.owner),
    await createStaff(test.owner),
    await createMember(test.owner),
  ];
});

// Signing out would end the sessions that the other requests use.
const endpoints: Endpoint[] = Object.values(contract)
  .flatMap((group) => Object.values(group) as Endpoint[])
  .filter((endpoint) => endpoint.path !== '/Auth/logout');

/** Text that has broken servers before. */
const nastyText = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    '\0',
    '\u202e',
    '\ud800',
    '%00',
    '../../etc/passwd',
    "'; drop table users; --",
    '1e309',
    '-0',
    'null',
    '[object Object]',
    '__proto__',
    'constructor',
    'x'.repeat(3_000),
    '٣',
    '00000000-0000-7000-8000-000000000101',
    'https://example.test',
    'a@b.co',
    'Demo One',
    '9'.repeat(30),
  ),
  fc.string({ unit: 'binary', maxLength: 40 }),
);

const nastyValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 3, arbitrary: nastyText },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      null,
      true,
      false,
      0,
      -1,
      1e21,
      0.1 + 0.2,
      Number.MAX_SAFE_INTEGER,
      [],
      {},
    ),
  },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
);

function fieldNames(schema: z.core.$ZodType | undefined): string[] {
  if (!schema) return [];
  const { properties = {} } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return Object.keys(properties);
}

/** Mostly the fields that the endpoint knows, sometimes others, with values that do not fit. */
function nastyObject(names: string[]): fc.Arbitrary<Record<string, unknown>> {
  const name =
    names.length > 0
      ? fc.oneof({ weight: 5, arbitrary: fc.constantFrom(...names) }, nastyText)
      : nastyText;
  return fc.dictionary(name, nastyValue, { maxKeys: names.length + 1 });
}

const request = fc.constantFrom(...endpoints).chain((endpoint) =>
  fc.record({
    endpoint: fc.constant(endpoint),
    actor: fc.nat(3),
    params: fc.record(
      Object.fromEntries(fieldNames(endpoint.params).map((name) => [name, nastyText])),
    ),
    query: fc.option(nastyObject(fieldNames(endpoint.query)), { nil: {} }),
    body: fc.oneof(nastyObject(fieldNames(endpoint.body)), nastyValue),
  }),
);

/** Addresses hold well-formed text only; a lone surrogate becomes the replacement character. */
const wellFormed = (value: unknown): string => Buffer.from(String(value)).toString();

function search(query: Record<string, unknown>): string {
  const pairs = Object.entries(query).map(([name, value]): [string, string] => [
    wellFormed(name),
    wellFormed(value),
  ]);
  return pairs.length > 0 ? `?${new URLSearchParams(pairs)}` : '';
}

it(
  `answers ${requestCount} hostile requests with an envelope and never fails`,
  { timeout: 120_000 },
  async () => {
    const seen = new Map<number, number>();
    await fc.assert(
      fc.asyncProperty(request, async ({ endpoint, actor, params, query, body }) => {
        const named = Object.fromEntries(
          Object.entries(params).map(([name, value]) => [name, wellFormed(value)]),
        );
        const path = fillPath(endpoint.path, named) + search(query);
        const hasBody = endpoint.method !== 'GET';
        const answer = await test.call(
          actors[actor] ?? null,
          endpoint.method,
          path,
          hasBody ? body : undefined,
        );
        seen.set(answer.status, (seen.get(answer.status) ?? 0) + 1);
        expect(answer.body).toMatchObject({
          success: answer.status < 300,
          errors: expect.any(Array),
        });
        if (answer.status >= 500) expect(answer.status).toBe(501);
        expect(answer.text).not.toMatch(/ at .*\.ts:\d+|node_modules|select .* from |insert into/);
      }),
      { numRuns: requestCount },
    );
    // A fuzz that is turned away at the door every time would prove nothing.
    expect(seen.get(200) ?? 0).toBeGreaterThan(10);
    expect(seen.get(400) ?? 0).toBeGreaterThan(500);
  },
);
