import type { PaymentDirection } from '@sente/contract/payments';
import type { Db } from '../src/db/database.ts';
import { reasonText } from '../src/payments/networks/reason-codes.ts';
import type { Chance } from './chance.ts';
import { phoneNumber, type DemoPayment } from './payment-rows.ts';

/** A mobile-money transaction of the ledger. */
export interface PhoneMovement {
  readonly id: string;
  readonly company_id: string;
  readonly account_id: string;
  readonly kind: 'collection' | 'payout';
  readonly status: 'completed' | 'failed' | 'pending';
  readonly amount: string;
  readonly reference: string | null;
  readonly description: string;
  readonly created_at: Date;
  readonly finished_at: Date | null;
  /** The possible requester: an administrator of the company, whose own people alone ask for its payouts. */
  readonly requester: string | null;
}

/** Newest first. Orders without sufficient funds were refused before a network was called. */
export function readPhoneMovements(db: Db): Promise<PhoneMovement[]> {
  return db.rows<PhoneMovement>(
    `select t.id, t.company_id, t.account_id, t.kind, t.status, t.amount, t.reference, t.description,
       t.created_at, t.finished_at, u.id as requester
     from transactions t
     left join lateral (
       select m.id from users m
       join user_roles h on h.user_id = m.id join roles r on r.id = h.role_id
       where m.company_id = t.company_id and m.is_active and r.name = 'client_admin'
       order by m.email limit 1
     ) u on true
     where t.kind in ('collection', 'payout') and t.reason is distinct from 'insufficient_funds'
     order by t.id desc`,
  );
}

/** The request behind a transaction; null for pending money without one. */
export function paymentOf(movement: PhoneMovement, chance: Chance): DemoPayment | null {
  const network = movement.reference?.startsWith('AIRTEL') ? 'AIRTEL' : 'MTN';
  const isCollection = movement.kind === 'collection';
  const payment = {
    companyId: movement.company_id,
    accountId: movement.account_id,
    direction: movement.kind,
    network,
    phoneNumber: phoneNumber(network, chance),
    amount: BigInt(movement.amount),
    reference: movement.reference,
    description: movement.description,
    transactionId: movement.id,
  };
  if (movement.status === 'pending') {
    if (isCollection) return null;
    return {
      ...payment,
      origin: 'portal',
      status: 'PENDING',
      at: movement.created_at,
      requestedBy: movement.requester,
      awaitsApproval: true,
    };
  }
  const { created_at: at, finished_at: finishedAt } = movement;
  const ended = { ...payment, origin: 'api', at, finishedAt } as const;
  if (movement.status === 'failed') {
    return { ...ended, status: 'FAILED', reason: declinedReason(payment.direction) };
  }
  return { ...ended, status: 'SUCCESS', networkReference: digitsOf(movement.reference) };
}

/** Why the other side declined, in the ledger as in the payment. */
export function declinedReason(direction: PaymentDirection): readonly [code: string, text: string] {
  const code = direction === 'collection' ? 'PAYER_REFUSED' : 'PAYEE_NOT_ALLOWED';
  return [code, reasonText(code, direction)];
}

function digitsOf(reference: string | null): string | null {
  return reference?.replace(/\D/g, '') || null;
}
