import type { NetworkName, PaymentDirection } from '@sente/contract/payments';
import { shortHash } from '../../db/short-hash.ts';
import type { RefundOf } from '../refunds.ts';

/** A request for a payment; the caller is already authorised for the company. */
export interface PaymentOrder {
  readonly companyId: string;
  readonly direction: PaymentDirection;
  readonly origin: 'api' | 'portal' | 'link' | 'till';
  /** As typed by the caller. */
  readonly phoneNumber: string;
  readonly network?: NetworkName | undefined;
  /** If false, a network other than that of the number's prefix is refused. */
  readonly isNetworkConfirmed?: boolean;
  /**
   * If false, it is refused while a payment of the same direction with the number is being checked that may be paid
   * already. Undefined, as for the orders of systems, which name their own: nothing is looked for.
   */
  readonly isRepeatConfirmed?: boolean;
  /** Hundredths of UGX. */
  readonly amount: bigint;
  readonly reference: string | null;
  readonly description: string | null;
  /** At most one of these two; the company's oldest active account by default. */
  readonly accountNumber?: string | undefined;
  readonly accountId?: string | undefined;
  readonly productCode?: string | undefined;
  /** For the company's own systems. */
  readonly metadata?: Readonly<Record<string, string>> | undefined;
  readonly idempotencyKey: string;
  /** The user, for requests from the portal. */
  readonly requestedBy?: string;
  /** Set if the payout gives a payer back what was paid. */
  readonly refund?: RefundOf;
}

/** An order with normalised number, network, and the ids of its payment. */
export interface ReadyOrder extends PaymentOrder {
  readonly paymentId: string;
  readonly network: NonNullable<PaymentOrder['network']>;
  readonly likelyNetwork: NetworkName | null;
  /** 128-bit hashes of company and key, and of the input. */
  readonly keyHash: string;
  readonly inputHash: string;
  /** For a payout, the transaction that will hold the money. */
  readonly transactionId: string | undefined;
}

/**
 * 128-bit hash of company, origin and key: one short value to look up. The origin keeps keys of the
 * portal and of companies' systems apart.
 */
export function keyHash({
  companyId,
  origin,
  idempotencyKey,
}: Pick<PaymentOrder, 'companyId' | 'origin' | 'idempotencyKey'>): string {
  return shortHash(companyId, origin, idempotencyKey);
}

/** 128-bit hash of the input, to detect a different request with the same key. */
export function inputHash(order: PaymentOrder): string {
  return shortHash(
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
    // Not for others, whose hashes are stored without it.
    ...(order.refund ? [order.refund.paymentId, order.refund.reason] : []),
    ...(order.metadata ? [JSON.stringify(Object.entries(order.metadata).toSorted())] : []),
  );
}
