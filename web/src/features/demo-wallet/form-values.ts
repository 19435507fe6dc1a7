import type { FieldErrors, Resolver } from 'react-hook-form';
import { formatAmount } from '../../lib/money.ts';
import { readAmount } from '../../lib/typed-amount.ts';
import { balanceUgx } from './sample-data.ts';
import type { FormKind } from './wallet-actions.ts';

export interface FormValues {
  amount: string;
  phoneNumber: string;
  network: string;
  note: string;
}

export const emptyValues: FormValues = { amount: '', phoneNumber: '', network: '', note: '' };

export const networkOptions = [
  { value: 'mtn', label: 'MTN Mobile Money' },
  { value: 'airtel', label: 'Airtel Money' },
];

export const maxNoteLength = 100;
const leastUgx = 500;
const mostUgx = 5_000_000;

/** A Ugandan mobile number, with or without the country code. */
const phoneShape = /^(?:\+?256|0)7\d{8}$/;
/** Undefined unless it is a whole number of at least zero. */
export function readWholeAmount(typed: string): number | undefined {
  const amount = readAmount(typed);
  return Number.isInteger(amount) && amount >= 0 ? amount : undefined;
}

/** The errors of the form, in field order; the first one gets the focus. */
export function formResolver(kind: FormKind): Resolver<FormValues> {
  return (values) => {
    const problems: Record<string, string | undefined> = {
      amount: amountProblem(values.amount, kind),
      phoneNumber: phoneProblem(values.phoneNumber),
      network: values.network === '' ? 'Network is required' : undefined,
    };
    const errors = Object.fromEntries(
      Object.entries(problems).flatMap(([name, message]) =>
        message ? [[name, { type: 'custom', message }]] : [],
      ),
    );
    const hasErrors = Object.keys(errors).length > 0;
    return hasErrors
      ? { values: {}, errors: errors as FieldErrors<FormValues> }
      : { values, errors: {} };
  };
}

function amountProblem(typed: string, kind: FormKind): string | undefined {
  if (typed.trim() === '') return 'Amount is required';
  const amountUgx = readWholeAmount(typed);
  if (amountUgx === undefined) return 'Amount must be a whole number of UGX';
  if (amountUgx < leastUgx) return `Must be at least UGX ${formatAmount(leastUgx)}`;
  // Without the amount, because the balance may be hidden.
  if (kind !== 'add-money' && amountUgx > balanceUgx) return 'More than there is in the wallet';
  if (amountUgx > mostUgx) return `Must be at most UGX ${formatAmount(mostUgx)}`;
  return undefined;
}

function phoneProblem(typed: string): string | undefined {
  const digits = typed.replace(/[\s().-]/g, '');
  if (digits === '') return 'Phone number is required';
  return phoneShape.test(digits) ? undefined : 'Please enter a valid phone number';
}
