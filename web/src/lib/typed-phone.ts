import { phoneOf } from '@sente/contract/phone';

/** Gone once a number is typed, so that nobody takes it for the number that money goes to. */
const example = 'e.g. 0772 123 456';

/** In the words of the server, which knows the prefixes too. */
const notUgandan = 'Must be a Ugandan mobile number, such as 0772 123 456 or +256 772 123 456';

/** Below the field of a number that money goes to or comes from. */
export function phoneHint(typed: string | undefined): string | undefined {
  return typed?.trim() ? undefined : example;
}

/** What is wrong with a typed number; undefined for none and for what may be one. */
export function phoneProblem(typed: string): string | undefined {
  if (typed.trim() === '') return undefined;
  return phoneOf(typed)?.startsWith('+256') ? undefined : notUgandan;
}
