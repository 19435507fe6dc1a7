import { formatUgx } from '@sente/contract/money';
import { mostSettled, settlementBody, type SettlementBody } from '@sente/contract/settlements';
import type { FieldErrors, Resolver } from 'react-hook-form';
import * as z from 'zod/mini';
import { amountToCheck } from '../../lib/typed-amount.ts';

/** The typed texts, before they are parsed. */
export interface SettleValues {
  accountId: string;
  bankAccountId: string;
  isAll: boolean;
  amount: string;
}

/** What is known here of the accounts and of what a settlement costs. */
interface Means {
  /** Undefined until an account is chosen. */
  readonly availableOn: (accountId: string) => number | undefined;
  /** With the taxes on top of it. */
  readonly feeFor: (amount: number) => number;
}

/** The error type of an amount above what is available, as far as known here. */
export const tooMuch = 'too-much';

/** The contract's rules, and what the account has. */
export function settleResolver(
  idempotencyKey: string,
  { availableOn, feeFor }: Means,
): Resolver<SettleValues, unknown, SettlementBody> {
  return ({ accountId, bankAccountId, isAll, amount }) => {
    const typed = isAll ? null : amountToCheck(amount);
    const body = { accountId, bankAccountId, amount: typed, idempotencyKey };
    const result = z.safeParse(settlementBody, body);
    const errors: Record<string, { type: string; message: string }> = {};
    for (const { path, message } of result.error?.issues ?? []) {
      errors[String(path[0])] ??= { type: 'custom', message };
    }
    for (const [name, value] of Object.entries({ accountId, bankAccountId })) {
      if (value === '') errors[name] = { type: 'custom', message: 'Please select an account' };
    }
    const available = availableOn(accountId);
    if (result.success && result.data.amount !== null && available !== undefined) {
      const message = shortfall(result.data.amount, available, feeFor);
      if (message) errors['amount'] = { type: tooMuch, message };
    }
    return result.success && Object.keys(errors).length === 0
      ? { values: result.data, errors: {} }
      : { values: {}, errors: errors as FieldErrors<SettleValues> };
  };
}

/** In the words of the server. */
function shortfall(amount: number, available: number, feeFor: Means['feeFor']): string | undefined {
  const fee = feeFor(amount);
  if (amount + fee <= available) return undefined;
  const text = `At most ${formatUgx(mostSettled(available, feeFor))} can be settled`;
  return fee > 0 ? `${text}, besides the fee of ${formatUgx(fee)}` : text;
}
