import { kampalaDay, startOfDay } from '@sente/contract/kampala';
import { daysBefore } from '../src/dashboards/periods.ts';

const hourMs = 3_600_000;
const opensAt = 7 * hourMs;
const openFor = 13 * hourMs;

/** Times relative to the seeding, in Kampala days. */
export interface DemoClock {
  readonly now: Date;
  /** On that day, at a fraction of its opening hours; today, only up to now. */
  on(daysAgo: number, share: number): Date;
  minutesAgo(minutes: number): Date;
}

export function createClock(now: Date): DemoClock {
  const today = kampalaDay(now.getTime());
  return {
    now,
    on: (daysAgo, share) => {
      const start = startOfDay(daysBefore(today, daysAgo));
      if (daysAgo > 0) return new Date(start + opensAt + Math.floor(share * openFor));
      return new Date(start + Math.floor(share * (now.getTime() - start)));
    },
    minutesAgo: (minutes) => new Date(now.getTime() - minutes * 60_000),
  };
}
