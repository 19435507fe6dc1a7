import { hash } from 'node:crypto';
import type { NetworkName, PaymentDirection } from '@sente/contract/payments';

/** What somebody asks for; already allowed to ask for this company. */
export interface PaymentOrder {
  readonly companyId: string;
  readonly direction: PaymentDirection;
  readonly origin: 'api' | 'portal';
  /** As it was typed. */
  readonly phoneNumber: string;
  readonly network?: NetworkName | undefined;
  /** Hundredths of UGX. */
  readonly amount: bigint;
  readonly reference: string | null;
  readonly description: string | null;
  /** At most one of these two; neither: the company's oldest active account. */
  readonly accountNumber?: string | undefined;
  readonly accountId?: string | undefined;
  readonly productCode?: string | undefined;
  readonly idempotencyKey: string;
  /** The person in the portal. */
  readonly requestedBy?: string;
  readonly awaitsApproval?: boolean;
}

/** An order whose number and network are known, under the ids that its payment will have. */
export interface ReadyOrder extends PaymentOrder {
  readonly paymentId: string;
  readonly network: NonNullable<PaymentOrder['network']>;
  /** 128 bits of company and key, and of what was asked for under it. */
  readonly keyHash: string;
  readonly inputHash: string;
  /** Of a payout: the transaction that will hold the money. */
  readonly transactionId: string | undefined;
}

/**
 * 128 bits in place of company and key: one short value to look for. The keys of the portal and those
 * that companies make up for themselves never meet.
 */
export function keyHash({ companyId, origin, idempotencyKey }: PaymentOrder): string {
  return shortHash([companyId, origin, idempotencyKey]);
}

/** 128 bits of what was asked for, to tell another intent under the same key. */
export function inputHash(order: PaymentOrder): string {
  return shortHash([
    order.direction,
    order.origin,
    order.phoneNumber,
    order.network,
    order.amount,
    order.reference,
    order.description,
    order.accountNumber,
    order.accountId,
    order.productCode,
  ]);
}

function shortHash(parts: readonly (string | bigint | null | undefined)[]): string {
  const text = parts.map((part) => part ?? '').join('\0');
  return hash('sha256', text, 'hex').slice(0, 32);
}
