import { expect, it } from 'vitest';
import * as z from 'zod';
import { endpoints, sampleOf, type Part } from './samples.ts';

const parts: Part[] = ['params', 'query', 'body'];
const cases = endpoints.flatMap(({ name, endpoint }) =>
  parts.flatMap((part) => {
    const schema = endpoint[part];
    return schema ? [{ name, part, endpoint, schema }] : [];
  }),
);

it.each(cases)('$name has a valid sample of its $part', ({ part, endpoint, schema }) => {
  expect(z.safeParse(schema, sampleOf(endpoint, part)).error?.issues).toBeUndefined();
});
