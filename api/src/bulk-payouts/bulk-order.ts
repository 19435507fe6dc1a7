import type { NetworkName } from '@sente/contract/payments';
import type { PaymentOrder, ReadyOrder } from '../payments/orders/order.ts';
import type { StoredBulk } from './stored-bulks.queries.ts';

interface PayableLine {
  readonly number: number;
  readonly phoneNumber: string | null;
  readonly network: NetworkName | null;
  readonly amount: bigint | null;
  readonly reference: string | null;
}

/**
 * The ordinary payout of a line; null if its check did not find what it needs. The key names the bulk payout
 * and the line, with spaces, which no key of a company's systems has.
 */
export function orderOf(
  bulk: StoredBulk,
  line: PayableLine,
): (PaymentOrder & Pick<ReadyOrder, 'network'>) | null {
  const { number, phoneNumber, network, amount, reference } = line;
  if (phoneNumber === null || network === null || amount === null) return null;
  return {
    companyId: bulk.company_id,
    direction: 'payout',
    origin: bulk.origin,
    phoneNumber,
    network,
    amount,
    reference,
    description: `${bulk.name}, line ${number}`,
    accountId: bulk.account_id,
    idempotencyKey: `bulk ${bulk.id} ${number}`,
    ...(bulk.created_by !== null && { requestedBy: bulk.created_by }),
  };
}
