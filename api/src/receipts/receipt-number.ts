import { toShortId } from '../db/short-id.ts';

/** Made of the id, so that it never changes, and so that a search reads the id from it. */
export function receiptNumber(id: string): string {
  return `R-${toShortId(id)}`;
}
