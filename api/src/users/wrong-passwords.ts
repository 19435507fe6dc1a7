import type { Db } from '../db/database.ts';
import { guessingLetter } from '../mail/access-letters.ts';
import type { Mailer } from '../mail/mailer.ts';
import { isFirstOfDay, noteWrong } from '../security/throttle.ts';

interface Guessed {
  readonly id: string;
  readonly email: string;
  readonly first_name: string;
}

/** Counts a wrong password; the owner is told once a day when these are many. */
export async function noteWrongPassword(
  db: Db,
  mailer: Mailer,
  { id, email, first_name: firstName }: Guessed,
  { isKnown, cause }: { readonly isKnown: boolean; readonly cause: string },
): Promise<void> {
  const what = isKnown ? 'password in a known browser' : 'password of strangers';
  if (!(await noteWrong(db, what, id))) return;
  const kind = isKnown ? 'guessing-known' : 'guessing';
  if (!(await isFirstOfDay(db, `${kind}:${id}`))) return;
  await mailer.queue(db, {
    to: email,
    userId: id,
    kind: 'guessing',
    eventKey: `${kind}:${cause}`,
    usefulForMs: 24 * 3_600_000,
    letter: guessingLetter({ firstName }, isKnown),
  });
}
