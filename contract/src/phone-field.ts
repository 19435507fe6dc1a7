import * as z from 'zod/mini';
import { changedPhone, phoneMessage } from './phone.ts';

/** For text that a person changes from `before`; without it, for a new number. */
export function phone(before: string | null = null) {
  return [
    z.refine<string>((text) => changedPhone(text, before) !== null, { error: phoneMessage }),
    z.overwrite<string>((text) => changedPhone(text, before) ?? text),
  ] as const;
}

/** The same where the number may be left out. */
export function phoneOrBlank(before: string | null = null) {
  const isFine = (text: string) => text.trim() === '' || changedPhone(text, before) !== null;
  return [
    z.refine<string>(isFine, { error: phoneMessage }),
    z.overwrite<string>((text) => changedPhone(text, before) ?? text.trim()),
  ] as const;
}
