import { isDeepStrictEqual } from 'node:util';
import { refused, type AppError } from './app-error.ts';

/*
 * A form that was opened before somebody else's change must not write the old values back. It says what it
 * is based on: the version of a record, or the values of settings that have none.
 */

/** `what` is named as in "Someone else changed this company in the meantime". */
export function changedMeanwhile(what: string): AppError {
  return refused(
    `Someone else changed ${what} in the meantime. Look at what changed, then save again.`,
  );
}

export function refuseOlder(what: string, basedOn: string | undefined, version: Date): void {
  if (basedOn === undefined || Date.parse(basedOn) === version.getTime()) return;
  throw changedMeanwhile(what);
}

/** Undefined: whoever calls has seen no values, such as a program that only sets them. */
export function refuseOutdated<Values>(
  what: string,
  basedOn: Values | undefined,
  stored: Values,
): void {
  if (basedOn === undefined || isDeepStrictEqual(basedOn, stored)) return;
  throw changedMeanwhile(what);
}
