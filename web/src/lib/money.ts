const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });
const withFraction = new Intl.NumberFormat('en-US', {
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
});

/** "1,234,567" or "1,234.50"; "-" without a number. Takes UGX, not cents. */
export function formatAmount(ugx: number | null | undefined): string {
  if (ugx === null || ugx === undefined || !Number.isFinite(ugx)) return '-';
  // Rounded first: 0.004 has no fraction to show. Adding 0 turns -0 into 0.
  const rounded = Math.round(ugx * 100) / 100 + 0;
  return Number.isInteger(rounded) ? whole.format(rounded) : withFraction.format(rounded);
}

/** Summed in hundredths: 0.1 and 0.2 are 0.3. */
export function sumUgx(...amounts: readonly number[]): number {
  return amounts.reduce((sum, amount) => sum + Math.round(amount * 100), 0) / 100;
}

const compact = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 2 });

/** "1.2M", for the axes. The tooltip and the table have the exact amount. */
export function compactAmount(amountUgx: number): string {
  return compact.format(amountUgx);
}

/** The smallest difference that `compactAmount` shows near an amount: 10,000 of some millions. */
export function compactStep(amountUgx: number): number {
  const thousands = Math.max(0, Math.floor(Math.log10(Math.abs(amountUgx)) / 3));
  return 10 ** (thousands * 3 - 2);
}
