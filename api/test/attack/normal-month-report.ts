import { formatUgx, fromHundredths } from '@sente/contract/money';
import { sumOf } from '../../src/watcher/figures.ts';
import { lookEveryMs } from '../../src/watcher/watcher.ts';
import { dayMs, ordinaryMonths } from './normal-month.ts';
import { robberies, robbed, type Robbery } from './robberies.ts';
import { watchOver } from './watched.ts';

/** Plays ordinary months and prints how often the watcher stopped somebody, then each robbery in one. */
export async function reportNormalMonths(seeds: number): Promise<void> {
  let tripCount = 0;
  let payoutCount = 0;
  for (let seed = 1; seed <= seeds; seed++) {
    const months = ordinaryMonths(seed);
    const trips = await watchOver(months, lookEveryMs);
    tripCount += trips.length;
    payoutCount += months.payouts.filter(({ at }) => at >= months.from).length;
    for (const { companyId, reason } of trips) {
      console.log(`seed ${seed}: ${companyId ?? 'all companies'}: ${reason}`);
    }
  }
  console.log(
    `${seeds} ordinary months of 14 companies, ${payoutCount.toLocaleString('en-US')} payouts: stopped ${tripCount} times, ${(tripCount / seeds).toFixed(2)} a month.`,
  );
  for (const robbery of robberies) console.log(await describe(robbery));
}

async function describe(robbery: Robbery): Promise<string> {
  const caught = await catchRobbery(robbery, 1);
  if (!caught) return `${robbery.name}: NOT STOPPED`;
  const lost = formatUgx(fromHundredths(caught.sentSum));
  return `${robbery.name}: stopped by ${caught.sign} ${caught.seconds} s after the first, ${caught.seenCount} payouts accepted, ${caught.sentCount} of them sent (${lost})`;
}

/** How long payouts wait for the watcher: see payout_due_at. */
const waitsMs = 5_000;

/** What the robbers had asked for when the watcher stopped them; null if it never did. */
export async function catchRobbery(robbery: Robbery, seed: number) {
  const { months, stolen, startsAt } = robbed(ordinaryMonths(seed), robbery, seed);
  const victims = new Set(stolen.map(({ companyId }) => companyId));
  const aDay = { ...months, from: startsAt - 3_600_000, to: startsAt + dayMs };
  const trips = await watchOver(aDay, lookEveryMs);
  const trip = trips.find(
    ({ at, companyId }) => at >= startsAt && (companyId === null || victims.has(companyId)),
  );
  if (!trip) return null;
  const seen = stolen.filter(({ at }) => at <= trip.at);
  const sent = seen.filter(({ at }) => at <= trip.at - waitsMs);
  return {
    sign: trip.sign,
    seenCount: seen.length,
    sentCount: sent.length,
    sentSum: sumOf(sent),
    seconds: Math.round((trip.at - startsAt) / 1000),
  };
}
