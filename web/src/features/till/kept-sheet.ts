import { endedShift, type EndedShift } from '@sente/contract/till';
import * as z from 'zod/mini';

const keptIn = 'till.ended';

/* The sheet of a shift stays on its device until Done, so that a reload before it is printed does not lose the sum. */

export function keepSheet(shift: EndedShift): void {
  localStorage.setItem(keptIn, JSON.stringify(shift));
}

export function forgetSheet(): void {
  localStorage.removeItem(keptIn);
}

/** Null also for what another version of this page left. */
export function keptSheet(): EndedShift | null {
  try {
    return z.parse(endedShift, JSON.parse(localStorage.getItem(keptIn) ?? 'null'));
  } catch {
    return null;
  }
}
