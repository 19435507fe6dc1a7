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

export interface Accepted {
  readonly paymentId: string;
  /** The answer to an earlier request with the same key. */
  readonly isReplay: boolean;
}

/** Takes orders. Each answer is durable; what is refused throws an AppError and leaves nothing. */
export interface Acceptance {
  accept(order: PaymentOrder): Promise<Accepted>;
}
