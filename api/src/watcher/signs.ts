import { formatUgx, fromHundredths } from '@sente/contract/money';
import { sumOf, type Figures, type SeenPayout, type Usual } from './figures.ts';
import { thresholds } from './thresholds.ts';

export type SignName =
  | 'first-time-receivers'
  | 'one-amount'
  | 'sum-of-the-hour'
  | 'sum-of-the-day'
  | 'without-approval'
  | 'many-companies'
  | 'sum-of-all';

/** A figure as people read it. */
export interface ShownFigure {
  readonly label: string;
  readonly seen: string;
  readonly usual: string;
}

/** A reason to stop payouts. */
export interface Trip {
  /** Null: of all companies. */
  readonly companyId: string | null;
  readonly sign: SignName;
  readonly reason: string;
  readonly figures: readonly ShownFigure[];
}

/** What one company does, compared with what is usual for it. */
export interface SeenCompany {
  readonly companyId: string;
  readonly figures: Figures;
  readonly usual: Usual;
  /** The payouts of the day, without those that people let go. */
  readonly daySum: bigint;
}

const { firstTimeReceivers, oneAmount, hourSum, daySum, manyCompanies, allSum } = thresholds;

/**
 * Whether a company is large enough at this moment to compare it with its history. A part of a floor,
 * because busy companies count together.
 */
export function isWorthComparing(figures: Figures, day: bigint): boolean {
  return (
    figures.firstTimeReceivers * manyCompanies.busyPartOfAllowed >= firstTimeReceivers.receivers ||
    figures.repeatedReceivers >= oneAmount.receivers ||
    figures.hourSum >= hourSum.sum ||
    day >= daySum.sum
  );
}

/** The first sign that a company shows, the most telling one first. */
export function signOf({ companyId, figures, usual, daySum: day }: SeenCompany): Trip | null {
  const trip = (sign: SignName, reason: string, shown: readonly ShownFigure[]): Trip => ({
    companyId,
    sign,
    reason,
    figures: shown,
  });
  const { repeatedAmount, repeatedReceivers } = figures;
  if (
    figures.firstTimeReceivers > allowedFirstTime(usual) &&
    figures.firstTimeSum > firstTimeReceivers.sum
  ) {
    return trip(
      'first-time-receivers',
      `In ten minutes ${count(figures.firstTimeReceivers)} numbers that were never paid before were to get ${money(figures.firstTimeSum)}.`,
      [
        shown(
          'First-time receivers in ten minutes',
          figures.firstTimeReceivers,
          usual.firstTimeReceivers,
        ),
      ],
    );
  }
  const allowedRepeated = Math.max(
    oneAmount.receivers,
    oneAmount.timesUsual * usual.repeatedReceivers,
  );
  if (repeatedReceivers > allowedRepeated) {
    return trip(
      'one-amount',
      `In an hour ${count(repeatedReceivers)} numbers that were never paid before were to get the same ${money(repeatedAmount)} each.`,
      [
        shown(
          'First-time receivers of one amount in an hour',
          repeatedReceivers,
          usual.repeatedReceivers,
        ),
      ],
    );
  }
  if (figures.hourSum > allowedHour(usual)) {
    return trip('sum-of-the-hour', `In an hour ${money(figures.hourSum)} were to be paid out.`, [
      shownSum('Payouts in an hour', figures.hourSum, usual.hourSum),
      shownSum('Payouts of the day, against the largest day of two months', day, usual.largestDay),
    ]);
  }
  const allowedDay = most(daySum.sum, percent(usual.largestDay, daySum.percentOfLargestDay));
  if (day > allowedDay) {
    return trip('sum-of-the-day', `Today ${money(day)} were to be paid out.`, [
      shownSum('Payouts of the day, against the largest day of two months', day, usual.largestDay),
    ]);
  }
  return null;
}

/** What several companies show together, and what no company may show at all. */
export function signOfAll(seen: {
  readonly payouts: readonly SeenPayout[];
  readonly companies: readonly SeenCompany[];
  /** Companies whose payouts the watcher stopped in the last hour, now included. */
  readonly trippedCount: number;
  readonly largestDay: bigint;
}): Trip | null {
  const trip = (sign: SignName, reason: string, figures: readonly ShownFigure[]): Trip => ({
    companyId: null,
    sign,
    reason,
    figures,
  });
  const forged = seen.payouts.filter(({ isForged }) => isForged);
  if (forged.length > 0) {
    const [is, were] = forged.length === 1 ? ['payout', 'was'] : ['payouts', 'were'];
    return trip(
      'without-approval',
      `${count(forged.length)} ${is} over ${money(sumOf(forged))} ${were} ready to be sent without the approval or the held money that belongs to it.`,
      [shown('Payouts without approval or hold', forged.length, 0)],
    );
  }
  const share = (seen.companies.length * manyCompanies.percentOfActive) / 100;
  if (seen.trippedCount >= Math.max(manyCompanies.tripped, share)) {
    return trip(
      'many-companies',
      `The payouts of ${count(seen.trippedCount)} companies became unusual within an hour.`,
      [shown('Companies with unusual payouts in an hour', seen.trippedCount, 0)],
    );
  }
  const busy = seen.companies.filter(isBusy);
  if (busy.length >= Math.max(manyCompanies.busy, share)) {
    return trip(
      'many-companies',
      `${count(busy.length)} companies pay unusually many first-time receivers in the same ten minutes.`,
      [shown('Companies with many first-time receivers', busy.length, 0)],
    );
  }
  let sum = 0n;
  for (const { figures } of seen.companies) sum += figures.hourSum;
  if (sum > most(allSum.sum, percent(seen.largestDay, allSum.percentOfLargestDay))) {
    return trip('sum-of-all', `In an hour all companies together were to pay out ${money(sum)}.`, [
      shownSum('Payouts of an hour, against the largest day of two months', sum, seen.largestDay),
    ]);
  }
  return null;
}

function isBusy({ figures, usual }: SeenCompany): boolean {
  const part = manyCompanies.busyPartOfAllowed;
  return (
    figures.firstTimeReceivers * part >= allowedFirstTime(usual) &&
    figures.firstTimeSum * BigInt(part) >= firstTimeReceivers.sum
  );
}

function allowedFirstTime(usual: Usual): number {
  const { receivers, timesUsual } = firstTimeReceivers;
  return Math.max(receivers, timesUsual * usual.firstTimeReceivers);
}

function allowedHour(usual: Usual): bigint {
  const { sum, timesUsual, percentOfLargestDay } = hourSum;
  const largest = most(
    BigInt(timesUsual) * usual.hourSum,
    percent(usual.largestDay, percentOfLargestDay),
  );
  return most(sum, largest);
}

function most(a: bigint, b: bigint): bigint {
  return a > b ? a : b;
}

function percent(amount: bigint, hundredths: number): bigint {
  return (amount * BigInt(hundredths)) / 100n;
}

function count(number: number): string {
  return number.toLocaleString('en-US');
}

function money(amount: bigint): string {
  return formatUgx(fromHundredths(amount));
}

function shown(label: string, seen: number, usual: number): ShownFigure {
  return { label, seen: count(seen), usual: usual === 0 ? 'none' : `at most ${count(usual)}` };
}

function shownSum(label: string, seen: bigint, usual: bigint): ShownFigure {
  return { label, seen: money(seen), usual: usual === 0n ? 'none' : `at most ${money(usual)}` };
}
