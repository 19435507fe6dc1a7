import type { Db } from '../db/database.ts';
import type { Actor } from '../http/actor.ts';
import { alertsOffLetter } from '../mail/access-letters.ts';
import type { Mailer } from '../mail/mailer.ts';
import { takeAccessNews } from '../security/throttle.ts';
import { listPeople, wantsMail } from './people.ts';

/**
 * Runs `save`. Whoever stops the mails about new sign-ins with it gets a last one that says so: a thief
 * cannot silence them unnoticed.
 */
export async function tellIfAlertsEnd(
  db: Db,
  mailer: Mailer,
  { userId, origin }: Actor,
  save: () => Promise<void>,
): Promise<void> {
  const isWanted = () => wantsMail(db, userId, 'new-sign-in');
  const wasWanted = await isWanted();
  await save();
  if (!wasWanted || (await isWanted())) return;
  const [person] = await listPeople(db, { ids: [userId] });
  if (!person || !(await takeAccessNews(db, 'alerts-off', person.email))) return;
  await mailer.queue(db, {
    to: person.email,
    userId,
    kind: 'alerts-off',
    eventKey: `alerts-off:${origin.requestId}`,
    usefulForMs: 24 * 3_600_000,
    letter: alertsOffLetter({ firstName: person.first_name }),
  });
}
