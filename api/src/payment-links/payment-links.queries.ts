import type { LinkKind, LinkState } from '@sente/contract/payment-links';
import type { Db } from '../db/database.ts';

/** Amounts in hundredths of UGX; bigint arrives as text. */
export interface LinkRow {
  readonly id: string;
  readonly company_id: string;
  readonly company_name: string;
  readonly code: string;
  readonly kind: LinkKind;
  readonly state: LinkState;
  readonly account_id: string;
  readonly account_name: string;
  readonly account_number: string;
  readonly amount: string | null;
  readonly least_amount: string | null;
  readonly most_amount: string | null;
  readonly product_id: string | null;
  readonly product_code: string | null;
  readonly product_name: string | null;
  readonly stock: number;
  readonly purpose: string;
  readonly reference: string | null;
  readonly is_once: boolean;
  readonly expires_at: Date | null;
  readonly return_url: string | null;
  readonly is_standing: boolean;
  readonly created_at: Date;
  readonly created_by: string | null;
  readonly ended_at: Date | null;
  readonly stop_reason: string | null;
  readonly input_hash: string | null;
  readonly paid_count: number;
  readonly paid_amount: string;
}

/** The attempts of link `l` that were paid. */
const paidAttempts = `checkouts k join checkout_attempts t on t.checkout_id = k.id
  join payments p on p.company_id = t.company_id and p.id = t.payment_id and p.status = 'SUCCESS'
  where k.link_id = l.id`;

/** Of `payment_links l`. */
export const linkState = `case
  when l.ended_at is not null then 'ended'
  when l.is_once and exists (select from ${paidAttempts}) then 'paid'
  when l.expires_at <= now() then 'expired'
  else 'active' end`;

/** Its product as it is sold now: the price, and the vouchers that are left. */
export const productJoin = `left join internet_products r
    on r.company_id = l.company_id and r.id = l.product_id
  left join lateral (
    select coalesce(sum(f.count), 0)::int as count from voucher_counts f
    where f.company_id = l.company_id and f.product_id = l.product_id and f.state = 'free'
      and r.is_active and r.deleted_at is null
  ) stock on true`;

const from = `payment_links l
  join companies c on c.id = l.company_id and c.archived_at is null
  join accounts a on a.id = l.account_id
  ${productJoin}
  left join users u on u.id = l.created_by`;

const select = `select l.id, l.company_id, c.name as company_name, l.code, l.kind, ${linkState} as state,
    l.account_id, a.name as account_name, a.number as account_number,
    coalesce(l.amount, r.amount) as amount, l.least_amount, l.most_amount, l.product_id,
    r.code as product_code, r.name as product_name, stock.count as stock,
    coalesce(r.name, l.purpose) as purpose, l.reference, l.is_once, l.expires_at, l.return_url,
    l.is_standing, l.created_at, u.first_name || ' ' || u.last_name as created_by, l.ended_at,
    l.stop_reason, l.input_hash, paid.count as paid_count, paid.amount as paid_amount
  from ${from}
  cross join lateral (
    select count(*)::int as count, coalesce(sum(p.amount), 0)::text as amount from ${paidAttempts}
  ) paid`;

export interface LinkFilters {
  readonly companyId: string | null;
  readonly state: LinkState | null;
  readonly search: string;
  /** Only the standing one of this account. */
  readonly standingOf: string | null;
}

const matching = `($1::uuid is null or l.company_id = $1)
  and ($2::text is null or ${linkState} = $2)
  and ($3 = '' or position(lower($3) in lower(concat_ws(' ', l.purpose, r.name, r.code, l.reference))) > 0)
  and ($4::uuid is null or l.account_id = $4 and l.is_standing and l.ended_at is null)`;

