import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  figuresOf,
  momentsOf,
  nothingUsual,
  usualFrom,
  weekMs,
  type SeenPayout,
} from './figures.ts';
import { judge, type Knowledge } from './judge.ts';
import { signOf } from './signs.ts';
import { thresholds } from './thresholds.ts';

const now = Date.parse('2026-05-12T14:00:00+03:00');
const minuteMs = 60_000;
const ugx = (shillings: number): bigint => BigInt(shillings) * 100n;

let made = 0;
const payout = ({ at = now - minuteMs, ...change }: Partial<SeenPayout> = {}): SeenPayout => ({
  id: `payout ${++made}`,
  companyId: 'shop',
  phoneNumber: `number ${made}`,
  amount: ugx(100_000 + made),
  at,
  queuedAt: at,
  isFirstTime: true,
  isForged: false,
  ...change,
});
const many = (count: number, change: (index: number) => Partial<SeenPayout> = () => ({})) =>
  Array.from({ length: count }, (_, index) => payout(change(index)));
const knowing = (change: Partial<Knowledge> = {}): Knowledge => ({
  usualOf: async () => nothingUsual,
  largestDay: async () => 0n,
  daySums: async () => new Map(),
  stopped: { companies: new Set(), all: false },
  recentlyTripped: new Set(),
  ...change,
});
const signs = async (payouts: readonly SeenPayout[], change: Partial<Knowledge> = {}) =>
  (await judge(payouts, now, knowing(change))).map(({ companyId, sign }) => ({ companyId, sign }));

describe('the signs of one company', () => {
  it('first-time receivers: sixty in ten minutes are allowed without history, and one more is not', async () => {
    expect(await signs(many(60))).toEqual([]);
    expect(await signs(many(61))).toEqual([{ companyId: 'shop', sign: 'first-time-receivers' }]);
    expect(await signs(many(61, () => ({ isFirstTime: false })))).toEqual([]);
    expect(await signs(many(61, () => ({ phoneNumber: 'the same' })))).toEqual([]);
    expect(await signs(many(61, () => ({ at: now - 11 * minuteMs })))).toEqual([]);
    // A promotion.
    expect(await signs(many(400, () => ({ amount: ugx(5_000) })))).toEqual([]);
  });

  it('first-time receivers: three times as many as usual are allowed', async () => {
    const usualOf = async () => ({ ...nothingUsual, firstTimeReceivers: 40 });
    expect(await signs(many(120), { usualOf })).toEqual([]);
    expect(await signs(many(121), { usualOf })).toHaveLength(1);
  });

  it('what a brake held counts when it came in, not when it goes on', async () => {
    const held = (everyMs: number) =>
      many(300, (index) => ({ at: now - 3_600_000 - index * everyMs, queuedAt: now - 1_000 }));
    // Too much for ten minutes from now, and usual for five hours.
    expect(await signs(held(minuteMs))).toEqual([]);
    expect(await signs(held(1_000))).toEqual([{ companyId: 'shop', sign: 'first-time-receivers' }]);
  });

  it('one amount repeated within an hour', async () => {
    const same = (index: number) => ({ amount: ugx(250_000), at: now - index * minuteMs });
    expect(await signs(many(40, same))).toEqual([]);
    expect(await signs(many(41, same))).toEqual([{ companyId: 'shop', sign: 'one-amount' }]);
    expect(await signs(many(41, (i) => ({ ...same(i), amount: ugx(250_000 + i) })))).toEqual([]);
    // A promotion at the same time hides nothing.
    const small = many(300, () => ({ amount: ugx(5_000), at: now - 30 * minuteMs }));
    expect(await signs([...many(41, same), ...small])).toHaveLength(1);
  });

  it('the sum of the hour, against the same hour of other weeks and the largest day', async () => {
    const large = many(3, () => ({ amount: ugx(20_000_000), isFirstTime: false }));
    expect(await signs(large)).toEqual([{ companyId: 'shop', sign: 'sum-of-the-hour' }]);
    expect(await signs(large.slice(1))).toEqual([]);
    const usually = (change: object) => async () => ({ ...nothingUsual, ...change });
    expect(await signs(large, { usualOf: usually({ hourSum: ugx(20_000_000) }) })).toEqual([]);
    expect(await signs(large, { usualOf: usually({ largestDay: ugx(50_000_000) }) })).toEqual([]);
    expect(await signs(large, { usualOf: usually({ largestDay: ugx(40_000_000) }) })).toHaveLength(
      1,
    );
  });

  it('the sum of the day', async () => {
    const daySums = async () => new Map([['shop', ugx(100_000_001)]]);
    expect(await signs([payout()], { daySums })).toEqual([
      { companyId: 'shop', sign: 'sum-of-the-day' },
    ]);
    const usualOf = async () => ({ ...nothingUsual, largestDay: ugx(70_000_000) });
    expect(await signs([payout()], { daySums, usualOf })).toEqual([]);
  });

  it('says what was seen and what is usual', async () => {
    const usualOf = async () => ({ ...nothingUsual, firstTimeReceivers: 7 });
    const [trip] = await judge(
      many(75, () => ({ amount: ugx(100_000) })),
      now,
      knowing({ usualOf }),
    );
    expect(trip?.reason).toBe(
      'In ten minutes 75 numbers that were never paid before were to get UGX 7,500,000.',
    );
    expect(trip?.figures[0]).toEqual({
      label: 'First-time receivers in ten minutes',
      seen: '75',
      usual: 'at most 7',
    });
  });
});

