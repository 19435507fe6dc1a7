import { kindWord } from '@sente/contract/movement-words';
import { phoneText } from '@sente/contract/phone';
import type { TransactionDetails } from '@sente/contract/transaction-details';

type Headed = Pick<TransactionDetails, 'kind' | 'payment' | 'description' | 'accountName' | 'type'>;

/** "Payout to +256 772 000001 on MTN", "Deposit to Main". */
export function headline({ kind, payment, accountName, type }: Headed): string {
  if (payment) {
    const way = payment.direction === 'payout' ? 'Payout to' : 'Collection from';
    return `${way} ${phoneText(payment.phoneNumber)} on ${payment.network}`;
  }
  return `${kindWord(kind)} ${type === 'credit' ? 'to' : 'from'} ${accountName}`;
}
