import {
  byCompany,
  usualFrom,
  weekMs,
  type SeenPayout,
  type Usual,
} from '../../src/watcher/figures.ts';
import { judge, type Knowledge } from '../../src/watcher/judge.ts';
import type { Trip } from '../../src/watcher/signs.ts';
import { inViewMs, thresholds } from '../../src/watcher/thresholds.ts';
import { dayMs, type Months } from './normal-month.ts';

export interface TripAt extends Trip {
  readonly at: number;
}

/** The day in Kampala, as a number. */
const dayOf = (at: number): number => Math.floor((at + 3 * 3_600_000) / dayMs);

/** So long two people need until they release what was stopped. */
const releasedAfterMs = 20 * 60_000;

/** What the watcher would do with these payouts, looking as often as the real one. */
export async function watchOver(
  { payouts, from, to }: Months,
  lookEveryMs: number,
): Promise<TripAt[]> {
  const past = createPast(payouts);
  const today = createToday();
  const trips: TripAt[] = [];
  /** Until when two people have looked at the payouts of a company, or of all. */
  const released = new Map<string | null, number>();
  const on = new Map<string | null, number>();
  let seen = payouts.findIndex(({ at }) => at >= from);
  let view: SeenPayout[] = [];
  while (seen >= 0 && seen < payouts.length) {
    const next = payouts[seen];
    if (!next || next.at >= to) break;
    // Nothing new, nothing unusual: looks in between are left out.
    const now = from + (Math.floor((next.at - from) / lookEveryMs) + 1) * lookEveryMs;
    for (const [companyId, trippedAt] of on) {
      if (now < trippedAt + releasedAfterMs) continue;
      on.delete(companyId);
      released.set(companyId, trippedAt + releasedAfterMs);
      today.forget(companyId);
    }
    while (payouts[seen] && (payouts[seen]?.at ?? 0) <= now) {
      const payout = payouts[seen++];
      if (payout) view.push(payout);
      if (payout) today.add(payout);
    }
    view = view.filter(
      ({ at, companyId }) =>
        at > now - inViewMs &&
        at > (released.get(companyId) ?? 0) &&
        at > (released.get(null) ?? 0),
    );
    const stopped = new Set([...on.keys()].filter((companyId) => companyId !== null));
    const knowledge: Knowledge = {
      usualOf: async (companyId, at) => past.usualOf(companyId, at),
      largestDay: async (at) => past.largestDay(null, at),
      daySums: async () => today.sums,
      stopped: { companies: stopped, all: on.has(null) },
      // None is on for longer than the hour in which they count.
      recentlyTripped: stopped,
    };
    for (const trip of await judge(view, now, knowledge)) {
      trips.push({ ...trip, at: now });
      on.set(trip.companyId, now);
    }
  }
  return trips;
}

/** The payouts of the current day, summed up as they come. */
function createToday() {
  const sums = new Map<string, bigint>();
  let day = 0;
  return {
    sums,
    /** People looked at them. */
    forget: (companyId: string | null): void => {
      if (companyId === null) sums.clear();
      else sums.delete(companyId);
    },
    add: ({ companyId, amount, at }: SeenPayout): void => {
      if (dayOf(at) !== day) sums.clear();
      day = dayOf(at);
      sums.set(companyId, (sums.get(companyId) ?? 0n) + amount);
    },
  };
}

/** History by company, as the tables have it. */
function createPast(payouts: readonly SeenPayout[]) {
  const groups = byCompany(payouts);
  const sums = new Map<string, bigint>();
  const keyOf = (companyId: string | null, day: number): string => `${companyId ?? 'all'} ${day}`;
  for (const { companyId, amount, at } of payouts) {
    for (const whose of [companyId, null]) {
      const key = keyOf(whose, dayOf(at));
      sums.set(key, (sums.get(key) ?? 0n) + amount);
    }
  }
  const largestDay = (companyId: string | null, now: number): bigint => {
    let largest = 0n;
    for (let ago = 1; ago <= thresholds.usual.days; ago++) {
      const sum = sums.get(keyOf(companyId, dayOf(now) - ago)) ?? 0n;
      if (sum > largest) largest = sum;
    }
    return largest;
  };
  const usual = new Map<string, Usual>();
  return {
    largestDay,
    usualOf: (companyId: string, now: number): Usual => {
      const key = `${companyId} ${Math.floor(now / 600_000)}`;
      const known = usual.get(key);
      if (known) return known;
      const oldest = now - (thresholds.usual.weeks + 1) * weekMs;
      const history = (groups.get(companyId) ?? []).filter(
        ({ at }) => at > oldest && at < now - dayMs,
      );
      const found = { ...usualFrom(history, now), largestDay: largestDay(companyId, now) };
      usual.set(key, found);
      return found;
    },
  };
}
