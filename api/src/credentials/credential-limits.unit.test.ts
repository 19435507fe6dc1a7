import type { FastifyReply } from 'fastify';
import { expect, it } from 'vitest';
import { countsAlone } from '../live/shared-counts.ts';
import { createCredentialLimits } from './credential-limits.ts';

it('fills up again at its rate, and never beyond the burst', () => {
  let now = 0;
  let sent: Record<string, number> = {};
  const reply = { headers: (values: typeof sent) => (sent = values) } as unknown as FastifyReply;
  const limits = createCredentialLimits(
    { requestsPerSecond: 10, burst: 3 },
    countsAlone,
    () => now,
  );
  const isAllowed = () => {
    try {
      limits.count('one', reply);
      return true;
    } catch {
      return false;
    }
  };
  expect([1, 2, 3, 4].map(isAllowed)).toEqual([true, true, true, false]);
  now += 99;
  expect(isAllowed()).toBe(false);
  now += 1;
  expect([isAllowed(), isAllowed()]).toEqual([true, false]);
  now += 60_000;
  expect([1, 2, 3, 4].map(isAllowed)).toEqual([true, true, true, false]);
  expect(sent).toMatchObject({ 'ratelimit-limit': 3, 'ratelimit-remaining': 0 });
});
