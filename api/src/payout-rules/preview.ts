import { fromHundredths } from '@sente/contract/money';
import type { PayoutRulePreview } from '@sente/contract/payout-rules';
import type { PastPayout, Rule } from './payout-rules.queries.ts';

type Needed = 'none' | 'colleague' | 'colleagueAndProvider';

/** Replays payouts against rules, in the order in which they were requested. */
export interface Replay {
  add(payout: PastPayout): void;
  result(days: number, isCut: boolean): PayoutRulePreview;
}

/** The rule of the SQL function payout_approval; a test keeps both in step. */
export function createReplay({ atOnceUpTo, colleagueUpTo }: Rule): Replay {
  /** What went at once, by day. */
  const went = new Map<string, bigint>();
  const groups: Record<Needed, { payouts: number; amount: bigint }> = {
    none: { payouts: 0, amount: 0n },
    colleague: { payouts: 0, amount: 0n },
    colleagueAndProvider: { payouts: 0, amount: 0n },
  };
  const groupOf = (needed: Needed) => ({
    payouts: groups[needed].payouts,
    amount: fromHundredths(groups[needed].amount),
  });
  return {
    add(payout) {
      const amount = BigInt(payout.amount);
      const before = went.get(payout.day) ?? 0n;
      const isAtOnce = before + amount <= atOnceUpTo;
      // What failed does not count.
      if (isAtOnce && !payout.is_failed) went.set(payout.day, before + amount);
      const above = amount <= colleagueUpTo ? 'colleague' : 'colleagueAndProvider';
      const group = groups[isAtOnce ? 'none' : above];
      group.payouts++;
      group.amount += amount;
    },
    result: (days, isCut) => ({
      days,
      none: groupOf('none'),
      colleague: groupOf('colleague'),
      colleagueAndProvider: groupOf('colleagueAndProvider'),
      isCut,
    }),
  };
}
