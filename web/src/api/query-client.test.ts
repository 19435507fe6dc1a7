import { describe, expect, it, vi } from 'vitest';
import { ApiError } from './api-error.ts';
import { keys } from './keys.ts';
import { createQueryClient } from './query-client.ts';

async function timesAsked(error: Error): Promise<number> {
  const client = createQueryClient();
  const queryFn = vi.fn(() => Promise.reject(error));
  const asked = client.fetchQuery({
    queryKey: keys.networks,
    queryFn,
    retry: client.getDefaultOptions().queries?.retry ?? false,
    retryDelay: 0,
  });
  await expect(asked).rejects.toBe(error);
  return queryFn.mock.calls.length;
}

describe('retries', () => {
  it.each([
    ['a lost connection once', 'network', 0, 2],
    ['no 4xx', 'http', 404, 1],
    ['no 5xx', 'http', 500, 1],
    ['no refusal', 'refused', 200, 1],
  ] as const)('%s', async (_, kind, status, times) => {
    expect(await timesAsked(new ApiError({ kind, status, message: 'x' }))).toBe(times);
  });

  it('never repeats a write', () => {
    expect(createQueryClient().getDefaultOptions().mutations?.retry).toBe(false);
  });
});
