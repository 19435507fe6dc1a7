import type { NetworkName, PaymentDirection } from '@sente/contract/payments';
import type { BehaviourName } from './magic-numbers.ts';

/** Reason of failure; each interface translates it to the network's codes. */
export type Refusal =
  | 'refused'
  | 'no funds'
  | 'expired'
  | 'limit reached'
  | 'no wallet'
  | 'network error';

export interface Order {
  /** Id at the network: the reference at MTN, the transaction at Airtel. */
  readonly id: string;
  /** The caller's own id, the same on both networks. */
  readonly transactionId: string;
  readonly network: NetworkName;
  readonly direction: PaymentDirection;
  readonly phoneNumber: string;
  /** UGX. */
  readonly amount: number;
  readonly message: string;
  readonly behaviour: BehaviourName;
  readonly callbackUrl: string | null;
  readonly createdAt: number;
  readonly networkReference: string;
  state: 'open' | 'paid' | 'failed';
  refusal: Refusal | null;
  finishedAt: number | null;
  /** When the money of a collection went back. */
  refundedAt?: number;
  /** Time at which the failure was first reported. */
  failureToldAt: number | null;
  /** Number of money movements; must never exceed one. */
  executions: number;
  /** Number of requests; all but the first are rejected as duplicates. */
  requests: number;
  statusCalls: number;
  readonly callbacks: SentCallback[];
}

export interface SentCallback {
  readonly at: number;
  readonly isForged: boolean;
  /** HTTP status; null without a response. */
  readonly answer: number | null;
}

/** The amount that moved. */
export function paidAmount({ behaviour, amount }: Order): number {
  if (behaviour !== 'wrong amount') return amount;
  return amount > 500 ? amount - 500 : amount + 500;
}
