import { kindWord } from '@sente/contract/movement-words';
import { networkWord } from '@sente/contract/payments';
import { formatUgx } from '@sente/contract/money';
import { phoneText } from '@sente/contract/phone';
import type { TransactionDetails } from '@sente/contract/transaction-details';

type Headed = Pick<
  TransactionDetails,
  'kind' | 'payment' | 'settlement' | 'description' | 'accountName' | 'type' | 'legs'
>;

/** "Payout to +256 772 000001 on MTN", "Settlement to Stanbic Bank •••• 2873", "Transfer from Till to Savings", "Deposit to Main". */
export function headline(transaction: Headed): string {
  const { kind, payment, settlement, accountName, type } = transaction;
  if (payment) {
    const way = payment.direction === 'payout' ? 'Payout to' : 'Collection from';
    return `${way} ${phoneText(payment.phoneNumber)} on ${networkWord(payment.network)}`;
  }
  // Staff may see the whole number, which is not for a text to paste.
  if (settlement) {
    return `Settlement to ${settlement.bank} •••• ${settlement.bankAccountNumber.slice(-4)}`;
  }
  const other = otherAccountOf(transaction);
  if (other !== null) {
    const [from, to] = type === 'debit' ? [accountName, other] : [other, accountName];
    return `${kindWord(kind)} from ${from} to ${to}`;
  }
  return `${kindWord(kind)} ${type === 'credit' ? 'to' : 'from'} ${accountName}`;
}

/** The name of the other account of a transfer, which touches two accounts of the company. */
export function otherAccountOf({ kind, type, legs }: Pick<Headed, 'kind' | 'type' | 'legs'>) {
  if (kind !== 'transfer') return null;
  return legs.find(({ amount }) => (type === 'debit' ? amount > 0 : amount < 0))?.account ?? null;
}

/** What the fee makes of the amount; empty without a fee, and before money has moved. */
export function feeText({ amount, net, type }: TransactionDetails): string {
  const moved = Math.abs(net ?? amount);
  if (moved === amount) return '';
  return type === 'credit'
    ? `${formatUgx(moved)} after the fee`
    : `${formatUgx(moved)} with the fee`;
}

/** In the head of the page, for whoever chose the row that failed; null for others. */
export function bookedAsText(
  { bookedInsteadOf: request }: TransactionDetails,
  openedId: string,
): string | null {
  if (request?.id !== openedId) return null;
  return `The request of ${formatUgx(request.amount)} failed and was booked as this payment`;
}
