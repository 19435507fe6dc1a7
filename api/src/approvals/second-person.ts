import type { Db } from '../db/database.ts';
import type { Actor } from '../http/actor.ts';
import { refused } from '../http/app-error.ts';

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

/**
 * Names of the company's people who can approve what somebody asked for, or a payout that its systems
 * ordered; at most four.
 */
export async function listColleagues(
  db: Db,
  companyId: string,
  askedBy: string | null,
  paymentId: string | null,
): Promise<string[]> {
  const rows = await db.rows<{ name: string }>(
    'select name from payout_colleagues($1, array(select payout_askers($1, $2, $3))) limit 4',
    [companyId, paymentId, askedBy],
  );
  return rows.map(({ name }) => name);
}

const span = 'within the last seven days';
const others = 'Somebody else has to confirm this.';

/** The person took an earlier step, or made or saw the API key with which a payout was ordered. */
export const isBehindText =
  'You approved this before, or you made the API key of the company or saw it within the last seven days. Somebody else has to approve it.';

/** Of a batch of settlements. */
export const isInterestedText =
  'You asked for one of its settlements, or added a bank account to which one goes. Somebody else has to approve it.';

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
