import { formatUgx } from '@sente/contract/money';
import type { LimitKind, LimitScope } from '@sente/contract/limits';
import type { PaymentDirection } from '@sente/contract/payments';
import { toUgx } from '../../db/amounts.ts';

/** From the SQL function limits_take. Amounts are hundredths of UGX. */
export interface ExceededLimit {
  readonly scope: LimitScope;
  readonly kind: LimitKind;
  readonly most: number;
  readonly used: number;
  /** The day on which it frees, in Kampala; null if no waiting helps. */
  readonly frees: string | null;
}

/** Which limit it is, what is used of it, and when it frees. */
export function exceededText(
  direction: PaymentDirection,
  { scope, kind, most, used, frees }: ExceededLimit,
): string {
  const through = scope === 'api' ? ' through the API' : '';
  const noun = `${direction}s${through}`;
  const from = frees === null ? '' : ` It frees on ${frees} at 00:00 in Kampala.`;
  const amount = (hundredths: number) => formatUgx(toUgx(String(hundredths)));
  switch (kind) {
    case 'payment':
      return `At most ${amount(most)} in one ${direction}${through}.`;
    case 'day':
      return `The limit for ${noun} is ${amount(most)} a day, of which ${amount(used)} is used.${from}`;
    case 'month':
      return `The limit for ${noun} is ${amount(most)} a month, of which ${amount(used)} is used.${from}`;
    case 'number':
      return `The limit is ${most} ${noun} a day with one number.${from}`;
    case 'new_numbers':
      return `The limit for ${noun} is ${most} new numbers a day.${from}`;
  }
}
