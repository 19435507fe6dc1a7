import { phoneText } from '@sente/contract/phone';
import type { TransactionDetails } from '@sente/contract/transaction-details';
import type { Transaction } from '@sente/contract/transactions';

export function typeName(type: Transaction['type']): 'Credit' | 'Debit' {
  return type === 'credit' ? 'Credit' : 'Debit';
}

/** "Payout", "Fee change". */
export function kindWord(kind: string): string {
  const text = kind.replaceAll(/[-_]/g, ' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

type Headed = Pick<TransactionDetails, 'kind' | 'payment' | 'description' | 'accountName' | 'type'>;

/** "Payout to +256 772 000001 on MTN", "Deposit to Main". */
export function headline({ kind, payment, accountName, type }: Headed): string {
  if (payment) {
    const way = payment.direction === 'payout' ? 'Payout to' : 'Collection from';
    return `${way} ${phoneText(payment.phoneNumber)} on ${payment.network}`;
  }
  return `${kindWord(kind)} ${type === 'credit' ? 'to' : 'from'} ${accountName}`;
}
