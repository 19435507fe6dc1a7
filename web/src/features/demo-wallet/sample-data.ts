import { kampalaDay } from '../../lib/kampala.ts';

/*
 * The wallet of a fictitious person. Nothing is random and nothing comes from a server: the samples
 * are the same on every visit, and only their dates move with today.
 */

export type Direction = 'income' | 'expense';

export type Category =
  | 'Salary'
  | 'Business'
  | 'Received'
  | 'Home'
  | 'Food'
  | 'Transport'
  | 'Bills'
  | 'School'
  | 'Family'
  | 'Savings'
  | 'Cash';

export interface SampleTransaction {
  readonly id: string;
  readonly title: string;
  /** How it was paid. */
  readonly method: string;
  readonly category: Category;
  readonly direction: Direction;
  readonly amountUgx: number;
  readonly daysAgo: number;
  /** In Kampala, as 2026-01-31. */
  readonly date: string;
}

/** A transaction that recurs after this many days; its amounts alternate. */
interface Habit {
  readonly title: string;
  readonly method: string;
  readonly category: Category;
  readonly direction: Direction;
  readonly firstDaysAgo: number;
  readonly everyDays: number;
  readonly amountsUgx: readonly [number, ...number[]];
}

const mtn = 'MTN MoMo';
const airtel = 'Airtel Money';
const transfer = 'Bank transfer';
const wallet = 'Wallet';

function habit(
  direction: Direction,
  category: Category,
  [title, method]: readonly [title: string, method: string],
  [firstDaysAgo, everyDays]: readonly [first: number, every: number],
  amountsUgx: readonly [number, ...number[]],
): Habit {
  return { title, method, category, direction, firstDaysAgo, everyDays, amountsUgx };
}

const habits: readonly Habit[] = [
  habit('expense', 'Transport', ['Boda to town', mtn], [0, 2], [6_500, 9_000, 5_000, 12_000]),
  habit('income', 'Received', ['From Brian Okello', mtn], [0, 11], [75_000, 120_000, 60_000]),
  habit(
    'expense',
    'Food',
    ['Groceries, Kisementi', wallet],
    [1, 4],
    [68_500, 42_300, 91_200, 37_800],
  ),
  habit('expense', 'Bills', ['Airtime and data', airtel], [2, 6], [15_000, 20_000, 10_000]),
  habit(
    'income',
    'Business',
    ['Market stall takings', mtn],
    [3, 7],
    [148_000, 96_500, 171_000, 122_000],
  ),
  habit('expense', 'Food', ['Lunch at the rolex stand', wallet], [3, 5], [8_000, 14_500, 11_000]),
  habit('income', 'Salary', ['Salary, Rwenzori Coffee Works', transfer], [4, 30], [1_850_000]),
  habit('expense', 'Home', ['Rent, Ntinda', transfer], [5, 30], [650_000]),
  habit('expense', 'Bills', ['Electricity tokens', wallet], [6, 14], [60_000, 50_000]),
  habit('expense', 'Family', ['To Mama Nansubuga', mtn], [8, 15], [100_000, 80_000]),
  habit('income', 'Business', ['Design work, Lule Studio', transfer], [9, 21], [420_000, 365_000]),
  habit('expense', 'Savings', ['To the savings circle', wallet], [7, 30], [400_000]),
  habit('expense', 'Bills', ['Water bill', wallet], [12, 30], [38_400, 41_750]),
  habit('expense', 'Cash', ['Cash from an agent', airtel], [13, 20], [150_000, 200_000]),
  habit('expense', 'School', ['School fees, Kato', transfer], [20, 60], [480_000]),
];

/** As far back as the longest chart range. */
export const historyDays = 90;
/** The current balance; every earlier balance follows from it. */
export const balanceUgx = 3_284_500;

export const owner = {
  name: 'Amina Nansubuga',
  phone: '+256 772 000 123',
  email: 'amina@example.com',
  walletNumber: '7720 0012 4821',
  lastDigits: '4821',
};

/** Newest first. */
export function sampleTransactions(nowMs: number = Date.now()): readonly SampleTransaction[] {
  return habits
    .flatMap((each, index) => occurrencesOf(each, index, nowMs))
    .toSorted((a, b) => a.daysAgo - b.daysAgo);
}

function occurrencesOf(each: Habit, index: number, nowMs: number): SampleTransaction[] {
  const { title, method, category, direction, firstDaysAgo, everyDays, amountsUgx } = each;
  const count = Math.ceil((historyDays - firstDaysAgo) / everyDays);
  return Array.from({ length: count }, (_, turn) => {
    const daysAgo = firstDaysAgo + turn * everyDays;
    return {
      id: `${index}-${turn}`,
      title,
      method,
      category,
      direction,
      amountUgx: amountsUgx[turn % amountsUgx.length] ?? amountsUgx[0],
      daysAgo,
      date: kampalaDay(daysAgo, nowMs),
    };
  });
}
