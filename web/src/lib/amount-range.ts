export interface AmountRange {
  readonly min: string;
  readonly max: string;
}

interface AmountProblem {
  readonly field: keyof AmountRange;
  readonly text: string;
}

/** Whole UGX as people write them; undefined for an empty box, null for what is no amount. */
function wholeNumber(text: string): string | undefined | null {
  const digits = text.replaceAll(/[\s,]/g, '');
  if (digits === '') return undefined;
  return /^\d{1,12}$/.test(digits) ? digits : null;
}

/** Which box is wrong, and why. */
export function amountProblem({ min, max }: AmountRange): AmountProblem | null {
  const [from, to] = [wholeNumber(min), wholeNumber(max)];
  const text = 'Enter whole shillings';
  if (from === null) return { field: 'min', text };
  if (to === null) return { field: 'max', text };
  if (from === undefined || to === undefined || Number(from) <= Number(to)) return null;
  return { field: 'max', text: 'Must not be less than the amount from' };
}

/** Nothing is sent of a range that is wrong. */
export function amountsToSend(range: AmountRange): {
  minAmount: string | undefined;
  maxAmount: string | undefined;
} {
  if (amountProblem(range)) return { minAmount: undefined, maxAmount: undefined };
  return {
    minAmount: wholeNumber(range.min) ?? undefined,
    maxAmount: wholeNumber(range.max) ?? undefined,
  };
}
