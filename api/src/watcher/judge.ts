import {
  byCompany,
  figuresOf,
  momentsOf,
  nothingUsual,
  type SeenPayout,
  type Usual,
} from './figures.ts';
import { isWorthComparing, signOf, signOfAll, type SeenCompany, type Trip } from './signs.ts';

/** What the watcher knows besides the payouts in view. */
export interface Knowledge {
  /** Asked only about companies that are large enough at this moment. */
  usualOf(companyId: string, now: number): Promise<Usual>;
  /** The largest day of all companies together. */
  largestDay(now: number): Promise<bigint>;
  /** The payouts of the day of each company. */
  daySums(companyIds: readonly string[], now: number): Promise<ReadonlyMap<string, bigint>>;
  /** The companies whose payouts are stopped, and whether all are. */
  readonly stopped: { readonly companies: ReadonlySet<string>; readonly all: boolean };
  /** Those of them that the watcher stopped in the last hour. */
  readonly recentlyTripped: ReadonlySet<string>;
}

/** The brakes to trip now, given the payouts of the last hour. */
export async function judge(
  payouts: readonly SeenPayout[],
  now: number,
  knowledge: Knowledge,
): Promise<Trip[]> {
  const groups = byCompany(payouts);
  const daySums = await knowledge.daySums([...groups.keys()], now);
  const companies: SeenCompany[] = [];
  const trips: Trip[] = [];
  const tripped = new Set(knowledge.recentlyTripped);
  for (const [companyId, own] of groups) {
    const daySum = daySums.get(companyId) ?? 0n;
    const all = momentsOf(own, now).map((moment) => figuresOf(own, moment));
    const isLarge = all.some((figures) => isWorthComparing(figures, daySum));
    const usual = isLarge ? await knowledge.usualOf(companyId, now) : nothingUsual;
    const seen = all.map((figures): SeenCompany => ({ companyId, figures, usual, daySum }));
    companies.push(...seen.slice(0, 1));
    if (!isLarge || knowledge.stopped.companies.has(companyId)) continue;
    const trip = seen.map(signOf).find((sign) => sign !== null);
    if (!trip) continue;
    trips.push(trip);
    tripped.add(companyId);
  }
  if (knowledge.stopped.all) return trips;
  const largestDay = await knowledge.largestDay(now);
  const ofAll = signOfAll({ payouts, companies, trippedCount: tripped.size, largestDay });
  return ofAll ? [...trips, ofAll] : trips;
}
