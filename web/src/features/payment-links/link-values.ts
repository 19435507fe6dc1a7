import { dayMs, startOfDay } from '@sente/contract/kampala';
import {
  paymentLinkBody,
  type LinkKind,
  type PaymentLinkBody,
} from '@sente/contract/payment-links';
import type { FieldErrors, Resolver } from 'react-hook-form';
import * as z from 'zod/mini';
import { amountToCheck } from '../../lib/typed-amount.ts';

/** The typed texts, before they are parsed. */
export interface LinkValues {
  accountId: string;
  kind: LinkKind;
  amount: string;
  leastAmount: string;
  mostAmount: string;
  productId: string;
  purpose: string;
  reference: string;
  isOnce: boolean;
  /** A day in Kampala; empty: never. */
  lastDay: string;
  returnUrl: string;
}

function bodyOf(values: LinkValues): Record<string, unknown> {
  const { kind, accountId, lastDay } = values;
  const typed = (text: string) => (text.trim() === '' ? null : amountToCheck(text));
  return {
    accountId,
    reference: values.reference,
    isOnce: values.isOnce,
    returnUrl: values.returnUrl.trim() || null,
    expiresAt: lastDay === '' ? null : new Date(startOfDay(lastDay) + dayMs).toISOString(),
    ...(kind === 'product' ? { productId: values.productId || null } : { purpose: values.purpose }),
    ...(kind === 'fixed' && { amount: amountToCheck(values.amount) }),
    ...(kind === 'chosen' && {
      leastAmount: typed(values.leastAmount),
      mostAmount: typed(values.mostAmount),
    }),
  };
}

/** What the contract says, at the fields of this form. */
export const linkResolver: Resolver<LinkValues, unknown, PaymentLinkBody> = (values) => {
  const result = z.safeParse(paymentLinkBody, bodyOf(values));
  const errors: Record<string, { type: string; message: string }> = {};
  for (const { path, message } of result.error?.issues ?? []) {
    const field = path[0] === 'expiresAt' ? 'lastDay' : String(path[0]);
    errors[field] ??= { type: 'custom', message };
  }
  // The contract compares fields only once each of them is right, and people fill in all of them.
  const missing = (field: string, message: string) => {
    errors[field] = { type: 'custom', message };
  };
  if (values.accountId === '') missing('accountId', 'Please select an account');
  if (values.kind !== 'product') {
    if (values.purpose.trim() === '') missing('purpose', 'Purpose is required');
    if (values.kind === 'fixed' && values.amount.trim() === '') {
      missing('amount', 'Amount is required');
    }
  } else if (values.productId === '') {
    missing('productId', 'Please select a product');
    delete errors['purpose'];
  }
  return result.success && Object.keys(errors).length === 0
    ? { values: result.data, errors: {} }
    : { values: {}, errors: errors as FieldErrors<LinkValues> };
};
