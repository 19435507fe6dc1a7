import { randomFillSync } from 'node:crypto';
import { databaseNow } from './clock.ts';

/** Random bytes are fetched in bulk: 16 bytes cost as much as thousands. */
const pool = Buffer.alloc(16 * 256);
let used = pool.length;

/**
 * A version 7 UUID: ordered by time, so that new rows land at the end of an index. Made here
 * because PostgreSQL has a function for it only from version 18 on.
 */
export function uuidV7(now: number = databaseNow()): string {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  const bytes = pool.subarray(used, (used += 16));
  bytes.writeUIntBE(now, 0, 6);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x70, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

/** When it was made. */
export function timeOfUuidV7(id: string): Date {
  return new Date(Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16));
}

/** The lowest id of a moment, to turn a time range into an id range. */
export function lowestUuidV7(atMs: number): string {
  const hex = Math.max(atMs, 0).toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`;
}
