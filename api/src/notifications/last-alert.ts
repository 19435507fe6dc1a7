import type { Db } from '../db/database.ts';
import type { Actor } from '../http/actor.ts';
import type { Letter } from '../mail/letter.ts';
import type { Mailer } from '../mail/mailer.ts';
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
  if (!person) return;
  await mailer.queue(db, {
    to: person.email,
    userId,
    kind: 'alerts-off',
    eventKey: `alerts-off:${origin.requestId}`,
    usefulForMs: 24 * 3_600_000,
    letter: alertsOffLetter(person.first_name),
  });
}

function alertsOffLetter(firstName: string): Letter {
  return {
    subject: 'No more mails about new sign-ins to Sente',
    paragraphs: [
      `Hello ${firstName},`,
      'You switched off the mails that tell you of sign-ins with a new browser. This is the last one. You can switch them on again in Settings, under Notifications.',
    ],
    notes: ['If this was not you, ask for a new password at once and tell your administrator.'],
  };
}
