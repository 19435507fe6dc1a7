import type { CallbackSender } from './callbacks.ts';
import type { SimulatorKeys } from './keys.ts';
import type { Order } from './order.ts';
import type { Orders } from './orders.ts';
import type { Tokens } from './tokens.ts';

/** What both interfaces share: the same people, wallets and bad days. */
export interface Network {
  readonly keys: SimulatorKeys;
  readonly orders: Orders;
  readonly callbacks: CallbackSender;
  readonly tokens: Tokens;
  /** Nothing works at all. */
  readonly isOut: () => boolean;
  /** Orders whose first calls end in errors, by id. */
  readonly troubled: Map<string, { readonly behaviour: Order['behaviour']; calls: number }>;
}
