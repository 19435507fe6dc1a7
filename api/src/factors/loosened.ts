import { kampalaTime } from '@sente/contract/kampala';
import type { PermissionName } from '@sente/contract/permissions';
import { databaseNow } from '../db/clock.ts';
import type { Db } from '../db/database.ts';
import type { Actor } from '../http/actor.ts';
import { loosenedLetter } from '../mail/factor-letters.ts';
import type { Mailer } from '../mail/mailer.ts';
import { listPeople } from '../notifications/people.ts';

interface Loosened {
  /** Whose administrators are told; null for the provider's. */
  readonly companyId: string | null;
  /** Who of them is responsible. */
  readonly permission: PermissionName;
  /** Completes "Grace Apio ... on Tuesday". */
  readonly what: string;
  /** Has a letter of their own. */
  readonly except?: string;
  /** Names the cause: one mail for each. */
  readonly cause: string;
}

const usefulForMs = 24 * 3_600_000;

/** Tells whoever else is responsible that a protection was loosened, or that somebody asked for it. */
export async function tellAdministrators(
  db: Db,
  mailer: Mailer,
  actor: Actor,
  { companyId, permission, what, except, cause }: Loosened,
): Promise<void> {
  const people = await listPeople(
    db,
    companyId ? { companyId, isStaff: false } : { isStaff: true },
  );
  const at = `${kampalaTime(new Date(databaseNow()))} in Kampala`;
  for (const person of people) {
    if (person.id === actor.userId || person.id === except) continue;
    if (!person.permissions.includes(permission)) continue;
    await mailer.queue(db, {
      to: person.email,
      userId: person.id,
      kind: 'protection-loosened',
      eventKey: `protection-loosened:${cause}:${person.id}`,
      usefulForMs,
      letter: loosenedLetter({ firstName: person.first_name }, { by: actor.name, what, at }),
    });
  }
}