export function listLinks(
  db: Db,
  { companyId, state, search, standingOf }: LinkFilters,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<LinkRow[]> {
  return db.rows<LinkRow>(`${select} where ${matching} order by l.id desc limit $5 offset $6`, [
    companyId,
    state,
    search,
    standingOf,
    limit,
    offset,
  ]);
}

export async function countLinks(
  db: Db,
  { companyId, state, search, standingOf }: LinkFilters,
): Promise<number> {
  const row = await db.row<{ count: number }>(
    `select count(*)::int as count from ${from} where ${matching}`,
    [companyId, state, search, standingOf],
  );
  return row?.count ?? 0;
}

/** Newest first, from below `afterId`. */
export function listLinksAfter(
  db: Db,
  companyId: string,
  filters: {
    readonly state: LinkState | null;
    readonly reference: string | null;
    readonly afterId: string | null;
  },
  limit: number,
): Promise<LinkRow[]> {
  return db.rows<LinkRow>(
    `${select} where l.company_id = $1 and ($2::text is null or ${linkState} = $2)
       and ($3::text is null or l.reference = $3) and ($4::uuid is null or l.id < $4)
     order by l.id desc limit $5`,
    [companyId, filters.state, filters.reference, filters.afterId, limit],
  );
}

export function findLink(db: Db, id: string): Promise<LinkRow | undefined> {
  return db.row<LinkRow>(`${select} where l.id = $1`, [id]);
}

/** The one that the QR code of the account leads to. */
export function findStanding(db: Db, accountId: string): Promise<LinkRow | undefined> {
  return db.row<LinkRow>(
    `${select} where l.account_id = $1 and l.is_standing and l.ended_at is null`,
    [accountId],
  );
}

export function findByKey(
  db: Db,
  companyId: string,
  keyHash: string,
): Promise<LinkRow | undefined> {
  return db.row<LinkRow>(`${select} where l.company_id = $1 and l.key_hash = $2`, [
    companyId,
    keyHash,
  ]);
}

export interface NewLink {
  readonly id: string;
  readonly companyId: string;
  readonly code: string;
  readonly accountId: string;
  readonly kind: LinkKind;
  readonly amount: bigint | null;
  readonly leastAmount: bigint | null;
  readonly mostAmount: bigint | null;
  readonly productId: string | null;
  readonly purpose: string | null;
  readonly reference: string | null;
  readonly isOnce: boolean;
  readonly expiresAt: string | null;
  readonly returnUrl: string | null;
  readonly isStanding: boolean;
  readonly createdBy: string | null;
  readonly keyHash: string | null;
  readonly inputHash: string | null;
}

/** False if another request with the same key, or for the same account, was first. */
export async function insertLink(db: Db, link: NewLink): Promise<boolean> {
  const row = await db.row(
    `insert into payment_links (id, company_id, code, account_id, kind, amount, least_amount,
       most_amount, product_id, purpose, reference, is_once, expires_at, return_url, is_standing,
       created_by, key_hash, input_hash)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18)
     on conflict do nothing returning id`,
    [
      link.id,
      link.companyId,
      link.code,
      link.accountId,
      link.kind,
      link.amount,
      link.leastAmount,
      link.mostAmount,
      link.productId,
      link.purpose,
      link.reference,
      link.isOnce,
      link.expiresAt,
      link.returnUrl,
      link.isStanding,
      link.createdBy,
      link.keyHash,
      link.inputHash,
    ],
  );
  return row !== undefined;
}

/** False if it had ended before. Waits for payers who begin at this moment. */
export async function endLink(
  db: Db,
  id: string,
  endedBy: string | null,
  stopReason: string | null = null,
): Promise<boolean> {
  const row = await db.row(
    `update payment_links set ended_at = now(), ended_by = $2, stop_reason = $3
     where id = $1 and ended_at is null returning id`,
    [id, endedBy, stopReason],
  );
  return row !== undefined;
}

export interface AccountForLink {
  readonly id: string;
  readonly is_active: boolean;
}

/** By its id or number; without both the company's oldest active one. */
export function findAccount(
  db: Db,
  companyId: string,
  { accountId, accountNumber }: { readonly accountId?: string; readonly accountNumber?: string },
): Promise<AccountForLink | undefined> {
  return db.row<AccountForLink>(
    `select id, is_active from accounts
     where company_id = $1 and kind = 'customer' and ($2::uuid is null or id = $2)
       and ($3::text is null or number = $3)
       and ($2::uuid is not null or $3::text is not null or is_active)
     order by opened_at, id limit 1`,
    [companyId, accountId ?? null, accountNumber ?? null],
  );
}

export interface ProductForLink {
  readonly id: string;
  readonly amount: string;
}

/** An active one, by its id or code. */
export function findSoldProduct(
  db: Db,
  companyId: string,
  { productId, productCode }: { readonly productId?: string; readonly productCode?: string },
): Promise<ProductForLink | undefined> {
  return db.row<ProductForLink>(
    `select id, amount from internet_products
     where company_id = $1 and ($2::uuid is null or id = $2)
       and ($3::text is null or lower(code) = lower($3)) and is_active and deleted_at is null
     limit 1`,
    [companyId, productId ?? null, productCode ?? null],
  );
}
