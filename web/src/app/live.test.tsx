import { listen } from '@sente/contract/live';
import {
  InfiniteQueryObserver,
  QueryClient,
  QueryObserver,
  type QueryKey,
} from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useArrivedAt } from '../api/arrivals.ts';
import { key, keys } from '../api/keys.ts';
import { lastSessionEnd } from '../session/session-end.ts';
import { getSession } from '../session/session-store.ts';
import { owner, signInAs } from '../testing/people.ts';
import { held, ok, refused } from '../testing/answers.ts';
import { endLive, isHeard, serve, tellLive } from '../testing/server.ts';
import { startLive } from './live.ts';

let client: QueryClient;
let stop = (): void => {};
let subscriptions: (() => void)[] = [];

beforeEach(async () => {
  signInAs(owner);
  client = new QueryClient({ defaultOptions: { queries: { staleTime: 60_000 } } });
  stop = startLive(client);
  await waitFor(() => expect(isHeard()).toBe(true));
});
afterEach(() => {
  stop();
  for (const unsubscribe of subscriptions.splice(0)) unsubscribe();
});

it('a balance on screen is read again when money moves', async () => {
  const balance = await show(keys.accounts.details('company', 'a'), 100, 250);
  tellLive('money');
  await waitFor(() => expect(balance()).toBe(250));
});

it.each(['money', 'approvals'])('a bulk payout on screen goes on by itself: %s', async (topic) => {
  const bulk = await show(keys.bulkPayouts.details('a'), 'waiting', 'running');
  tellLive(topic);
  await waitFor(() => expect(bulk()).toBe('running'));
});

it('limits and settings on screen are read again when a request is decided', async () => {
  const limits = await show(key('limits', 'company'), 25, 30);
  const settings = await show(key('settings', 'platform'), 3, 2);
  tellLive('approvals');
  await waitFor(() => expect([limits(), settings()]).toEqual([30, 2]));
});

/** On screen: the answers come in this order, and the last one again. */
async function show<Data>(queryKey: QueryKey, ...answers: Data[]): Promise<() => unknown> {
  let count = 0;
  const queryFn = vi.fn(async () => answers[Math.min(count++, answers.length - 1)]);
  const observer = new QueryObserver(client, { queryKey, queryFn });
  subscriptions.push(observer.subscribe(() => {}));
  await waitFor(() => expect(queryFn).toHaveBeenCalledTimes(1));
  await waitFor(() => expect(client.isFetching()).toBe(0));
  return () => client.getQueryData(queryKey);
}

it('an answer that is on its way may be from before the change: it is asked for once more', async () => {
  const bell = await show(keys.attention, 'old', 'new');
  const queryKey = keys.companies.details('a');
  const { answer, release } = held();
  const queryFn = vi.fn(async () => (queryFn.mock.calls.length === 1 ? answer() : 'stopped'));
  const observer = new QueryObserver<unknown>(client, { queryKey, queryFn });
  subscriptions.push(observer.subscribe(() => {}));
  tellLive('brakes', 'money');
  await waitFor(() => expect(bell()).toBe('new'));
  release(ok('not stopped'));
  await waitFor(() => expect(client.getQueryData(queryKey)).toBe('stopped'));
  expect(queryFn).toHaveBeenCalledTimes(2);
});

it('what does not concern a topic stays', async () => {
  const balance = await show(keys.accounts.details('company', 'a'), 100, 250);
  const bell = await show(keys.notifications.list, 'old', 'new');
  tellLive('news', 'a topic of a later version');
  await waitFor(() => expect(bell()).toBe('new'));
  expect(balance()).toBe(100);
});

const listed = (...rows: [id: string, status: string][]) => ({
  rows: rows.map(([record_id, status]) => ({ record_id, status })),
  statuses: ['SUCCESS'],
  totalCount: rows.length,
});

it('rows of a list change in place', async () => {
  const list = await show(
    keys.apiTransactions.list('company', {}),
    listed(['1', 'PENDING']),
    listed(['1', 'SUCCESS']),
  );
  const { result } = renderHook(() => useArrivedAt('api-transactions'));
  const before = result.current;
  tellLive('money');
  await waitFor(() => expect(list()).toEqual(listed(['1', 'SUCCESS'])));
  expect(result.current).toBe(before);
});

