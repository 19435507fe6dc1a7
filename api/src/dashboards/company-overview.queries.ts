import { maxCountedEvents, maxOverviewRows, recentEvents } from '@sente/contract/company-overview';
import type { Db } from '../db/database.ts';
import { debtOf } from '../ledger/debt.queries.ts';

export interface MoneyRow {
  /** Hundredths of UGX; bigint arrives as text. */
  readonly balance: string;
  readonly held: string;
  readonly owed: string;
  readonly accounts: number;
  readonly active: number;
  readonly frozen: number;
}

/** Undefined if there is no such company. */
export function findMoney(db: Db, companyId: string): Promise<MoneyRow | undefined> {
  return db.row<MoneyRow>(
    `select a.*, ${debtOf('c.id')}::text as owed
     from companies c
     cross join lateral (
       select coalesce(sum(balance), 0)::text as balance, coalesce(sum(held), 0)::text as held,
         count(*)::int as accounts, (count(*) filter (where is_active))::int as active,
         (count(*) filter (where frozen_at is not null))::int as frozen
       from accounts where company_id = c.id and kind = 'customer'
     ) a
     where c.id = $1 and c.archived_at is null`,
    [companyId],
  );
}

export interface LargestRow {
  readonly id: string;
  readonly name: string;
  readonly number: string;
  readonly balance: string;
  readonly is_active: boolean;
  readonly is_frozen: boolean;
}

export function listLargest(db: Db, companyId: string): Promise<LargestRow[]> {
  return db.rows<LargestRow>(
    `select id, name, number, balance, is_active, frozen_at is not null as is_frozen
     from accounts where company_id = $1 and kind = 'customer'
     order by balance desc, id limit ${maxOverviewRows}`,
    [companyId],
  );
}

export interface PeopleRow {
  readonly count: number;
  readonly active: number;
  readonly pending: number;
}

export function countPeople(db: Db, companyId: string): Promise<PeopleRow | undefined> {
  return db.row<PeopleRow>(
    `select count(*)::int as count,
       (count(*) filter (where is_active and password_hash is not null))::int as active,
       (count(*) filter (where is_active and password_hash is null))::int as pending
     from users where company_id = $1 and deleted_at is null`,
    [companyId],
  );
}

export interface PersonRow {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly last_login_at: Date | null;
}

export function listLatestPeople(db: Db, companyId: string): Promise<PersonRow[]> {
  return db.rows<PersonRow>(
    `select id, first_name || ' ' || last_name as name, email, last_login_at
     from users where company_id = $1 and deleted_at is null
     order by last_login_at desc nulls last, id limit ${maxOverviewRows}`,
    [companyId],
  );
}

export interface KeysRow {
  readonly is_active: boolean;
  readonly last_used_at: Date | null;
}

export function findKeys(db: Db, companyId: string): Promise<KeysRow | undefined> {
  return db.row<KeysRow>(
    `select bool_or(is_active and (ends_at is null or ends_at > now())) as is_active,
       max(last_used_at) as last_used_at
     from company_credentials where company_id = $1 having count(*) > 0`,
    [companyId],
  );
}

export interface WebhookRow {
  readonly url: string | null;
  readonly is_active: boolean;
  /** The rest of it is null if none is set. */
  readonly id: string | null;
  readonly switched_off_at: Date | null;
  readonly created_at: Date | null;
  readonly recent: number;
  readonly recent_delivered: number;
  readonly last_delivered_at: Date | null;
  readonly waiting: number;
  readonly gave_up: number;
}

/** Only the newest and the undelivered events are read, by index. */
export function findWebhookHealth(db: Db, companyId: string): Promise<WebhookRow | undefined> {
  const counted = (state: string) => `(
    select count(*)::int from (
      select from webhook_deliveries where company_id = $1 and state = '${state}' and state <> 'delivered'
      limit ${maxCountedEvents}
    ) e
  )`;
  return db.row<WebhookRow>(
    `select w.url, coalesce(w.is_active, false) as is_active, w.id, w.switched_off_at, w.created_at, r.*,
       ${counted('waiting')} as waiting, ${counted('gave_up')} as gave_up
     from (
       select count(*)::int as recent,
         (count(*) filter (where state = 'delivered'))::int as recent_delivered,
         max(delivered_at) as last_delivered_at
       from (
         select state, delivered_at from webhook_deliveries
         where company_id = $1 order by id desc limit ${recentEvents}
       ) e
     ) r
     left join (
       select id, url, is_active, switched_off_at, created_at from company_webhooks
       where company_id = $1 order by is_active desc, created_at, id limit 1
     ) w on true`,
    [companyId],
  );
}
