import type { CallbackSender } from './callbacks.ts';
import type { SimulatorKeys } from './keys.ts';
import type { KeyPair } from './key-pair.ts';
import type { Order } from './order.ts';
import type { BehaviourName } from './magic-numbers.ts';
import type { NewOrder, Orders } from './orders.ts';
import type { Tokens } from './tokens.ts';

/** State that both interfaces share. */
export interface Network {
  readonly keys: SimulatorKeys;
  readonly orders: Orders;
  readonly callbacks: CallbackSender;
  readonly tokens: Tokens;
  /** What somebody chose for an order; null: its number decides. */
  readonly chosenFor: (order: NewOrder) => Promise<BehaviourName | null>;
  /** Simulates a complete outage. */
  readonly isOut: () => boolean;
  /** False: the networks refuse to tell the provider's float. */
  readonly tellsFloat: () => boolean;
  /** Airtel's keys for signatures and PINs. */
  readonly keyPair: KeyPair;
  /** Refunded collections, by the id of the refund. */
  readonly refunds: Map<string, Order>;
  /** Orders whose first calls end in errors, by id. */
  readonly troubled: Map<string, { readonly behaviour: Order['behaviour']; calls: number }>;
}
