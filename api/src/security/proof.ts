import type { FactorProof } from '@sente/contract/own-factor';
import type { Actor } from '../http/actor.ts';

/**
 * Refuses unless it is the caller's password, and the second factor of whoever has one: a stolen session has
 * neither. `action`: the name of the call, for the audit log. `lately`: what was proved in this session within
 * ten minutes is enough, the sign-in included.
 */
export type Prove = (
  actor: Actor,
  proof: FactorProof,
  action: string,
  when?: 'anew' | 'lately',
) => Promise<unknown>;

/** Apart from what else a call was sent. */
export function proofIn({ currentPassword, code, passkey }: FactorProof): FactorProof {
  return { currentPassword, code, passkey };
}
