import * as z from 'zod/mini';
import { signedIn, staff } from './access.ts';
import { awaitsApproval } from './approval-kinds.ts';
import { endpoint } from './endpoint.ts';
import { feeDirections, type FeeDirection } from './fees.ts';
import { dateTime, id, idParams, oneOf, requiredText } from './fields.ts';
import { fromHundredths, toHundredths } from './money.ts';

/**
 * Taxes in what companies pay: VAT of the fee, and the levy of the amount. Each has a rate for each direction
 * from a moment on; a past rate never changes, and a rate of 0 ends it. Rounded half up to whole shillings.
 */
export const taxNames = ['vat', 'levy'] as const;
export type TaxName = (typeof taxNames)[number];
export const taxLabels: Record<TaxName, string> = { vat: 'VAT', levy: 'Levy' };

const fields = {
  tax: oneOf(taxNames),
  direction: oneOf(feeDirections),
  /** As people know it, such as "Excise duty on withdrawals". */
  name: requiredText('Name is required', 60),
  /** With at most two decimals; 0 ends the tax. */
  percent: z.number('Must be a percentage').check(
    z.gte(0, 'Must not be negative'),
    z.lte(50, 'Must be at most 50'),
    z.refine((value: number) => /^\d+(\.\d{1,2})?$/.test(String(value)), {
      error: 'Must have at most two decimals',
    }),
  ),
  /** Added to the fee; otherwise it is part of it. */
  isOnTop: z.boolean(),
};

const taxRate = z.object({
  id,
  ...fields,
  effectiveFrom: dateTime,
  /** When the next rate takes over; null if none is planned. */
  endsAt: z.nullable(dateTime),
  isCurrent: z.boolean(),
  /** Null if the reader may not see the person. */
  createdBy: z.nullable(z.string()),
  createdAt: dateTime,
});
export type TaxRate = z.infer<typeof taxRate>;

export const taxRateBody = z.strictObject({
  ...fields,
  /** From the approval on by default. */
  effectiveFrom: z.optional(dateTime),
});

export const taxes = {
  list: endpoint({
    method: 'GET',
    path: '/Taxes',
    summary:
      'List past, current and future taxes, newest first; an empty list means that none is charged',
    access: signedIn,
    reply: z.array(taxRate),
  }),
  add: endpoint({
    method: 'POST',
    path: '/Taxes',
    summary: 'Ask to set the rate of a tax for one direction; a second person approves it',
    access: staff('staffFees'),
    body: taxRateBody,
    reply: z.null(),
    meta: awaitsApproval,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/Taxes/{id}',
    summary: 'Ask to delete a rate that is not effective yet; a second person approves it',
    access: staff('staffFees'),
    params: idParams,
    reply: z.null(),
    meta: awaitsApproval,
    notFound: 'Tax not found',
  }),
};

type Rate = Pick<TaxRate, 'tax' | 'direction' | 'percent' | 'isOnTop'>;

/** In words, such as "18%, included in the fee". */
export function describeRate({ tax, percent, isOnTop }: Omit<Rate, 'direction'>): string {
  if (percent === 0) return 'none';
  const base = tax === 'levy' ? ' of the amount' : ' of the fee';
  return `${percent}%${base}, ${isOnTop ? 'on top of the fee' : 'included in the fee'}`;
}

/** What a company pays, in UGX, and the taxes for it. A levy that the fee does not cover is paid by the provider. */
export interface Charge {
  readonly fee: number;
  readonly vat: number;
  readonly levy: number;
}

/**
 * What is charged for an amount, given the fee without what comes on top and the current rates; for a preview.
 * The database computes what is charged (charge_of.sql); a test keeps both in step.
 */
export function chargeOf(
  own: number,
  amount: number,
  direction: FeeDirection,
  current: readonly Rate[],
): Charge {
  const rateOf = (name: TaxName) =>
    current.find((rate) => rate.tax === name && rate.direction === direction);
  const [vatRate, levyRate] = [rateOf('vat'), rateOf('levy')];
  const vat = vatRate ? share(own, vatRate.percent, vatRate.isOnTop ? 0 : vatRate.percent) : 0;
  const levy = levyRate ? share(amount, levyRate.percent, 0) : 0;
  const fee = own + (vatRate?.isOnTop ? vat : 0) + (levyRate?.isOnTop ? levy : 0);
  return { fee, vat, levy };
}

/** `percent` of 100 and `more` percent, rounded half up to whole shillings. */
function share(of: number, percent: number, more: number): number {
  const hundredths = (value: number) => toHundredths(value) ?? 0n;
  const [part, whole] = [hundredths(of) * hundredths(percent), 10_000n + hundredths(more)];
  // Hundredths of UGX: twice `whole` times a hundred of them make two shillings.
  return fromHundredths(((part * 2n + whole * 100n) / (whole * 200n)) * 100n);
}
