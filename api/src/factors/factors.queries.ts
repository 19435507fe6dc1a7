import type { Db } from '../db/database.ts';
import type { SealedSecret } from '../security/secrets.ts';

export interface FactorsRow {
  readonly first_name: string;
  readonly email: string;
  readonly company_id: string | null;
  readonly app_since: Date | null;
  readonly passkeys: number;
  readonly recovery_codes_left: number;
  readonly trusted_devices: number;
  readonly is_required: boolean;
  /** A request for its removal that waits. */
  readonly reset_id: string | null;
}

export function hasFactor({ app_since, passkeys }: FactorsRow): boolean {
  return app_since !== null || passkeys > 0;
}

export function findFactors(db: Db, userId: string): Promise<FactorsRow | undefined> {
  return db.row<FactorsRow>(
    `select u.first_name, u.email, u.company_id, factor_required(u.id) as is_required,
       (select a.confirmed_at from authenticators a
        where a.user_id = u.id and a.confirmed_at is not null) as app_since,
       (select count(*)::int from passkeys k where k.user_id = u.id) as passkeys,
       (select a.id from approvals a
        where a.kind = 'factor-reset' and a.subject = u.id::text and a.state = 'waiting') as reset_id,
       (select count(*)::int from recovery_codes r
        where r.user_id = u.id and r.used_at is null) as recovery_codes_left,
       (select count(*)::int from devices d
        where d.user_id = u.id and d.trusted_until > now()) as trusted_devices
     from users u where u.id = $1 and u.deleted_at is null`,
    [userId],
  );
}

/** Changes of the factors of one person wait for each other. */
export async function lockFactors(db: Db, userId: string): Promise<void> {
  await db.rows('select 1 from users where id = $1 for no key update', [userId]);
}

/** What was proved in a session a moment ago. */
export interface Freshness {
  /** The person signed in. */
  readonly is_fresh: boolean;
  /** The person showed a second factor; that of a trusted browser was not shown. */
  readonly has_shown_factor: boolean;
  /** The person showed password and factor for something else. */
  readonly has_proved: boolean;
}

export async function findFreshness(db: Db, tokenHash: Buffer): Promise<Freshness> {
  const row = await db.row<Freshness>(
    `select created_at > now() - interval '10 minutes' as is_fresh,
       coalesce(factor_at > now() - interval '10 minutes', false) as has_shown_factor,
       coalesce(proved_at > now() - interval '10 minutes', false) as has_proved
     from sessions where token_hash = $1`,
    [tokenHash],
  );
  return row ?? { is_fresh: false, has_shown_factor: false, has_proved: false };
}

export async function noteProof(db: Db, tokenHash: Buffer): Promise<void> {
  await db.rows('update sessions set proved_at = now() where token_hash = $1', [tokenHash]);
}

export async function noteShownFactor(db: Db, tokenHash: Buffer): Promise<void> {
  await db.rows('update sessions set factor_at = now() where token_hash = $1', [tokenHash]);
}

export interface AppRow {
  readonly id: string;
  readonly secret_sealed: Buffer;
  readonly key_name: string;
}

export function findApp(
  db: Db,
  userId: string,
  state: 'confirmed' | 'started',
): Promise<AppRow | undefined> {
  // What was started is forgotten after a quarter of an hour.
  const is =
    state === 'confirmed'
      ? 'confirmed_at is not null'
      : "confirmed_at is null and created_at > now() - interval '15 minutes'";
  return db.row<AppRow>(
    `select id, secret_sealed, key_name from authenticators where user_id = $1 and ${is}`,
    [userId],
  );
}

/** Replaces one that was started before. */
export async function insertApp(
  db: Db,
  app: { readonly id: string; readonly userId: string } & SealedSecret,
): Promise<void> {
  await db.rows('delete from authenticators where user_id = $1 and confirmed_at is null', [
    app.userId,
  ]);
  await db.rows(
    'insert into authenticators (id, user_id, secret_sealed, key_name) values ($1, $2, $3, $4)',
    [app.id, app.userId, app.sealed, app.keyName],
  );
}

/** Each step once: of two equal codes that arrive together, one is accepted. */
export async function takeStep(db: Db, appId: string, step: number): Promise<boolean> {
  const row = await db.row(
    'update authenticators set last_step = $2 where id = $1 and last_step < $2 returning id',
    [appId, step],
  );
  return row !== undefined;
}

/** From now on it counts, instead of a former one. */
export async function confirmStarted(db: Db, userId: string, appId: string): Promise<void> {
  await db.rows('delete from authenticators where user_id = $1 and id <> $2', [userId, appId]);
  await db.rows('update authenticators set confirmed_at = now() where id = $1', [appId]);
}

export async function deleteApp(db: Db, userId: string): Promise<boolean> {
  const rows = await db.rows<{ is_confirmed: boolean }>(
    `delete from authenticators where user_id = $1
     returning confirmed_at is not null as is_confirmed`,
    [userId],
  );
  return rows.some(({ is_confirmed }) => is_confirmed);
}

/** All of them, with what began to set one up or to sign in. */
export async function deleteFactors(db: Db, userId: string): Promise<void> {
  for (const table of ['authenticators', 'passkeys', 'recovery_codes', 'factor_challenges']) {
    await db.rows(`delete from ${table} where user_id = $1`, [userId]);
  }
}

export interface RuleRow {
  readonly is_required: boolean;
  readonly people: number;
  readonly missing: number;
}

/** Undefined for an archived company. */
export function findRule(db: Db, companyId: string): Promise<RuleRow | undefined> {
  return db.row<RuleRow>(
    `select c.people_need_factor as is_required, count(u.id)::int as people,
       (count(u.id) filter (where
         not exists (select from authenticators a where a.user_id = u.id and a.confirmed_at is not null)
         and not exists (select from passkeys k where k.user_id = u.id)))::int as missing
     from companies c
     left join users u on u.company_id = c.id and u.is_active and u.deleted_at is null
     where c.id = $1 and c.archived_at is null
     group by c.id`,
    [companyId],
  );
}

export async function writeRule(db: Db, companyId: string, isRequired: boolean): Promise<void> {
  await db.rows('update companies set people_need_factor = $2 where id = $1', [
    companyId,
    isRequired,
  ]);
}

/** Replaces the former ones. */
export async function replaceRecoveryCodes(
  db: Db,
  userId: string,
  hashes: readonly Buffer[],
): Promise<void> {
  await db.rows('delete from recovery_codes where user_id = $1', [userId]);
  for (const hash of hashes) {
    await db.rows('insert into recovery_codes (user_id, code_hash) values ($1, $2)', [
      userId,
      hash,
    ]);
  }
}

export async function takeRecoveryCode(db: Db, userId: string, hash: Buffer): Promise<boolean> {
  const row = await db.row(
    `update recovery_codes set used_at = now()
     where user_id = $1 and code_hash = $2 and used_at is null returning user_id`,
    [userId, hash],
  );
  return row !== undefined;
}
