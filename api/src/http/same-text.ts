import { hash, timingSafeEqual } from 'node:crypto';

/** Compares in constant time. Hashed first, because the lengths may differ. */
export function isSameText(given: string, expected: string): boolean {
  return timingSafeEqual(hash('sha256', given, 'buffer'), hash('sha256', expected, 'buffer'));
}
