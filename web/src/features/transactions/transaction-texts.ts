import { kindWord } from '@sente/contract/movement-words';
import { formatUgx } from '@sente/contract/money';
import { phoneText } from '@sente/contract/phone';
import type { TransactionDetails } from '@sente/contract/transaction-details';

type Headed = Pick<
  TransactionDetails,
  'kind' | 'payment' | 'settlement' | 'description' | 'accountName' | 'type'
>;

/** "Payout to +256 772 000001 on MTN", "Settlement to Stanbic Bank •••• 2873", "Deposit to Main". */
export function headline({ kind, payment, settlement, accountName, type }: Headed): string {
  if (payment) {
    const way = payment.direction === 'payout' ? 'Payout to' : 'Collection from';
    return `${way} ${phoneText(payment.phoneNumber)} on ${payment.network}`;
  }
  // Staff may see the whole number, which is not for a text to paste.
  if (settlement) {
    return `Settlement to ${settlement.bank} •••• ${settlement.bankAccountNumber.slice(-4)}`;
  }
  return `${kindWord(kind)} ${type === 'credit' ? 'to' : 'from'} ${accountName}`;
}

/** What the fee makes of the amount; empty without a fee, and before money has moved. */
export function feeText({ amount, net, type }: TransactionDetails): string {
  const moved = Math.abs(net ?? amount);
  if (moved === amount) return '';
  return type === 'credit'
    ? `${formatUgx(moved)} after the fee`
    : `${formatUgx(moved)} with the fee`;
}
