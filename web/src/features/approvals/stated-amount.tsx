import { positiveMoney } from '@sente/contract/money';
import * as z from 'zod/mini';
import { amountToCheck } from '../../lib/typed-amount.ts';
import type { TextFieldProps } from '../../ui/field.tsx';
import { MoneyField } from '../../ui/money-field.tsx';

/** What a person found out to have moved. */
export function StatedAmountField({ hint, ...field }: Omit<TextFieldProps, 'label'>) {
  return (
    <MoneyField
      {...field}
      label="Paid in UGX"
      inputMode="decimal"
      hint={hint ?? 'What really moved, for example by the statement of the network.'}
      className="mt-4"
    />
  );
}

/** The amount in the field, by the contract's rules. */
export function statedAmount(typed: string): { amount?: number; error?: string } {
  const result = z.safeParse(positiveMoney, amountToCheck(typed));
  if (result.success) return { amount: result.data };
  return { error: result.error.issues[0]?.message ?? 'Amount must be greater than 0' };
}
