import type { NetworkName } from '@sente/contract/payments';
import { behaviourOf } from './magic-numbers.ts';
import type { Network } from './network.ts';
import { paidAmount, type Order } from './order.ts';

const givenNames = ['Sarah', 'Moses', 'Grace', 'Joseph', 'Aisha', 'David', 'Rose', 'Peter'];
const familyNames = ['Nakato', 'Okello', 'Namutebi', 'Mugisha', 'Achieng', 'Kato', 'Auma'];

/** The holder of a number. */
export type Holder =
  | { readonly is: 'known'; readonly given: string; readonly family: string }
  | { readonly is: 'nameless' }
  | { readonly is: 'nobody' }
  | { readonly is: 'error' };

/** Always the same name for a number; some of the numbers with a behaviour have none. */
export function holderOf(phoneNumber: string): Holder {
  const behaviour = behaviourOf(phoneNumber);
  if (behaviour === 'no wallet') return { is: 'nobody' };
  if (behaviour === 'never known') return { is: 'nameless' };
  if (behaviour === 'server errors') return { is: 'error' };
  const number = Number(phoneNumber.slice(-6));
  return {
    is: 'known',
    given: givenNames[number % givenNames.length] ?? '',
    family: familyNames[number % familyNames.length] ?? '',
  };
}

/** UGX that the provider has paid in at the start. */
export const startingFloat = 100_000_000;

/** UGX: what was paid in and collected, less what was paid out and refunded. */
export function floatOf(
  { orders, refunds }: Pick<Network, 'orders' | 'refunds'>,
  network: NetworkName,
  product: 'collection' | 'disbursement' | 'wallet',
): number {
  const refunded = [...refunds.values()]
    .filter((order) => order.network === network)
    .reduce((sum, order) => sum + paidAmount(order), 0);
  const collected = product === 'disbursement' ? 0 : orders.moved(network, 'collection');
  const spent = product === 'collection' ? 0 : orders.moved(network, 'payout') + refunded;
  return (product === 'collection' ? 0 : startingFloat) + collected - spent;
}

/** Payouts are paid from MTN's product for them, and from the one wallet at Airtel. */
export function isCovered(network: Pick<Network, 'orders' | 'refunds'>, order: Order): boolean {
  if (order.direction === 'collection') return true;
  const product = order.network === 'MTN' ? 'disbursement' : 'wallet';
  return paidAmount(order) <= floatOf(network, order.network, product);
}
