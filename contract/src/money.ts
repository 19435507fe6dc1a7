import * as z from 'zod/mini';

/*
 * In JSON, money is a number of UGX with at most two decimals; inside the server it is a bigint of
 * hundredths. Conversion scales the decimal text of the number, never the float itself.
 */

/**
 * A float represents any 15 decimal digits exactly; up to this limit, just under ten trillion UGX,
 * conversion to hundredths is exact.
 */
export const maxHundredths = 999_999_999_999_999n;

const decimalText = /^(-?)(\d+)(?:\.(\d{1,2}))?$/;

/** Null if the number has more than two decimals or is not exact. */
export function toHundredths(amountUgx: number): bigint | null {
  const match = decimalText.exec(String(amountUgx));
  if (!match) return null;
  const [, sign, whole = '', fraction = ''] = match;
  const hundredths = BigInt(whole) * 100n + BigInt(fraction.padEnd(2, '0'));
  if (hundredths > maxHundredths) return null;
  return sign === '-' ? -hundredths : hundredths;
}

/** Exact up to `maxHundredths`. */
export function fromHundredths(amountHundredths: bigint): number {
  return Number(amountHundredths) / 100;
}

// Made once: making one takes forty times as long as using it.
const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });
const fractional = new Intl.NumberFormat('en-US', {
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
});

/** "UGX 1,234,567", with two decimals only for a fraction. */
export function formatUgx(amountUgx: number): string {
  return `UGX ${(Number.isInteger(amountUgx) ? whole : fractional).format(amountUgx)}`;
}

export const money = z.number();

export function moneyInput(message: string) {
  return z
    .number(message)
    .check(z.refine((amount: number) => toHundredths(amount) !== null, { error: message }));
}

/** For a required amount: a missing amount is not above 0 either. */
export const amountMessage = 'Amount must be greater than 0';

/** For a wrong type: text has a message of its own. */
export function amountTypeMessage({ input }: { readonly input?: unknown }): string {
  const isNothing = input === undefined || input === null || Number.isNaN(input);
  return isNothing ? amountMessage : 'Amount must be a number of UGX';
}

/** An amount above 0, with cents. */
export const positiveMoney = z.number({ error: amountTypeMessage }).check(
  z.gt(0, { error: amountMessage, abort: true }),
  z.lte(fromHundredths(maxHundredths), { error: 'Amount is too large', abort: true }),
  z.refine((amount: number) => toHundredths(amount) !== null, {
    error: 'Amount must be a number of UGX with at most two decimals',
  }),
);
