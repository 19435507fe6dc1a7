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

const mostDecimals = 4;

/**
 * The labels of an axis up to an amount, all different: as short as the step between them allows, and in full where
 * it is too small for that.
 */
export function compactLabels(highest: number, step: number): (amountUgx: number) => string {
  const thousands = Math.max(0, Math.floor(Math.log10(Math.abs(highest)) / 3));
  const decimals = thousands * 3 - Math.floor(Math.log10(step) + 1e-9);
  // A step such as 150 needs the place of its 5 as well.
  const needed = isRound(step) ? decimals : decimals + 1;
  if (needed > mostDecimals) return formatAmount;
  const labels = new Intl.NumberFormat('en-US', {
    notation: 'compact',
    maximumFractionDigits: Math.max(2, needed),
  });
  return (amountUgx) => labels.format(amountUgx);
}

/** Whether it has one digit and zeros. */
function isRound(step: number): boolean {
  return /^\d(?:\.0*)?e/.test(step.toExponential(6));
}
