import type { LimitBody, LimitKind, LimitScope } from '@sente/contract/limits';
import type { PaymentDirection } from '@sente/contract/payments';
import type { Db } from '../db/database.ts';

export interface LimitRow {
  readonly scope: LimitScope;
  readonly direction: PaymentDirection;
  readonly kind: LimitKind;
  /** Hundredths of UGX, or a number; bigint arrives as text. */
  readonly most: string;
  readonly used: string | null;
  readonly updated_at: Date;
}

/** Used: counted from the payments, because a company without limits until now has no usage yet. */
export function listLimits(db: Db, companyId: string): Promise<LimitRow[]> {
  return db.rows<LimitRow>(
    `select l.scope, l.direction, l.kind, l.most, l.updated_at,
       case l.kind when 'new_numbers' then u.new_numbers else u.amount end as used
     from payment_limits l
     left join lateral (
       select c.* from limits_count(l.company_id, l.scope, l.direction,
         case when l.kind = 'month' then 'month' else 'day' end,
         case when l.kind = 'month' then date_trunc('month', kampala_day(now()))::date
           else kampala_day(now()) end) c
       where l.kind in ('day', 'month', 'new_numbers')
     ) u on true
     where l.company_id = $1
     order by l.direction desc, l.scope desc, l.kind`,
    [companyId],
  );
}

export interface NewLimit extends Omit<LimitBody, 'most'> {
  readonly most: bigint;
}

/**
 * Replaces all limits; those that stay keep the time of their last change. A kind of limit that the company
 * did not have is counted anew: what failed until now was not stored for it.
 */
export async function replaceLimits(
  db: Db,
  companyId: string,
  limits: readonly NewLimit[],
  userId: string,
): Promise<void> {
  const names = limits.map(({ scope, direction, kind }) => `${scope} ${direction} ${kind}`);
  await db.rows(
    `select limits_forget($1) where exists (
       select unnest($2::text[])
       except
       select scope || ' ' || direction || ' ' || kind from payment_limits where company_id = $1)`,
    [companyId, names],
  );
  await db.rows(
    `delete from payment_limits where company_id = $1
       and scope || ' ' || direction || ' ' || kind <> all ($2::text[])`,
    [companyId, names],
  );
  for (const { scope, direction, kind, most } of limits) {
    await db.rows(
      `insert into payment_limits (company_id, scope, direction, kind, most, updated_by)
       values ($1, $2, $3, $4, $5, $6)
       on conflict (company_id, scope, direction, kind) do update
       set most = excluded.most, updated_at = now(), updated_by = excluded.updated_by
       where payment_limits.most <> excluded.most`,
      [companyId, scope, direction, kind, most, userId],
    );
  }
}

export interface PastPayment {
  readonly id: string;
  readonly direction: PaymentDirection;
  readonly is_api: boolean;
  readonly amount: string;
  readonly phone_number: string;
  readonly day: string;
  readonly is_failed: boolean;
  /** The company had a payment in this direction with this number before that day. */
  readonly was_known: boolean;
}

/** In the order in which they were requested, from a day on. */
export function listPastPayments(
  db: Db,
  companyId: string,
  from: { readonly day: string; readonly after: string },
  limit: number,
): Promise<PastPayment[]> {
  return db.rows<PastPayment>(
    `select p.id, p.direction, p.origin = 'api' as is_api, p.amount, p.phone_number,
       kampala_day(p.created_at)::text as day, p.status = 'FAILED' as is_failed,
       exists (
         select from payments e
         where e.company_id = p.company_id and e.phone_number = p.phone_number
           and e.direction = p.direction and e.status <> 'FAILED'
           and kampala_day(e.created_at) < $2::date
       ) as was_known
     from payments p
     where p.company_id = $1 and p.id > $3 and kampala_day(p.created_at) >= $2::date
     order by p.id limit $4`,
    [companyId, from.day, from.after, limit],
  );
}

export interface BlockedRow {
  readonly id: string;
  readonly company_id: string | null;
  readonly phone_number: string;
  readonly reason: string;
  readonly blocked_by: string | null;
  readonly blocked_at: Date;
}

const blockedColumns = `b.id, b.company_id, b.phone_number, b.reason, b.blocked_at,
  (select u.first_name || ' ' || u.last_name from users u where u.id = b.blocked_by) as blocked_by`;

/** Of a company, or of the platform. */
export function listBlocked(db: Db, companyId: string | null): Promise<BlockedRow[]> {
  return db.rows<BlockedRow>(
    `select ${blockedColumns} from blocked_numbers b
     where b.company_id is not distinct from $1 order by b.blocked_at desc, b.id`,
    [companyId],
  );
}

export async function insertBlocked(
  db: Db,
  row: Pick<BlockedRow, 'id' | 'company_id' | 'phone_number' | 'reason'>,
  userId: string,
): Promise<BlockedRow | undefined> {
  await db.rows(
    `insert into blocked_numbers (id, company_id, phone_number, reason, blocked_by)
     values ($1, $2, $3, $4, $5)`,
    [row.id, row.company_id, row.phone_number, row.reason, userId],
  );
  return db.row<BlockedRow>(`select ${blockedColumns} from blocked_numbers b where b.id = $1`, [
    row.id,
  ]);
}

export function deleteBlocked(
  db: Db,
  companyId: string | null,
  id: string,
): Promise<{ readonly phone_number: string } | undefined> {
  return db.row<{ phone_number: string }>(
    `delete from blocked_numbers where id = $2 and company_id is not distinct from $1
     returning phone_number`,
    [companyId, id],
  );
}
