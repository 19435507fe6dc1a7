import type { Account } from '@sente/contract/accounts';
import type { BodyInputOf } from '@sente/contract/endpoint';
import { formatUgx } from '@sente/contract/money';
import type { transactions } from '@sente/contract/transactions';
import { transferBody } from '@sente/contract/transfers';
import type { FieldErrors, Resolver } from 'react-hook-form';
import * as z from 'zod/mini';
import { amountToCheck } from '../../lib/typed-amount.ts';
import { availableOf } from '../accounts/held-money.tsx';

export type TransferBody = BodyInputOf<typeof transactions.transfer>;

/** The typed texts, before they are parsed into a transfer. */
export interface TransferValues {
  fromAccountId: string;
  toAccountId: string;
  amount: string;
  note: string;
}

/** The error type of an amount above the available balance, as far as known here. */
export const tooMuch = 'too-much';

/** The contract's rules, and what the account has. */
export function transferResolver(
  idempotencyKey: string,
  accountOf: (id: string) => Account | undefined,
): Resolver<TransferValues, unknown, TransferBody> {
  return ({ amount, ...values }) => {
    const body = { ...values, amount: amountToCheck(amount), idempotencyKey };
    const result = z.safeParse(transferBody, body);
    const from = accountOf(values.fromAccountId);
    if (result.success && !(from && result.data.amount > availableOf(from))) {
      return { values: result.data, errors: {} };
    }
    const errors: Record<string, { type: string; message: string }> = {};
    for (const { path, message } of result.error?.issues ?? []) {
      errors[String(path[0])] ??= { type: 'custom', message };
    }
    for (const name of ['fromAccountId', 'toAccountId'] as const) {
      if (values[name] === '') {
        errors[name] = { type: 'custom', message: 'Please select an account' };
      }
    }
    if (result.success && from) {
      const message = `Only ${formatUgx(availableOf(from))} can be spent on this account`;
      errors['amount'] = { type: tooMuch, message };
    }
    return { values: {}, errors: errors as FieldErrors<TransferValues> };
  };
}