describe('the signs of all companies', () => {
  const all = (sign: string) => ({ companyId: null, sign });
  const companies = (count: number, receivers: number) =>
    many(count * receivers, (index) => ({ companyId: `company ${index % count}` }));

  it('a single payout without its approval or hold', async () => {
    expect(await signs([payout({ isForged: true })])).toEqual([all('without-approval')]);
  });

  it('three companies that became unusual within an hour', async () => {
    expect(await signs(companies(2, 61))).toHaveLength(2);
    expect((await signs(companies(3, 61))).at(-1)).toEqual(all('many-companies'));
    const recentlyTripped = new Set(['company 0', 'company 1']);
    const stopped = { companies: recentlyTripped, all: false };
    expect(await signs(many(61), { recentlyTripped, stopped })).toContainEqual(
      all('many-companies'),
    );
    expect(await signs(companies(2, 61), { recentlyTripped, stopped })).toEqual([]);
  });

  it('on a large platform a tenth of the companies', async () => {
    const others = many(100, (index) => ({ companyId: `other ${index}`, isFirstTime: false }));
    expect(await signs([...companies(9, 61), ...others])).toHaveLength(9);
    expect((await signs([...companies(12, 61), ...others])).at(-1)).toEqual(all('many-companies'));
  });

  it('five companies that pay many first-time receivers in the same ten minutes', async () => {
    expect(await signs(companies(4, 15))).toEqual([]);
    expect(await signs(companies(5, 14))).toEqual([]);
    expect(await signs(companies(5, 15))).toEqual([all('many-companies')]);
  });

  it('the sum of all', async () => {
    const fifteen = many(15, (index) => ({ companyId: `c ${index}`, amount: ugx(40_000_000) }));
    expect(await signs(fifteen)).toEqual([all('sum-of-all')]);
    expect(await signs(fifteen, { largestDay: async () => ugx(1_000_000_000) })).toEqual([]);
  });

  it('nothing trips twice', async () => {
    const stopped = { companies: new Set(['shop']), all: true };
    expect(await signs(many(200), { stopped })).toEqual([]);
  });
});

describe('what is usual', () => {
  it('is the largest of the same hour in other weeks, an hour earlier or later included', () => {
    const at = (weeks: number, minutes: number) => now - weeks * weekMs + minutes * minuteMs;
    const known = { isFirstTime: false, amount: ugx(1_000_000) };
    const history = [
      ...many(5, () => ({ ...known, at: at(1, -5) })),
      ...many(9, () => ({ ...known, at: at(3, 50) })),
      // Another hour, and too long ago.
      ...many(50, () => ({ ...known, at: at(2, -240) })),
      ...many(50, () => ({ ...known, at: at(6, 0) })),
    ];
    expect(usualFrom(history, now).hourSum).toBe(ugx(9_000_000));
  });

  const anyPayouts = fc.array(
    fc.record({
      receiver: fc.nat(200),
      thousands: fc.integer({ min: 1, max: 20_000 }),
      minutesAgo: fc.nat(90),
      isFirstTime: fc.boolean(),
    }),
    { maxLength: 150 },
  );
  type Drawn = typeof anyPayouts extends fc.Arbitrary<infer T> ? T : never;
  const seen = (drawn: Drawn) =>
    drawn.map(({ receiver, thousands, minutesAgo, isFirstTime }) =>
      payout({
        phoneNumber: `number ${receiver}`,
        amount: ugx(thousands * 1_000),
        at: now - minutesAgo * minuteMs,
        isFirstTime,
      }),
    );

  it('never trips: the same business a week later is not unusual', () => {
    fc.assert(
      fc.property(anyPayouts, (drawn) => {
        const payouts = seen(drawn);
        const history = payouts.map((each) => ({ ...each, at: each.at - weekMs }));
        const usual = { ...usualFrom(history, now), largestDay: 0n };
        const figures = figuresOf(payouts, now);
        expect(signOf({ companyId: 'shop', figures, usual, daySum: 0n })).toBeNull();
      }),
    );
  });

  it('more payouts never make a company less unusual', () => {
    fc.assert(
      fc.property(anyPayouts, anyPayouts, (drawn, more) => {
        const signFor = (payouts: readonly SeenPayout[]) =>
          signOf({
            companyId: 'shop',
            figures: figuresOf(payouts, now),
            usual: nothingUsual,
            daySum: 0n,
          });
        const payouts = seen(drawn);
        if (signFor(payouts)) expect(signFor([...payouts, ...seen(more)])).not.toBeNull();
      }),
    );
  });

  it('allows a company without history no more than the floors', () => {
    fc.assert(
      fc.property(anyPayouts, (drawn) => {
        const figures = figuresOf(seen(drawn), now);
        const isOver = figures.hourSum > thresholds.hourSum.sum;
        const sign = signOf({ companyId: 'shop', figures, usual: nothingUsual, daySum: 0n });
        if (isOver) expect(sign).not.toBeNull();
      }),
    );
  });
});

it('a brake that was on for a week is looked at in its fullest minutes', () => {
  const weekAgo = now - weekMs;
  const held = many(10_000, (index) => ({ at: weekAgo + index * minuteMs, queuedAt: now }));
  const burst = many(50, () => ({ at: weekAgo + 5_000 * minuteMs, queuedAt: now }));
  const moments = momentsOf([...held, ...burst], now);
  expect(moments.length).toBeLessThanOrEqual(241);
  expect(moments).toContain(now);
  expect(moments).toContain(weekAgo + 5_000 * minuteMs);
});
