import type { LimitBody, LimitPreview } from '@sente/contract/limits';
import { isAmountLimit } from '@sente/contract/limits';
import { fromHundredths } from '@sente/contract/money';
import type { NewLimit, PastPayment } from './limits.queries.ts';

/** Replays payments against limits, in the order in which they were requested. */
export interface Replay {
  add(payment: PastPayment, isCounted: boolean): void;
  result(days: number, isCut: boolean): LimitPreview;
}

interface Refused {
  readonly limit: NewLimit;
  readonly count: number;
  readonly amount: bigint;
}

/**
 * The rules of the SQL function limits_take; a test keeps both in step. What the limits would have
 * refused uses nothing, and what failed uses nothing either.
 */
export function createReplay(limits: readonly NewLimit[]): Replay {
  const used = new Map<string, bigint>();
  const refused = new Map<NewLimit, Refused>();
  /** Directions and numbers with a payment that the limits would have let through. */
  const known = new Set<string>();
  let payments = 0;

  const keyOf = (limit: NewLimit, payment: PastPayment): string => {
    const period = limit.kind === 'month' ? payment.day.slice(0, 7) : payment.day;
    const number = limit.kind === 'number' ? payment.phone_number : '';
    return `${limit.scope} ${limit.direction} ${limit.kind} ${period} ${number}`;
  };

  return {
    add(payment, isCounted) {
      const applying = limits.filter(
        ({ scope, direction }) =>
          direction === payment.direction && (scope === 'company' || payment.is_api),
      );
      if (isCounted) payments++;
      const number = `${payment.direction} ${payment.phone_number}`;
      const isNew = !payment.was_known && !known.has(number);
      const exceeded = applying.find((limit) => {
        const adds = addsOf(limit, payment, isNew);
        const before = limit.kind === 'payment' ? 0n : (used.get(keyOf(limit, payment)) ?? 0n);
        return adds > 0n && before + adds > limit.most;
      });
      if (exceeded) {
        if (isCounted) note(refused, exceeded, BigInt(payment.amount));
        return;
      }
      if (payment.is_failed) return;
      known.add(number);
      for (const limit of applying) {
        const key = keyOf(limit, payment);
        used.set(key, (used.get(key) ?? 0n) + addsOf(limit, payment, isNew));
      }
    },

    result(days, isCut) {
      const all = [...refused.values()].toSorted((a, b) => b.count - a.count);
      return {
        days,
        payments,
        refused: all.reduce((sum, { count }) => sum + count, 0),
        refusedAmount: fromHundredths(all.reduce((sum, { amount }) => sum + amount, 0n)),
        byLimit: all.map(({ limit, count, amount }) => ({
          ...toBody(limit),
          refused: count,
          amount: fromHundredths(amount),
        })),
        isCut,
      };
    },
  };
}

function addsOf({ kind }: NewLimit, { amount }: PastPayment, isNew: boolean): bigint {
  if (kind === 'number') return 1n;
  if (kind === 'new_numbers') return isNew ? 1n : 0n;
  return BigInt(amount);
}

function note(refused: Map<NewLimit, Refused>, limit: NewLimit, amount: bigint): void {
  const before = refused.get(limit) ?? { limit, count: 0, amount: 0n };
  refused.set(limit, { limit, count: before.count + 1, amount: before.amount + amount });
}

/** Amounts are stored as hundredths of UGX, numbers as they are. */
export function toStored(limit: LimitBody): NewLimit {
  const most = BigInt(limit.most);
  return { ...limit, most: isAmountLimit(limit.kind) ? most * 100n : most };
}

export function toBody({ scope, direction, kind, most }: NewLimit): LimitBody {
  return {
    scope,
    direction,
    kind,
    most: isAmountLimit(kind) ? fromHundredths(most) : Number(most),
  };
}
