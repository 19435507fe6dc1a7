import { hash } from 'node:crypto';

/** 128 bits of what belongs together, as a UUID takes them: for keys, and to tell one request from another. */
export function shortHash(...parts: readonly (string | bigint | null | undefined)[]): string {
  const text = parts.map((part) => part ?? '').join('\0');
  return hash('sha256', text, 'hex').slice(0, 32);
}
