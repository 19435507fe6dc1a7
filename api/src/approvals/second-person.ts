import type { Db } from '../db/database.ts';
import type { Actor } from '../http/actor.ts';
import { AppError } from '../http/app-error.ts';

/*
 * One person asks, another one confirms.
 */

/** The proposal that waits, if it is the one that the person who answers looked at. */
export function requireSeen<Proposal>(proposal: Proposal | null, isSeen: boolean): Proposal {
  if (proposal === null) throw refused('Nobody has proposed a decision yet');
  if (!isSeen) throw refused('The proposal was changed. Look again.');
  return proposal;
}

/**
 * Refuses the person who asked, and a puppet: somebody whose access the other one set within seven days,
 * or whose access the same third person set. Every path that confirms something calls this one.
 */
export async function requireSecondPerson(
  db: Db,
  askedBy: string | null,
  { userId }: Pick<Actor, 'userId'>,
  isSame = 'Somebody else has to confirm your proposal',
): Promise<void> {
  if (askedBy === null) return;
  const row = await db.row<{ problem: string | null; name: string | null }>(
    `select second_person_problem($1, $2) as problem,
       (select first_name || ' ' || last_name from users where id = $1) as name`,
    [askedBy, userId],
  );
  const problem = row?.problem ?? null;
  if (problem === null) return;
  throw refused(problem === 'same' ? isSame : puppetText(problem, row?.name ?? 'them'));
}

const span = 'within the last seven days';
const others = 'Somebody else has to confirm this.';

/** `asker` asked for it. */
export function puppetText(problem: string, asker: string): string {
  switch (problem) {
    case 'set-by-confirmer':
      return `You set the password or a role of ${asker} ${span}. ${others}`;
    case 'set-by-asker':
      return `${asker} set your password or a role of yours ${span}. ${others}`;
    default:
      return `The same person set the access of you and of ${asker} ${span}. ${others}`;
  }
}

function refused(message: string): AppError {
  return new AppError('refused', { message });
}
