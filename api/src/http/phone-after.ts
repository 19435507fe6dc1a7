import { changedPhone, phoneMessage } from '@sente/contract/phone';
import { invalidField } from './app-error.ts';

/** What is stored after a change. A number from before the rules is refused only when it changes. */
export function phoneAfter(typed: string, before: string, field: string): string;
export function phoneAfter(
  typed: string | null | undefined,
  before: string | null,
  field: string,
): string | null;
export function phoneAfter(
  typed: string | null | undefined,
  before: string | null,
  field: string,
): string | null {
  if (typed === undefined) return before;
  if (typed === null || typed === '') return null;
  const phone = changedPhone(typed, before);
  if (phone === null) throw invalidField(field, phoneMessage);
  return phone;
}
