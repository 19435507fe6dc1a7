import { expect, it } from 'vitest';
import { createLanes, type Lane, type Lanes, type LaneShare } from './lanes.ts';

const lane = (companyId: string, changes: Partial<Lane> = {}): Lane => ({
  network: 'MTN',
  companyId,
  kind: 'send',
  ...changes,
});
const counts = (shares: readonly LaneShare[]) =>
  Object.fromEntries(shares.map(({ companyId, count }) => [companyId, count]));
/** As long as payments wait in its lanes. */
const takeAgain = (lanes: Lanes): LaneShare[] => {
  const shares = lanes.take();
  for (const { count: _, ...one } of shares) lanes.add(one);
  return shares;
};
const sum = (shares: readonly LaneShare[]) => shares.reduce((all, { count }) => all + count, 0);

it('gives a company alone three quarters of a network, and the next one a free slot', () => {
  const lanes = createLanes(64);
  lanes.add(lane('large'));
  expect(counts(takeAgain(lanes))).toEqual({ large: 36 });
  expect(takeAgain(lanes)).toEqual([]);
  for (const name of ['second', 'third']) {
    lanes.add(lane(name));
    expect(counts(takeAgain(lanes))[name]).toBeGreaterThan(0);
  }
});

it('shares equally, and each freed slot goes to whoever has fewest', () => {
  const lanes = createLanes(40);
  for (const name of ['a', 'b', 'c']) lanes.add(lane(name));
  const first = counts(takeAgain(lanes));
  expect(new Set(Object.values(first)).size).toBe(1);
  lanes.add(lane('d'));
  for (let i = 0; i < 4; i++) lanes.free(lane('a'));
  const next = takeAgain(lanes);
  expect(counts(next)['d']).toBeGreaterThan(counts(next)['a'] ?? 0);
});

it('takes turns when more companies wait than slots are left', () => {
  const lanes = createLanes(8);
  const names = Array.from({ length: 30 }, (_, i) => `c${i}`);
  for (const name of names) lanes.add(lane(name));
  const served = new Set<string>();
  for (let turn = 0; turn < 5; turn++) {
    for (const { count, ...one } of takeAgain(lanes)) {
      expect(served).not.toContain(one.companyId);
      served.add(one.companyId);
      for (let i = 0; i < count; i++) lanes.free(one);
    }
  }
  expect(served.size).toBe(30);
});

it('leaves slots for another network, however many companies wait for a slow one', () => {
  const lanes = createLanes(64);
  for (let i = 0; i < 200; i++) lanes.add(lane(`c${i}`, { network: 'AIRTEL' }));
  expect(sum(takeAgain(lanes))).toBe(48);
  lanes.add(lane('other'));
  expect(counts(takeAgain(lanes))['other']).toBeGreaterThan(0);
});

it('leaves slots for new orders of a company that is asked about all the time, and the reverse', () => {
  const asking = lane('one', { kind: 'ask' });
  const lanes = createLanes(64);
  lanes.add(asking);
  expect(sum(takeAgain(lanes))).toBe(32);
  lanes.add(lane('one'));
  expect(sum(takeAgain(lanes))).toBeGreaterThan(0);
  const reverse = createLanes(64);
  reverse.add(lane('one'));
  takeAgain(reverse);
  reverse.add(asking);
  expect(sum(takeAgain(reverse))).toBeGreaterThan(0);
});

it('works with a single slot, and forgets lanes in which nothing is left', () => {
  const lanes = createLanes(1);
  lanes.add(lane('one'));
  expect(sum(lanes.take())).toBe(1);
  lanes.free(lane('one'));
  expect(lanes.take()).toEqual([]);
});
