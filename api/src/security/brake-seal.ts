import { hash } from 'node:crypto';
import type { Sealer } from './secrets.ts';

/** What a server marks with its key to open the seal of a payout brake. */
const textOf = (brakeId: string): string => `end of the payout brake ${brakeId}`;

/** What the database keeps of it. */
export function brakeSeal(sealer: Sealer, brakeId: string): Buffer {
  return sealOf(sealer.mark(textOf(brakeId)));
}

/** What opens the seal, one for each key of the ring. */
export function brakeKeys(sealer: Sealer, brakeId: string): string[] {
  return sealer.marks(textOf(brakeId));
}

/** Whether a key of this ring made the seal. */
export function opensBrake(sealer: Sealer, brakeId: string, seal: Buffer | null): boolean {
  return seal !== null && brakeKeys(sealer, brakeId).some((key) => sealOf(key).equals(seal));
}

function sealOf(key: string): Buffer {
  return hash('sha256', key, 'buffer');
}