it('new rows of a list are announced and not shown', async () => {
  const first = listed(['1', 'SUCCESS']);
  const list = await show(
    keys.apiTransactions.list('company', {}),
    first,
    listed(['2', 'PENDING'], ['1', 'SUCCESS']),
  );
  const { result } = renderHook(() => useArrivedAt('api-transactions'));
  const before = result.current;
  tellLive('money');
  await waitFor(() => expect(result.current).toBeGreaterThan(before));
  expect(list()).toBe(first);
});

it('rows on screen change in place, also when new ones are announced', async () => {
  const list = await show(
    keys.apiTransactions.list('company', {}),
    listed(['1', 'PENDING']),
    listed(['2', 'PENDING'], ['1', 'SUCCESS']),
  );
  const { result } = renderHook(() => useArrivedAt('api-transactions'));
  const before = result.current;
  tellLive('money');
  await waitFor(() => expect(result.current).toBeGreaterThan(before));
  expect(list()).toEqual(listed(['1', 'SUCCESS']));
});

it('a row that leaves a list goes and is not announced, and the next one fills its place', async () => {
  const list = await show(
    keys.apiTransactions.list('company', {}),
    listed(['3', 'PENDING'], ['2', 'PENDING']),
    listed(['2', 'PENDING'], ['1', 'PENDING']),
  );
  const { result } = renderHook(() => useArrivedAt('api-transactions'));
  const before = result.current;
  tellLive('money');
  await waitFor(() => expect(list()).toEqual(listed(['2', 'PENDING'], ['1', 'PENDING'])));
  expect(result.current).toBe(before);
});

it('rows of every loaded part change in place, also those that new ones push out of the first', async () => {
  let all: [id: string, status: string][] = [
    ['4', 'PENDING'],
    ['3', 'PENDING'],
    ['2', 'PENDING'],
    ['1', 'PENDING'],
  ];
  const observer = new InfiniteQueryObserver(client, {
    queryKey: keys.transactions.filtered({}),
    queryFn: async ({ pageParam }) => {
      const rows = all.filter(([id]) => pageParam === null || id < pageParam).slice(0, 2);
      return { rows: rows.map(([id, status]) => ({ id, status })) };
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ rows }) => rows.at(-1)?.id ?? null,
  });
  subscriptions.push(observer.subscribe(() => {}));
  await waitFor(() => expect(observer.getCurrentResult().data?.pages).toHaveLength(1));
  await observer.fetchNextPage();
  const shown = () =>
    observer
      .getCurrentResult()
      .data?.pages.map(({ rows }) => rows.map(({ id, status }) => `${id} ${status}`));
  expect(shown()).toEqual([
    ['4 PENDING', '3 PENDING'],
    ['2 PENDING', '1 PENDING'],
  ]);
  all = [['5', 'PENDING'], ...all.map(([id]): [string, string] => [id, 'SUCCESS'])];
  const { result } = renderHook(() => useArrivedAt('transactions'));
  const before = result.current;
  tellLive('money');
  await waitFor(() => expect(result.current).toBeGreaterThan(before));
  expect(shown()).toEqual([
    ['4 SUCCESS', '3 SUCCESS'],
    ['2 SUCCESS', '1 SUCCESS'],
  ]);
});

it('new movements of an account are announced by their numbers', async () => {
  const first = { rows: [{ number: 1 }] };
  const next = { rows: [{ number: 2 }, { number: 1 }] };
  const list = await show(keys.accounts.movements('a', {}), first, next);
  const { result } = renderHook(() => useArrivedAt('accounts'));
  const before = result.current;
  tellLive('money');
  await waitFor(() => expect(result.current).toBeGreaterThan(before));
  expect(list()).toBe(first);
});

it('a tab listens only while it is visible', async () => {
  const change = () => act(() => void document.dispatchEvent(new Event('visibilitychange')));
  const visibility = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  change();
  expect(isHeard()).toBe(false);
  visibility.mockRestore();
  change();
  await waitFor(() => expect(isHeard()).toBe(true));
});

it('a session that was ended elsewhere ends here as well', async () => {
  serve(listen, refused(401, 'Please sign in to continue'));
  endLive();
  await waitFor(() => expect(getSession()).toBeNull(), { timeout: 4000 });
  expect(lastSessionEnd()).toEqual({ message: 'Please sign in to continue', keepPage: true });
});

it('a stream that ends is opened again, and everything is read', async () => {
  const bell = await show(keys.notifications.list, 'old', 'new');
  endLive();
  await waitFor(() => expect(bell()).toBe('new'), { timeout: 4000 });
  await waitFor(() => expect(isHeard()).toBe(true));
});
