import { hash, timingSafeEqual } from 'node:crypto';

/** In the same time wherever they differ; hashed first, as their lengths may differ too. */
export function isSameText(given: string, expected: string): boolean {
  return timingSafeEqual(hash('sha256', given, 'buffer'), hash('sha256', expected, 'buffer'));
}
