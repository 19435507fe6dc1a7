import type { Db } from '../db/database.ts';
import type { Origin } from '../http/actor.ts';
import type { AppError } from '../http/app-error.ts';
import { writeAudit } from '../security/audit.ts';

interface Refused {
  readonly action: 'auth.login' | 'secondStep.answer';
  /** Whose sign-in it is; undefined for an email that nobody has. */
  readonly person: Account | undefined;
  /** What was typed, if it belongs to nobody. */
  readonly email: string | null;
  /** The password was right. Until then it may be anybody, and nobody is named as who did it. */
  readonly isProved?: boolean;
}

interface Account {
  readonly id: string;
  readonly email: string;
  readonly company_id: string | null;
}

/**
 * Written down once an hour for each person and reason: strangers can guess without end. The upkeep writes how
 * many followed, and from where.
 */
export async function noteRefusal(
  db: Db,
  { action, person, email, isProved = false }: Refused,
  origin: Origin,
  { code }: AppError,
): Promise<void> {
  const row = await db.row<{ is_first: boolean }>(
    `insert into refused_sign_ins as r (account, action, code, user_id, addresses)
     values ($1, $2, $3, $4, array[$5])
     on conflict (account, action, code) do update set count = r.count + 1,
       addresses = case when $5 = any (r.addresses) or cardinality(r.addresses) >= 20
         then r.addresses else r.addresses || $5 end
     returning r.count = 1 as is_first`,
    [person?.id ?? 'unknown', action, code, person?.id ?? null, origin.address],
  );
  if (!row?.is_first) return;
  const known = person?.email ?? email;
  const who = {
    userId: isProved && person ? person.id : null,
    email: isProved && person ? person.email : null,
    companyId: person?.company_id ?? null,
  };
  await writeAudit(db, who, origin, {
    action,
    ...(person && { subject: { type: 'users', id: person.id } }),
    result: 'refused',
    details: { code, ...(known && { email: known }) },
  });
}
