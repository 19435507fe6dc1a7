import type { PaymentCheck } from '@sente/contract/payment-check';
import type { PaymentDirection } from '@sente/contract/payments';
import type { Db } from '../db/database.ts';
import { correctedDay } from '../ledger/corrected-days.queries.ts';
import { debtOf } from '../ledger/debt.queries.ts';
import { checkColumn } from '../payments/doubted.ts';
import { detailColumns, detailJoins, type TransactionRow } from './transactions.queries.ts';

export interface DetailsRow extends TransactionRow {
  readonly company_id: string;
  readonly company_name: string;
  readonly is_company_archived: boolean;
  readonly is_account_active: boolean;
  /** Hundredths of UGX; bigint arrives as text. */
  readonly held: string;
  readonly corrects_day: string | null;
  /** Who made a transfer; null of what is none, and of people whom the reader may not see. */
  readonly made_by: { readonly id: string; readonly name: string } | null;
  /** What the company owes the provider. */
  readonly debt: string;
}

/** The key of a transfer names the person. */
const madeBy = `(
  select jsonb_build_object('id', u.id, 'name', u.first_name || ' ' || u.last_name) from users u
  where u.id = case when t.kind = 'transfer' and t.key ~ '^transfer:[0-9a-f-]{36}:'
    then split_part(t.key, ':', 2)::uuid end
)`;

export function findDetails(db: Db, id: string): Promise<DetailsRow | undefined> {
  return db.row<DetailsRow>(
    `select ${detailColumns}, t.company_id, c.name as company_name,
       c.archived_at is not null as is_company_archived, a.is_active as is_account_active, t.held,
       ${correctedDay} as corrects_day, ${madeBy} as made_by,
       ${debtOf('t.company_id')} as debt
     from transactions t
     join companies c on c.id = t.company_id ${detailJoins}
     where t.id = $1`,
    [id],
  );
}

interface PaymentRef {
  readonly company_id: string;
  readonly id: string;
  /** Null for a payment that an earlier system booked. */
  readonly transaction_id: string | null;
}

export function findPaymentRef(db: Db, id: string): Promise<PaymentRef | undefined> {
  return db.row<PaymentRef>(
    // Each with its own index.
    `select company_id, id, transaction_id from payments where id = $1
     union all
     select company_id, id, transaction_id from payments where failed_transaction_id = $1`,
    [id],
  );
}

export interface SamePhoneRow {
  readonly id: string;
  readonly created_at: Date;
  readonly direction: PaymentDirection;
  readonly amount: string;
  readonly network: string;
  readonly status: string;
  readonly check: PaymentCheck | null;
}

/** The newest payments of a phone number in a company, without one. */
export function listOfPhone(
  db: Db,
  payment: { readonly companyId: string; readonly phoneNumber: string; readonly id: string },
  count: number,
): Promise<SamePhoneRow[]> {
  return db.rows<SamePhoneRow>(
    `select coalesce(p.transaction_id, p.id) as id, p.created_at, p.direction, p.amount, p.network,
       p.status, ${checkColumn} as "check"
     from payments p
     where p.company_id = $1 and p.phone_number = $2 and p.id <> $3
     order by p.id desc limit $4`,
    [payment.companyId, payment.phoneNumber, payment.id, count],
  );
}
