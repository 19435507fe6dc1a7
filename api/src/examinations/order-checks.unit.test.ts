import { expect, it } from 'vitest';
import type { WatchedOrder } from './examination-orders.queries.ts';
import { notSeen, orderChecks } from './order-checks.ts';

const at = new Date('2026-01-31T09:00:00Z');
const order = (disturbance: WatchedOrder['disturbance']): WatchedOrder => ({
  id: '1',
  key_hash: 'k',
  wish: 'collection 0772123456 1000',
  disturbance,
  at,
  finished_at: null,
});
const outcomes = (orders: readonly WatchedOrder[], isPast: boolean) =>
  orderChecks.map((check) => notSeen(orders, check, () => isPast).outcome);

it('an order that got no answer and was never repeated fails, unless it came at the very end', () => {
  const orders = [order('answer lost'), order('paid late')];
  expect(outcomes(orders, true)).toEqual(['failed', 'not-seen', 'not-seen']);
  expect(outcomes(orders, false)).toEqual(['not-seen', 'not-seen', 'not-seen']);
});

it('orders that never came are not seen', () => {
  expect(outcomes([], true)).toEqual(['not-seen', 'not-seen', 'not-seen']);
});
