import { createChance, type Chance } from './chance.ts';
import type { DemoClock } from './clock.ts';
import type { Movement } from './movements.ts';
import { incoming, initialDeposit, outgoing } from './stories.ts';

interface History {
  /** The account's key. */
  readonly account: string;
  /** Days ago: the opening, and the last day with business. */
  readonly opened: number;
  readonly until?: number;
  /** The interval between business days. */
  readonly everyDays: number;
  /**
   * A typical amount, in thousands of UGX; different for each company, so that the top five differ.
   */
  readonly usualThousands: number;
  /** A recent payout waits for a second person. */
  readonly payoutWaits?: true;
  /** A collection of today that the payer has not approved yet. */
  readonly creditWaits?: true;
}

/**
 * Eight companies with business every day, so that no day of the charts is empty, and quieter ones.
 */
const histories: readonly History[] = [
  { account: 'demo-two', opened: 310, everyDays: 1, usualThousands: 2_100, payoutWaits: true },
  {
    account: 'gulu',
    opened: 370,
    everyDays: 1,
    usualThousands: 1_750,
    payoutWaits: true,
    creditWaits: true,
  },
  { account: 'mbarara', opened: 280, everyDays: 1, usualThousands: 3_400, payoutWaits: true },
  {
    account: 'entebbe',
    opened: 230,
    everyDays: 1,
    usualThousands: 1_200,
    payoutWaits: true,
    creditWaits: true,
  },
  { account: 'masaka', opened: 170, everyDays: 1, usualThousands: 900, payoutWaits: true },
  { account: 'mbale', opened: 500, everyDays: 1, usualThousands: 4_200, payoutWaits: true },
  { account: 'kabale', opened: 440, everyDays: 1, usualThousands: 2_800, payoutWaits: true },
  { account: 'january', opened: 520, everyDays: 1, usualThousands: 3_900, creditWaits: true },
  { account: 'mukono', opened: 100, everyDays: 3, usualThousands: 600, payoutWaits: true },
  { account: 'hoima', opened: 130, everyDays: 4, usualThousands: 750 },
  { account: 'email-word', opened: 145, everyDays: 5, usualThousands: 1_500, creditWaits: true },
  { account: 'broken-logo', opened: 195, everyDays: 6, usualThousands: 2_300 },
  { account: 'long', opened: 85, everyDays: 5, usualThousands: 400 },
  { account: 'soroti', opened: 60, everyDays: 4, usualThousands: 350 },
  { account: 'plain', opened: 40, everyDays: 6, usualThousands: 120 },
  { account: 'wakiso', opened: 20, everyDays: 3, usualThousands: 80 },
  { account: 'two-wages', opened: 200, everyDays: 14, usualThousands: 500 },
  { account: 'gulu-2', opened: 340, everyDays: 21, usualThousands: 200 },
  { account: 'entebbe-2', opened: 200, everyDays: 30, usualThousands: 650, payoutWaits: true },
  { account: 'mbale-imported', opened: 480, everyDays: 45, usualThousands: 300 },
  // Nothing in the default range of 30 days, but something before.
  { account: 'tororo', opened: 300, until: 34, everyDays: 7, usualThousands: 1_100 },
  { account: 'lira-stalls', opened: 250, until: 100, everyDays: 9, usualThousands: 260 },
];

/** The histories of all companies except Demo One. */
export function companyMovements(clock: DemoClock): Movement[] {
  return histories.flatMap((history, index) =>
    movementsOf(history, clock, createChance(1_000 + index)),
  );
}

function movementsOf(history: History, clock: DemoClock, chance: Chance): Movement[] {
  const { account, opened, until = 0, everyDays, usualThousands } = history;
  const movements: Movement[] = [
    {
      ...initialDeposit,
      account,
      at: clock.on(opened, 0.05),
      amountUgx: usualThousands * 12_000,
      ends: 'completed',
    },
  ];
  // Older business has few transactions, the last 90 days have all.
  for (let day = opened - 10; day > 90; day -= Math.max(12, everyDays)) {
    movements.push(...businessOf(history, day, clock, chance));
  }
  for (let day = Math.min(90, opened - 1); day >= until; day -= everyDays) {
    movements.push(...businessOf(history, day, clock, chance));
  }
  return [...movements, ...waitingOf(history, clock, chance)];
}

/** This month has more income and fewer payouts than the last. */
const recentDays = 30;

function businessOf(history: History, day: number, clock: DemoClock, chance: Chance): Movement[] {
  const isRecent = day < recentDays;
  const amount = (factor: number): number =>
    amountUgx(history, factor * (0.6 + 0.8 * chance.next()), chance);
  const at = (share: number): Date => clock.on(day, share + 0.2 * chance.next());
  const { account } = history;
  const goesWrong = chance.next() < 0.08;
  return [
    {
      ...incoming(chance),
      account,
      at: at(0.1),
      amountUgx: amount(isRecent ? 1.1 : 0.9),
      ends: 'completed',
    },
    {
      ...outgoing(chance),
      account,
      at: at(0.4),
      amountUgx: -amount(isRecent ? 0.6 : 0.8),
      ends: 'completed',
    },
    ...(goesWrong ? [mishap(history, at(0.7), chance)] : []),
  ];
}

/** Not approved by the other side, or far above the balance. */
function mishap(history: History, at: Date, chance: Chance): Movement {
  const { account } = history;
  const size = amountUgx(history, 0.5, chance);
  const throwOf = chance.between(1, 3);
  if (throwOf === 1) return { ...incoming(chance), account, at, amountUgx: size, ends: 'declined' };
  if (throwOf === 2)
    return { ...outgoing(chance), account, at, amountUgx: -size, ends: 'declined' };
  return { ...outgoing(chance), account, at, amountUgx: -160 * size, ends: 'refused' };
}

function waitingOf(history: History, clock: DemoClock, chance: Chance): Movement[] {
  const { account } = history;
  const size = amountUgx(history, 0.4, chance);
  const minutesAgo = chance.between(10, 30 * 60);
  const at = clock.minutesAgo(minutesAgo);
  const story = { account, at, ends: 'pending' } as const;
  return [
    ...(history.payoutWaits
      ? [{ ...outgoing(chance), ...story, kind: 'payout', via: 'MTN', amountUgx: -size } as const]
      : []),
    ...(history.creditWaits ? [{ ...incoming(chance), ...story, amountUgx: size }] : []),
  ];
}

/** Mostly round, sometimes with cents. */
function amountUgx(history: History, factor: number, chance: Chance): number {
  const hundreds = Math.max(1, Math.round(history.usualThousands * 10 * factor));
  return chance.next() < 0.1 ? hundreds * 100 + chance.between(1, 99) / 100 : hundreds * 100;
}
