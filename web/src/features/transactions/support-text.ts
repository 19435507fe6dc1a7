import { networkWord } from '@sente/contract/payments';
import { taxText } from '@sente/contract/receipt-lines';
import { statusWord } from '@sente/contract/movement-words';
import { checkWord } from '@sente/contract/payment-check';
import { phoneText } from '@sente/contract/phone';
import { formatUgx } from '@sente/contract/money';
import type { TransactionDetails } from '@sente/contract/transaction-details';
import { kampalaTime } from '../../lib/kampala.ts';
import { headline } from './transaction-texts.ts';

/** A transaction as plain text, to paste into a message. Times are in Kampala. */
export function supportText(transaction: TransactionDetails, address: string): string {
  const { payment, fee, net, reference, finishedAt } = transaction;
  const asked = transaction.check?.amounts?.asked;
  const facts: readonly (readonly [string, string | null | undefined])[] = [
    ['Status', checkWord({ ...transaction, network: null }) ?? statusWord(transaction.status)],
    ['State', transaction.summary],
    ['Company', transaction.companyName],
    ['Account', [transaction.accountName, transaction.accountNumber].filter(Boolean).join(' ')],
    ['Phone', payment && `${phoneText(payment.phoneNumber)} (${networkWord(payment.network)})`],
    ['Asked amount', asked === undefined ? null : formatUgx(asked)],
    ['Amount', formatUgx(transaction.amount)],
    ['Fee', fee === 0 ? null : `${formatUgx(fee)}${taxText(transaction.tax)}`],
    ['Net', net === null ? null : formatUgx(net)],
    ['Asked for', kampalaTime(transaction.date)],
    ['Finished', finishedAt && kampalaTime(finishedAt)],
    ['Reference', reference],
    ['Network reference', payment?.networkReference],
    ['API transaction ID', payment?.shortId],
    ['Transaction ID', transaction.transactionId],
    ['Record ID', payment?.id],
    ['Page', address],
  ];
  const steps = transaction.steps.map(({ at, title }) => `${kampalaTime(at)}  ${title}`);
  return [
    headline(transaction),
    ...facts.flatMap(([label, value]) => (value ? [`${label}: ${value}`] : [])),
    '',
    'What happened (Kampala time)',
    ...steps,
  ].join('\n');
}
