import type { Actor } from '../http/actor.ts';
import { AppError } from '../http/app-error.ts';

/*
 * One person proposes, another one confirms.
 */

/** The proposal that waits, if it is the one that the person who answers looked at. */
export function requireSeen<Proposal>(proposal: Proposal | null, isSeen: boolean): Proposal {
  if (proposal === null) throw refused('Nobody has proposed a decision yet');
  if (!isSeen) throw refused('The proposal was changed. Look again.');
  return proposal;
}

export function requireSecondPerson(proposedBy: string, { userId }: Actor): void {
  if (proposedBy === userId) throw refused('Somebody else has to confirm your proposal');
}

function refused(message: string): AppError {
  return new AppError('refused', { message });
}
