import type { NetworkName, PaymentDirection } from '@sente/contract/payments';
import type { BehaviourName } from './magic-numbers.ts';

/** Why it failed, in the simulator's own words; each interface says it in the network's. */
export type Refusal =
  'refused' | 'no funds' | 'expired' | 'limit reached' | 'no wallet' | 'network error';

export interface Order {
  /** What the network knows it by: the reference at MTN, the transaction at Airtel. */
  readonly id: string;
  /** The caller's own name for it, the same on both networks. */
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
  /** When somebody first heard that it failed. */
  failureToldAt: number | null;
  /** How often money moved for it. More than once is what must never happen. */
  executions: number;
  /** How often it was asked for; all but the first are turned away as known. */
  requests: number;
  statusCalls: number;
  readonly callbacks: SentCallback[];
}

export interface SentCallback {
  readonly at: number;
  readonly isForged: boolean;
  /** HTTP status; null: nobody answered. */
  readonly answer: number | null;
}

/** What really moved. */
export function paidAmount({ behaviour, amount }: Order): number {
  if (behaviour !== 'wrong amount') return amount;
  return amount > 500 ? amount - 500 : amount + 500;
}
