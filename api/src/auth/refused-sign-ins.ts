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
  /**
   * The person has shown a password that was right, so the entry names them as who did it. Without it, it may be
   * anybody, and the entry names nobody.
   */
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
  if (!(await isFirstOfHour(db, { action, code, userId: person?.id ?? null }, origin))) return;
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

/** The same for whoever opens the demo, which refuses nobody: `user` is whose screens they see. */
export async function noteVisit(
  db: Db,
  user: { readonly id: string; readonly email: string; readonly companyId: string | null },
  origin: Origin,
): Promise<void> {
  const action = 'site.openDemo';
  if (!(await isFirstOfHour(db, { action, code: '', userId: user.id }, origin))) return;
  const who = { userId: null, email: null, companyId: user.companyId };
  const subject = { type: 'users', id: user.id };
  await writeAudit(db, who, origin, { action, subject, details: { email: user.email } });
}

/** Counts it otherwise. */
async function isFirstOfHour(
  db: Db,
  { action, code, userId }: { action: string; code: string; userId: string | null },
  origin: Origin,
): Promise<boolean> {
  const row = await db.row<{ is_first: boolean }>(
    `insert into refused_sign_ins as r (account, action, code, user_id, addresses)
     values ($1, $2, $3, $4, array[$5])
     on conflict (account, action, code) do update set count = r.count + 1,
       addresses = case when $5 = any (r.addresses) or cardinality(r.addresses) >= 20
         then r.addresses else r.addresses || $5 end
     returning r.count = 1 as is_first`,
    [userId ?? 'unknown', action, code, userId, origin.address],
  );
  return row?.is_first ?? false;
}
