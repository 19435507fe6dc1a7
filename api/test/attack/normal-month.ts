import { createChance, type Chance } from '../../demo/chance.ts';
import type { SeenPayout } from '../../src/watcher/figures.ts';

/* Ordinary business, drawn from a seed: two months as history, and the month that is watched. */

export const dayMs = 86_400_000;
const hourMs = 3_600_000;
const minuteMs = 60_000;
/** Midnight in Kampala. */
const startsAt = Date.parse('2026-03-01T00:00:00+03:00');
const monthDays = 31;

export interface Months {
  /** By time. */
  readonly payouts: readonly SeenPayout[];
  /** The month that is watched. */
  readonly from: number;
  readonly to: number;
}

/** One payout before it is known whether its receiver is new. */
interface Plan {
  readonly receiver: number;
  readonly ugx: number;
  readonly at: number;
}

/** What a company does on one day, the first one being day 0. Weekday 0 is Sunday. */
interface Day {
  readonly number: number;
  readonly ofMonth: number;
  readonly weekday: number;
  readonly opensAt: number;
}
type Business = (day: Day, chance: Chance, company: Company) => Plan[];

class Company {
  readonly chance: Chance;
  readonly business: Business;
  readonly firstDay: number;
  #receivers = 0;

  constructor(seed: number, business: Business, firstDay: number) {
    this.chance = createChance(seed);
    this.business = business;
    this.firstDay = firstDay;
  }

  /** A number that was never used before. */
  newcomer(): number {
    return ++this.#receivers + 1_000_000;
  }
}

const thousands = (chance: Chance, low: number, high: number): number =>
  chance.between(low, high) * 1_000;
const within = (chance: Chance, from: number, lengthMs: number): number =>
  from + Math.floor(chance.next() * lengthMs);

/** Pays people 1 to `count` one after the other, as a payroll program does. */
function payroll(day: Day, chance: Chance, count: number, low: number, high: number): Plan[] {
  let at = within(chance, day.opensAt + 9 * hourMs, 6 * hourMs);
  return Array.from({ length: count }, (_, index) => {
    at += chance.between(500, 6_000);
    // The same person earns the same every month.
    const salary = low + Math.floor((((index * 7_919) % 97) / 97) * (high - low));
    return { receiver: index + 1, ugx: salary * 1_000, at };
  });
}

/** A WiFi reseller: commissions of agents on Saturdays, and the owner's own money on Mondays. */
const wifiReseller =
  (agents: number): Business =>
  (day, chance, company) => {
    const plans: Plan[] = [];
    if (day.weekday === 6) {
      for (let agent = 1; agent <= agents; agent++) {
        const at = within(chance, day.opensAt + 17 * hourMs, 30 * minuteMs);
        const receiver = chance.next() < 0.04 ? company.newcomer() : agent;
        plans.push({ receiver, ugx: thousands(chance, 10, 90), at });
      }
    }
    if (day.weekday === 1) {
      const at = within(chance, day.opensAt + 8 * hourMs, 3 * hourMs);
      plans.push({ receiver: 500, ugx: thousands(chance, 500, 4_000), at });
    }
    return plans;
  };

/** A shop: suppliers all day, four times as many on market days, salaries at the month's end. */
const shop =
  (staff: number, promotionDay: number | null = null): Business =>
  (day, chance, company) => {
    const isMarketDay = day.weekday === 2 || day.weekday === 5;
    const plans: Plan[] = [];
    const suppliers = chance.between(3, 10) * (isMarketDay ? 4 : 1);
    for (let i = 0; i < suppliers; i++) {
      const receiver = chance.next() < 0.1 ? company.newcomer() : 600 + chance.between(0, 40);
      const at = within(chance, day.opensAt + (isMarketDay ? 6 : 8) * hourMs, 9 * hourMs);
      plans.push({ receiver, ugx: thousands(chance, 100, 2_500), at });
    }
    if (day.ofMonth === 30) plans.push(...payroll(day, chance, staff, 250, 900));
    if (day.number === promotionDay) {
      const at = within(chance, day.opensAt + 12 * hourMs, 4 * hourMs);
      for (let winner = chance.between(150, 400); winner > 0; winner--) {
        const receiver = company.newcomer();
        plans.push({ receiver, ugx: 5_000, at: within(chance, at, 20 * minuteMs) });
      }
    }
    return plans;
  };

/** A school: salaries, and in the fee season what parents paid too much. */
const school =
  (staff: number): Business =>
  (day, chance, company) => {
    const plans: Plan[] = [];
    if (day.ofMonth === 28) plans.push(...payroll(day, chance, staff, 400, 1_300));
    const isFeeSeason = day.ofMonth <= 14;
    for (let refund = isFeeSeason ? chance.between(5, 30) : 1; refund > 0; refund--) {
      const at = within(chance, day.opensAt + 8 * hourMs, 8 * hourMs);
      plans.push({ receiver: company.newcomer(), ugx: thousands(chance, 20, 400), at });
    }
    return plans;
  };

