import { readAmount } from '../../lib/typed-amount.ts';

/** For the rules of the server: what is typed but no number stays a text, which they have words for. */
export function amountToCheck(typed: string): number | string {
  const amount = readAmount(typed);
  return Number.isNaN(amount) && typed.trim() !== '' ? typed : amount;
}
