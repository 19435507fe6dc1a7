import { thresholds } from './thresholds.ts';

/** A payout that is about to be sent, or was. */
export interface SeenPayout {
  readonly id: string;
  readonly companyId: string;
  readonly phoneNumber: string;
  /** Hundredths of UGX. */
  readonly amount: bigint;
  /** When it could be sent: at its creation, or at its approval. Milliseconds. */
  readonly at: number;
  /** When it was queued: later than that if a brake held it until its end. */
  readonly queuedAt: number;
  /** The company had never paid this number, apart from the last hour. */
  readonly isFirstTime: boolean;
  /** It had to be approved and was not, or its money is not held in the ledger. */
  readonly isForged: boolean;
}

/** What the payouts of one company amount to at a moment. */
export interface Figures {
  readonly firstTimeReceivers: number;
  readonly firstTimeSum: bigint;
  /** The amount that most first-time receivers get, if they get enough together. */
  readonly repeatedAmount: bigint;
  readonly repeatedReceivers: number;
  readonly hourSum: bigint;
}

/** The largest of each figure in the same hour of other weeks, and the largest day. */
export interface Usual {
  readonly firstTimeReceivers: number;
  readonly repeatedReceivers: number;
  readonly hourSum: bigint;
  readonly largestDay: bigint;
}

export const nothingUsual: Usual = {
  firstTimeReceivers: 0,
  repeatedReceivers: 0,
  hourSum: 0n,
  largestDay: 0n,
};

/** Of the payouts of one company that came before `now`. */
export function figuresOf(payouts: readonly SeenPayout[], now: number): Figures {
  const counted = payouts.filter(({ at }) => at <= now);
  const since = (withinMs: number) => counted.filter(({ at }) => at > now - withinMs);
  const isFirstTime = (payout: SeenPayout): boolean => payout.isFirstTime;
  const newest = since(thresholds.firstTimeReceivers.withinMs).filter(isFirstTime);
  const repeated = mostRepeated(since(thresholds.oneAmount.withinMs).filter(isFirstTime));
  return {
    firstTimeReceivers: receiversOf(newest).size,
    firstTimeSum: sumOf(newest),
    repeatedAmount: repeated.amount,
    repeatedReceivers: repeated.receivers,
    hourSum: sumOf(since(thresholds.hourSum.withinMs)),
  };
}

/**
 * The moments at which the payouts of one company are looked at: now, and the minutes in which a brake held
 * some that go on now, of a brake that was on for long the fullest ones. What came in during hours is not what
 * came in at once.
 */
export function momentsOf(payouts: readonly SeenPayout[], now: number): number[] {
  const minutes = new Map<number, number>();
  for (const { at, queuedAt } of payouts) {
    if (at >= queuedAt) continue;
    const minute = Math.min(now, Math.ceil(at / minuteMs) * minuteMs);
    minutes.set(minute, (minutes.get(minute) ?? 0) + 1);
  }
  const fullest = [...minutes].toSorted(([, a], [, b]) => b - a).slice(0, maxMoments);
  return [...new Set([now, ...fullest.map(([minute]) => minute)])];
}

/** Four hours: each moment costs a pass over all payouts of the company. */
const maxMoments = 240;
const minuteMs = 60_000;

/**
 * The largest of each figure around the same time in the weeks before `now`. Business is not punctual, so
 * every ten minutes of the hour before and after count.
 */
export function usualFrom(history: readonly SeenPayout[], now: number): Omit<Usual, 'largestDay'> {
  const { weeks, withinMs } = thresholds.usual;
  let usual: Omit<Usual, 'largestDay'> = nothingUsual;
  for (let week = 1; week <= weeks; week++) {
    const middle = now - week * weekMs;
    const around = history.filter(({ at }) => Math.abs(at - middle) <= 2 * withinMs);
    if (around.length === 0) continue;
    for (let end = middle - withinMs; end <= middle + withinMs; end += stepMs) {
      usual = larger(usual, figuresOf(around, end));
    }
  }
  return usual;
}

export const weekMs = 7 * 24 * 3_600_000;
const stepMs = 600_000;

function larger(usual: Omit<Usual, 'largestDay'>, figures: Figures): Omit<Usual, 'largestDay'> {
  return {
    firstTimeReceivers: Math.max(usual.firstTimeReceivers, figures.firstTimeReceivers),
    repeatedReceivers: Math.max(usual.repeatedReceivers, figures.repeatedReceivers),
    hourSum: usual.hourSum > figures.hourSum ? usual.hourSum : figures.hourSum,
  };
}

export function byCompany(payouts: readonly SeenPayout[]): Map<string, SeenPayout[]> {
  const groups = new Map<string, SeenPayout[]>();
  for (const payout of payouts) {
    const own = groups.get(payout.companyId);
    if (own) own.push(payout);
    else groups.set(payout.companyId, [payout]);
  }
  return groups;
}

export function sumOf(payouts: readonly SeenPayout[]): bigint {
  let sum = 0n;
  for (const { amount } of payouts) sum += amount;
  return sum;
}

function receiversOf(payouts: readonly SeenPayout[]): Set<string> {
  return new Set(payouts.map(({ phoneNumber }) => phoneNumber));
}

/** Small change that is given to many does not hide a larger amount that few get. */
function mostRepeated(payouts: readonly SeenPayout[]): { amount: bigint; receivers: number } {
  const receivers = new Map<bigint, Set<string>>();
  for (const { amount, phoneNumber } of payouts) {
    const known = receivers.get(amount) ?? new Set<string>();
    receivers.set(amount, known.add(phoneNumber));
  }
  let most = { amount: 0n, receivers: 0 };
  for (const [amount, { size }] of receivers) {
    if (amount * BigInt(size) <= thresholds.oneAmount.sum) continue;
    if (size > most.receivers) most = { amount, receivers: size };
  }
  return most;
}
