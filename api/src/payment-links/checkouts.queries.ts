import type { LinkKind, LinkState } from '@sente/contract/payment-links';
import type { Db } from '../db/database.ts';
import { refused } from '../http/app-error.ts';
import { checkColumn } from '../payments/doubted.ts';
import { reversedAt } from '../payments/payment-view.ts';
import { refundedOf } from '../payments/refunds.ts';
import type { CheckoutRow } from './checkout-state.ts';
import { linkState, productJoin } from './payment-links.queries.ts';

/** A link as a payer meets it, with what may be in the way. Amounts in hundredths of UGX, as text. */
export interface PayableLink {
  readonly id: string;
  readonly company_id: string;
  readonly company_name: string;
  /** On receipts. */
  readonly company_address: string;
  readonly company_phone: string;
  /** A path of this server, or an address elsewhere, which is not shown. */
  readonly logo: string | null;
  readonly code: string;
  readonly kind: LinkKind;
  readonly state: LinkState;
  readonly account_id: string;
  /** The provider or the company stopped payments into its account. */
  readonly is_stopped: boolean;
  readonly amount: string | null;
  readonly least_amount: string | null;
  readonly most_amount: string | null;
  readonly product_code: string | null;
  readonly stock: number;
  readonly is_sold: boolean;
  readonly purpose: string;
  readonly reference: string | null;
  readonly is_once: boolean;
  readonly return_url: string | null;
}

export function findPayable(db: Db, code: string): Promise<PayableLink | undefined> {
  return db.row<PayableLink>(
    `select l.id, l.company_id, c.name as company_name, c.address as company_address,
       c.phone as company_phone, c.logo, l.code, l.kind, ${linkState} as state,
       l.account_id, not a.is_active or a.frozen_at is not null or c.suspended_at is not null as is_stopped,
       coalesce(l.amount, r.amount) as amount, l.least_amount, l.most_amount, r.code as product_code,
       stock.count as stock, r.id is null or (r.is_active and r.deleted_at is null) as is_sold,
       coalesce(r.name, l.purpose) as purpose, l.reference, l.is_once, l.return_url
     from payment_links l
     join companies c on c.id = l.company_id and c.archived_at is null
     join accounts a on a.id = l.account_id
     ${productJoin}
     where l.code = $1`,
    [code],
  );
}

/** An attempt that people decide about: the network said nothing, or something else than was ordered. */
const isChecked = '(p.review is not null)';

const isGivenBack = `(
  ${reversedAt} is not null or (p.status = 'SUCCESS' and ${refundedOf('p', 'SUCCESS')} >= p.amount)
)`;

/** Of a link for one payment: an attempt of somebody else was paid before the first one here, and is not given back. */
const isPaidBefore = `exists (
  select from payment_links l
  join checkouts o on o.link_id = l.id and o.id <> k.id
  join checkout_attempts t on t.checkout_id = o.id
  join payments p on p.company_id = t.company_id and p.id = t.payment_id
  where l.id = k.link_id and l.is_once and p.status = 'SUCCESS' and not ${isGivenBack}
    and p.finished_at < (
      select min(own.finished_at) from checkout_attempts a
      join payments own on own.company_id = a.company_id and own.id = a.payment_id
      where a.checkout_id = k.id and own.status = 'SUCCESS'
    )
)`;

const columns = `k.id, k.created_at, ${isPaidBefore} as is_paid_before, (
    select coalesce(json_agg(json_build_object(
      'payment_id', p.id, 'status', p.status, 'phone_number', p.phone_number, 'network', p.network,
      'amount', p.amount, 'reason_code', p.reason_code, 'reason', p.reason,
      'created_at', p.created_at, 'finished_at', p.finished_at, 'is_checked', ${isChecked},
      'check', ${checkColumn},
      'is_given_back', ${isGivenBack}
    ) order by t.number), '[]'::json)
    from checkout_attempts t join payments p on p.company_id = t.company_id and p.id = t.payment_id
    where t.checkout_id = k.id
  ) as attempts`;

export function findCheckout(
  db: Db,
  linkId: string,
  secretHash: Buffer,
): Promise<CheckoutRow | undefined> {
  return db.row<CheckoutRow>(
    `select ${columns} from checkouts k where k.secret_hash = $1 and k.link_id = $2`,
    [secretHash, linkId],
  );
}

export function listCheckouts(
  db: Db,
  linkId: string,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<CheckoutRow[]> {
  return db.rows<CheckoutRow>(
    `select ${columns} from checkouts k where k.link_id = $1 order by k.id desc limit $2 offset $3`,
    [linkId, limit, offset],
  );
}

export async function countCheckouts(db: Db, linkId: string): Promise<number> {
  const row = await db.row<{ count: number }>(
    'select count(*)::int as count from checkouts where link_id = $1',
    [linkId],
  );
  return row?.count ?? 0;
}

/**
 * Its state, locked until the transaction ends: whoever ends the link waits for payers who begin, and payers of a
 * link for one payment come one after the other.
 */
export async function holdLink(
  db: Db,
  { id, is_once: isOnce }: Pick<PayableLink, 'id' | 'is_once'>,
): Promise<LinkState> {
  await db.rows(`select 1 from payment_links where id = $1 for ${isOnce ? 'update' : 'share'}`, [
    id,
  ]);
  // A new statement, so that it sees what whoever had the lock has done.
  const row = await db.row<{ state: LinkState }>(
    `select ${linkState} as state from payment_links l where l.id = $1`,
    [id],
  );
  return row?.state ?? 'ended';
}

/** Whether somebody else pays this link at the moment: an attempt that is open, or that people decide about. */
export async function isBeingPaid(db: Db, linkId: string, checkoutId: string): Promise<boolean> {
  const row = await db.row(
    `select from checkouts k join checkout_attempts t on t.checkout_id = k.id
     join payments p on p.company_id = t.company_id and p.id = t.payment_id
     where k.link_id = $1 and k.id <> $2 and (p.status not in ('SUCCESS', 'FAILED') or ${isChecked})
     limit 1`,
    [linkId, checkoutId],
  );
  return row !== undefined;
}

/** The one with this secret, which the first attempt stores; returns its id. */
export async function keepCheckout(
  db: Db,
  checkout: { readonly id: string; readonly secretHash: Buffer } & Pick<
    PayableLink,
    'company_id'
  > & {
      readonly linkId: string;
    },
): Promise<string> {
  const { id, company_id: companyId, linkId, secretHash } = checkout;
  await db.rows(
    `insert into checkouts (id, company_id, link_id, secret_hash) values ($1, $2, $3, $4)
     on conflict (secret_hash) do nothing`,
    [id, companyId, linkId, secretHash],
  );
  const row = await db.row<{ id: string }>(
    'select id from checkouts where secret_hash = $1 and link_id = $2',
    [secretHash, linkId],
  );
  if (!row) throw refused('This checkout belongs to another link');
  return row.id;
}

export async function insertAttempt(
  db: Db,
  attempt: {
    readonly companyId: string;
    readonly checkoutId: string;
    readonly number: number;
    readonly paymentId: string;
  },
): Promise<void> {
  await db.rows(
    `insert into checkout_attempts (company_id, checkout_id, number, payment_id)
     values ($1, $2, $3, $4)`,
    [attempt.companyId, attempt.checkoutId, attempt.number, attempt.paymentId],
  );
}
