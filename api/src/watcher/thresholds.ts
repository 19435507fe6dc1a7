const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
/** Thresholds read in shillings; amounts are hundredths. */
const ugx = (shillings: number): bigint => BigInt(shillings) * 100n;

/**
 * When the payouts of a company are unusual. Each figure is allowed up to the larger of a floor, which is
 * all that a company without history has, and a multiple of what is usual for the company. The floors let
 * a first salary run of some fifty people pass; `npm run attack -- --normal-month` measures how often
 * ordinary business trips them. Approved payouts count as well: whoever writes into the database can
 * write approvals.
 */
export const thresholds = {
  /**
   * Stolen money goes to numbers that were never paid before, quickly. Many small ones are a promotion:
   * 400 customers at UGX 5,000 stay below the sum.
   */
  firstTimeReceivers: {
    withinMs: 10 * minuteMs,
    receivers: 60,
    sum: ugx(3_000_000),
    timesUsual: 3,
  },
  /** A script divides the balance by the number of SIM cards. Slower than the one above, hence the hour. */
  oneAmount: { withinMs: hourMs, receivers: 40, sum: ugx(3_000_000), timesUsual: 3 },
  /**
   * Few receivers, large amounts: the most that one payout can be is UGX 20 million. An hour as large as
   * the largest day is a salary run, which comes once a month and so is in no other week.
   */
  hourSum: { withinMs: hourMs, sum: ugx(50_000_000), timesUsual: 3, percentOfLargestDay: 130 },
  /** What stays below all of these in every hour. */
  daySum: { sum: ugx(100_000_000), percentOfLargestDay: 150 },
  /**
   * Whoever takes little from each company has broken into the platform. Busy: a quarter of what the company
   * is allowed in first-time receivers, all in the same ten minutes. On a large platform several first
   * salary runs fall into the same hour, hence also a tenth of the companies that pay out in it.
   */
  manyCompanies: {
    tripped: 3,
    trippedWithinMs: hourMs,
    busy: 5,
    busyPartOfAllowed: 4,
    percentOfActive: 10,
  },
  /** All companies together: an hour is never most of the largest day, not even when salaries are paid. */
  allSum: { withinMs: hourMs, sum: ugx(500_000_000), percentOfLargestDay: 60 },
  /** The other weeks that tell what is usual, and how far the hour may have moved. */
  usual: { weeks: 5, withinMs: hourMs, days: 62 },
} as const;

/** How long a payout stays in view. */
export const inViewMs = hourMs;