/** Farmers are paid on the day they deliver, a few of them for the first time. */
const cooperative =
  (farmers: number): Business =>
  (day, chance, company) => {
    if (day.weekday !== 3) return [];
    return Array.from({ length: chance.between(farmers / 2, farmers) }, () => {
      const receiver = chance.next() < 0.08 ? company.newcomer() : chance.between(1, farmers * 2);
      const at = within(chance, day.opensAt + 7 * hourMs, 7 * hourMs);
      return { receiver, ugx: thousands(chance, 30, 350), at };
    });
  };

/** Pays for many others: every minute of the day somebody new, most in the evening. */
const aggregator =
  (perDay: number): Business =>
  (day, chance, company) =>
    Array.from({ length: Math.floor(perDay * (0.7 + chance.next() * 0.6)) }, () => {
      const isEvening = chance.next() < 0.4;
      const at = isEvening
        ? within(chance, day.opensAt + 17 * hourMs, 4 * hourMs)
        : within(chance, day.opensAt + 6 * hourMs, 16 * hourMs);
      const receiver = chance.next() < 0.2 ? company.newcomer() : chance.between(1, 5_000);
      return { receiver, ugx: thousands(chance, 5, 250), at };
    });

/** From its day on, a second office with its own people and suppliers. */
const withNewBranch =
  (business: Business, opensOn: number, staff: number): Business =>
  (day, chance, company) => {
    const plans = business(day, chance, company);
    if (day.number < opensOn) return plans;
    const at = within(chance, day.opensAt + 10 * hourMs, 2 * hourMs);
    if (day.number === opensOn || day.ofMonth === 30) {
      for (let person = 1; person <= staff; person++) {
        plans.push({
          receiver: 800 + person,
          ugx: thousands(chance, 200, 700),
          at: at + person * 4_000,
        });
      }
    }
    plans.push({ receiver: company.newcomer(), ugx: thousands(chance, 500, 5_000), at });
    return plans;
  };

function companiesOf(seed: number): Company[] {
  const chance = createChance(seed);
  const watched = 2 * monthDays;
  const one = (business: Business, firstDay = 0): Company =>
    new Company(seed * 1_000 + chance.between(1, 1_000_000), business, firstDay);
  return [
    ...[12, 25, 40].map((agents) => one(wifiReseller(agents))),
    one(shop(6)),
    one(shop(14, watched + chance.between(2, 28))),
    one(shop(25)),
    one(withNewBranch(shop(10), watched + chance.between(3, 25), chance.between(15, 30))),
    one(school(chance.between(50, 90))),
    one(school(chance.between(90, 160))),
    one(cooperative(chance.between(80, 300))),
    one(aggregator(chance.between(400, 1_200))),
    // Their first month: a shop, a reseller, and an employer with nothing to compare with.
    one(shop(chance.between(5, 30)), watched),
    one(wifiReseller(chance.between(10, 40)), watched + chance.between(0, 10)),
    one(school(chance.between(15, 90)), watched + chance.between(0, 20)),
  ];
}

/**
 * Once in the month that is watched, the network of two thirds of the receivers is away for two hours of an
 * evening, when most is paid out. What companies wanted to pay out meanwhile comes within ten minutes when it
 * is back.
 */
function outageOf(seed: number): (plan: Plan) => Plan {
  const chance = createChance(seed + 7);
  const day = 2 * monthDays + chance.between(1, monthDays - 1);
  const from = startsAt + day * dayMs + 17 * hourMs;
  const to = from + 2 * hourMs;
  return (plan) =>
    plan.at >= from && plan.at < to && plan.receiver % 3 > 0
      ? { ...plan, at: within(chance, to, 10 * minuteMs) }
      : plan;
}

export function ordinaryMonths(seed: number): Months {
  const days = Array.from({ length: 3 * monthDays }, (_, number): Day => {
    const opensAt = startsAt + number * dayMs;
    const kampala = new Date(opensAt + 3 * hourMs);
    return { number, ofMonth: (number % monthDays) + 1, weekday: kampala.getUTCDay(), opensAt };
  });
  const outage = outageOf(seed);
  const payouts = companiesOf(seed).flatMap((company, index) => {
    const plans = days
      .filter(({ number }) => number >= company.firstDay)
      .flatMap((day) => company.business(day, company.chance, company))
      .map(outage);
    return asSeen(plans, `company ${index + 1}`);
  });
  return {
    payouts: payouts.toSorted((a, b) => a.at - b.at),
    from: startsAt + 2 * monthDays * dayMs,
    to: startsAt + 3 * monthDays * dayMs,
  };
}

/** A number is new until an hour after its first payout. */
export function asSeen(plans: readonly Plan[], companyId: string): SeenPayout[] {
  const firstAt = new Map<number, number>();
  return plans
    .toSorted((a, b) => a.at - b.at)
    .map(({ receiver, ugx, at }, index) => {
      if (!firstAt.has(receiver)) firstAt.set(receiver, at);
      return {
        id: `${companyId} payout ${index} at ${at}`,
        companyId,
        phoneNumber: `number ${receiver}`,
        amount: BigInt(ugx) * 100n,
        at,
        queuedAt: at,
        isFirstTime: at - (firstAt.get(receiver) ?? at) < hourMs,
        isForged: false,
      };
    });
}
