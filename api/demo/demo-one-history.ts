import { createChance } from './chance.ts';
import type { DemoClock } from './clock.ts';
import type { Movement } from './movements.ts';
import { incoming, initialDeposit, outgoing } from './stories.ts';

/**
 * Each range of the transactions list shows a different number: 14 in the last 7 days, 35 in 30, 60
 * in 90 and 75 since 2020. Ranges are whole days with both ends included, so each edge has one.
 */
export function demoOneMovements(clock: DemoClock): Movement[] {
  const spread = createSpread(clock);
  return [
    ...lastSevenDays(clock),
    ...savingsOpened(clock),
    ...spread({ from: 8, to: 30, count: 20, minUgx: 30_000, maxUgx: 600_000 }),
    ...spread({ from: 31, to: 90, count: 25, minUgx: 900_000, maxUgx: 3_000_000 }),
    ...olderThanNinetyDays(clock),
    ...spread({ from: 95, to: 200, count: 7, minUgx: 500_000, maxUgx: 2_500_000 }),
  ];
}

const minutes = 1;
const hours = 60 * minutes;
const days = 24 * hours;

type Line = readonly [
  ago: number,
  account: string,
  amountUgx: number,
  ends: Movement['ends'],
  via: Movement['via'],
  description: string,
  reference: string | null,
];

/** The references of two collections that staff decide about. */
export const underReview = { unanswered: 'SHOP-4471', lateSuccess: 'SHOP-4432' } as const;

/** Every status with both types; one description and one reference contain a unique word. */
function lastSevenDays(clock: DemoClock): Movement[] {
  // prettier-ignore
  const lines: readonly Line[] = [
    [4 * minutes, 'one-sales', 25_000, 'completed', 'MTN', 'Day passes sold at Bukoto', 'MTN-501220931'],
    [2 * hours, 'one-operations', -450_000, 'pending', 'MTN', 'Rent of the mast site at Ntinda', 'MTN-501220544'],
    [5 * hours, 'one-operations', -180_000, 'declined', 'AIRTEL', 'Commission for agents in Kalerwe', 'AIRTEL-500770018'],
    [11 * hours, 'one-sales', 145_500, 'completed', 'MTN', 'Hotspot vouchers sold at Ntinda', 'MTN-501219310'],
    [1 * days + 3 * hours, 'one-operations', -96_400, 'completed', 'bank', 'Electricity tokens', 'EFT-220416'],
    [1 * days + 7 * hours, 'one-sales', 60_000, 'pending', 'AIRTEL', 'Monthly plan of the Nakawa salon', underReview.unanswered],
    [1 * days + 9 * hours, 'one-operations', 320_000, 'completed', 'bank', 'Cash banked by the cashier', 'EFT-220398'],
    [2 * days, 'one-sales', -275_000, 'pending', 'AIRTEL', 'Refunds to customers in Makindye', 'AIRTEL-500765110'],
    [2 * days + 2 * hours, 'one-sales', 18_500, 'declined', 'MTN', 'Router on credit, second part', underReview.lateSuccess],
    [3 * days, 'one-sales', 512_345.67, 'completed', 'bank', 'Settlement of card sales', 'KWIKCARD-7741'],
    [4 * days, 'one-reserve', -5_000_000, 'refused', 'bank', 'New routers and cables', 'EFT-219877'],
    [5 * days, 'one-sales', 210_000, 'completed', 'AIRTEL', 'Monthly internet plans from Nakawa', 'AIRTEL-500758826'],
    [6 * days, 'one-operations', -64_000, 'completed', 'MTN', 'Repainting the kiosk with the crested crane', 'MTN-501207003'],
  ];
  return [
    ...lines.map((line) => toMovement(clock.minutesAgo(line[0]), line)),
    toMovement(clock.on(7, 0.5), [
      7 * days,
      'one-operations',
      -12_500,
      'completed',
      'fees',
      'Monthly service charge',
      null,
    ]),
  ];
}

function toMovement(at: Date, line: Line): Movement {
  const [, account, amountUgx, ends, via, description, reference] = line;
  const kind = kindOf(amountUgx, via);
  return { account, at, amountUgx, kind, via, description, reference, ends };
}

function kindOf(amountUgx: number, via: Movement['via']): Movement['kind'] {
  if (via === 'fees') return 'charge';
  if (via === 'bank') return amountUgx > 0 ? 'deposit' : 'withdrawal';
  return amountUgx > 0 ? 'collection' : 'payout';
}

function savingsOpened(clock: DemoClock): Movement[] {
  const at = clock.on(18, 0.1);
  return [
    { ...initialDeposit, account: 'one-reserve', at, amountUgx: 1_000_000, ends: 'completed' },
  ];
}

/** Eight since 2020, and one from the day before. */
function olderThanNinetyDays(clock: DemoClock): Movement[] {
  const opening = (account: string, at: Date, amountUgx: number): Movement => ({
    ...initialDeposit,
    account,
    at,
    amountUgx,
    ends: 'completed',
  });
  return [
    opening('one-operations', new Date('2019-12-31T10:15:00+03:00'), 8_000_000),
    opening('one-float', clock.on(405, 0.1), 235_000.5),
    {
      account: 'one-operations',
      at: new Date('2021-06-15T14:30:00+03:00'),
      amountUgx: 3_400_000,
      kind: 'deposit',
      via: 'bank',
      description: 'Loan from the founders',
      reference: 'EFT-100007',
      ends: 'completed',
    },
    opening('one-sales', clock.on(400, 0.1), 2_500_000),
    opening('one-gayaza', clock.on(390, 0.1), 640_000),
    opening('one-bonds', clock.on(350, 0.1), 12_000_000),
    opening('one-masts', clock.on(300, 0.1), 1_250_000_000),
    {
      account: 'one-float',
      at: clock.on(260, 0.4),
      amountUgx: -200_000,
      kind: 'withdrawal',
      via: 'bank',
      description: 'Float returned to the head agent',
      reference: 'EFT-150233',
      ends: 'completed',
    },
    opening('one-holiday', clock.on(380, 0.1), 75_000),
  ];
}

interface Stretch {
  /** Days ago, newest and oldest; each has at least one. */
  readonly from: number;
  readonly to: number;
  readonly count: number;
  readonly minUgx: number;
  readonly maxUgx: number;
}

/** Evenly over the days, two credits per debit; every ninth is declined. */
function createSpread(clock: DemoClock): (stretch: Stretch) => Movement[] {
  const chance = createChance(100);
  return ({ from, to, count, minUgx, maxUgx }) =>
    Array.from({ length: count }, (_, index): Movement => {
      const daysAgo = Math.round(from + (index * (to - from)) / (count - 1));
      const isIncoming = index % 3 !== 1;
      const amountUgx = chance.between(minUgx / 500, maxUgx / 500) * 500;
      return {
        ...(isIncoming ? incoming(chance) : outgoing(chance)),
        account: index % 2 === 0 ? 'one-sales' : 'one-operations',
        at: clock.on(daysAgo, 0.1 + 0.8 * chance.next()),
        amountUgx: isIncoming ? amountUgx : -amountUgx,
        ends: index % 9 === 4 ? 'declined' : 'completed',
      };
    });
}
