import type { PaymentDirection } from '@sente/contract/payments';
import type { Db } from '../src/db/database.ts';
import { uuidV7 } from '../src/db/uuid.ts';
import type { Chance } from './chance.ts';

/** A demo mobile-money request. */
export interface DemoPayment {
  readonly companyId: string;
  readonly accountId: string;
  readonly direction: PaymentDirection;
  readonly origin: 'api' | 'portal' | 'import';
  readonly status: string;
  readonly network: string;
  readonly phoneNumber: string;
  /** Hundredths of UGX. */
  readonly amount: bigint;
  readonly reference: string | null;
  readonly description: string | null;
  readonly at: Date;
  readonly finishedAt?: Date | null;
  readonly reason?: readonly [code: string, text: string];
  readonly networkReference?: string | null;
  readonly productId?: string;
  readonly codeId?: string;
  /** The ledger transaction. */
  readonly transactionId?: string | null;
  readonly requestedBy?: string | null;
  readonly awaitsApproval?: true;
  readonly isNotified?: boolean | null;
  /** An earlier system booked it. */
  readonly isBeforeLedger?: true;
}

/** No server processes these: they are final or under review. Returns their ids. */
export async function insertPayments(db: Db, payments: readonly DemoPayment[]): Promise<string[]> {
  const rows = payments.map((payment) => ({
    company_id: payment.companyId,
    id: uuidV7(payment.at.getTime()),
    direction: payment.direction,
    origin: payment.origin,
    account_id: payment.accountId,
    phone_number: payment.phoneNumber,
    network: payment.network,
    amount: String(payment.amount),
    reference: payment.reference,
    description: payment.description,
    status: payment.status,
    reason_code: payment.reason?.[0],
    reason: payment.reason?.[1],
    product_id: payment.productId,
    product_code_id: payment.codeId,
    transaction_id: payment.transactionId,
    network_reference: payment.networkReference,
    requested_by: payment.requestedBy,
    awaits_approval: payment.awaitsApproval ?? false,
    approval: payment.awaitsApproval ? 'provider' : null,
    is_notified: payment.isNotified,
    created_at: payment.at,
    finished_at: payment.finishedAt,
    fee: 0,
    vat: 0,
    levy: 0,
    is_before_ledger: payment.isBeforeLedger ?? false,
    is_at_once: false,
  }));
  await db.rows('insert into payments select * from jsonb_populate_recordset(null::payments, $1)', [
    JSON.stringify(rows),
  ]);
  await db.rows(
    `insert into open_payments (payment_id, company_id, network, ready_at, sent_at, last_sent_at, send_count)
     select id, company_id, network, created_at, sent.at, sent.at, case when sent.at is null then 0 else 1 end
     from payments
     cross join lateral (select case when not awaits_approval then created_at end as at) sent
     where id = any ($1::uuid[]) and status in ('PENDING', 'PROCESSING')`,
    [rows.map(({ id }) => id)],
  );
  await holdVouchers(
    db,
    rows.map(({ id }) => id),
  );
  return rows.map(({ id }) => id);
}

/** A finished sale has used its voucher, an open one keeps it reserved. */
async function holdVouchers(db: Db, paymentIds: readonly string[]): Promise<void> {
  await db.rows(
    `update product_codes c
     set payment_id = p.id, state = case p.status when 'SUCCESS' then 'used' else 'reserved' end,
       used_at = case p.status when 'SUCCESS' then p.finished_at end
     from payments p
     where p.id = any ($1::uuid[]) and c.company_id = p.company_id and c.id = p.product_code_id`,
    [paymentIds],
  );
}

/** The digits after 256; the last network exists only in history. */
const prefixes: Readonly<Record<string, readonly [string, ...string[]]>> = {
  MTN: ['77', '78', '76'],
  AIRTEL: ['70', '75', '74'],
  LYCA: ['72'],
};

export function phoneNumber(network: string, chance: Chance): string {
  const prefix = chance.pick(prefixes[network] ?? ['77']);
  return `256${prefix}${chance.between(1_000_000, 9_999_999)}`;
}

export const secondsAfter = (at: Date, seconds: number): Date =>
  new Date(at.getTime() + seconds * 1_000);
