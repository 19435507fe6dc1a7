import { formatUgx } from '@sente/contract/money';
import { placeWords, type StatementPlace } from '@sente/contract/network-statements';
import { networkNames, networkWords } from '@sente/contract/payments';
import { permissionLabel } from '@sente/contract/permission-labels';
import { phoneText } from '@sente/contract/phone';
import { toUgx } from '../db/amounts.ts';
import type { ApprovalRow } from './approvals.queries.ts';
import { batchSentence } from './batch-about.ts';
import { brakeSentence } from './brake-about.ts';
import { refundWarnings } from './refund-warnings.ts';
import { feeSentence, taxSentence } from './fee-texts.ts';
import { evidenceText } from './review-evidence.ts';
import { sameFloatText } from './same-float.ts';
import {
  caseSentence,
  casesSentence,
  daySentence,
  differencesOf,
  statementSentence,
} from './book-texts.ts';
import { limitSentence } from './limit-requests.ts';

/** What happens if it is approved, in one sentence. */
export function sentenceOf(row: ApprovalRow): string {
  const amount = ugx(row.amount);
  const account = accountOf(row) ?? 'the account';
  switch (row.kind) {
    case 'payout':
      return `Pay ${amount} to ${phoneOf(row)} from ${account}.`;
    case 'bulk-payout':
      return `Pay ${amount} to ${linesOf(row)} from ${account}.`;
    case 'deposit':
      return `Deposit ${amount} to ${account}.`;
    case 'reversal':
      return reversalSentence(row, amount, account);
    case 'staff-role':
      return staffRoleSentence(row);
    case 'factor-reset':
      return `Remove the second factor of ${row.user_name}, who signs in with the password alone until they set up another.`;
    case 'fee':
      return feeSentence(row);
    case 'tax':
      return taxSentence(row);
    case 'limit':
      return limitSentence(row);
    case 'brake':
      return brakeSentence(row);
    case 'payout-rule':
      return ruleSentence(row);
    case 'bank-account':
      return bankAccountSentence(row);
    case 'settlement-batch':
      return batchSentence(amount, Number(row.details['count']), row);
    case 'settlement-return':
      return returnSentence(row, amount, account);
    case 'float':
      return floatSentence(row, amount);
    case 'statement':
      return statementSentence(row);
    case 'day':
      return daySentence(row);
    case 'payment-decision':
      return row.details['decision'] === 'book'
        ? `Book ${amount} ${row.direction === 'payout' ? 'to' : 'from'} ${phoneOf(row)} as paid, on ${account}.`
        : `End the payment of ${amount} ${row.direction === 'payout' ? 'to' : 'from'} ${phoneOf(row)} as not paid.`;
    case 'case':
      return caseSentence(row);
    case 'cases':
      return casesSentence(row);
    case 'suspense':
      return row.details['decision'] === 'book'
        ? `Book ${amount} that ${row.details['direction'] === 'payout' ? 'left' : 'came in'} at ${placeOf(row.details['network'])} to suspense.`
        : `Release ${amount} from suspense to ${account}.`;
  }
}

/** What the person who decides has to know besides. */
export function warningsOf(row: ApprovalRow, isFirstPayout: boolean): string[] {
  const warnings: string[] = [];
  if (row.kind === 'payout' && row.state === 'waiting') {
    if (isFirstPayout) warnings.push('This is the first payout of the company to this number.');
    if (row.is_account_active === false) warnings.push('The account is inactive.');
  }
  if (row.kind === 'bulk-payout' && row.state === 'waiting') warnings.push(...bulkWarnings(row));
  if (row.kind === 'reversal' && row.direction === 'payout') {
    warnings.push(`The phone ${phoneOf(row)} keeps the money: the network does not take it back.`);
  }
  if (row.kind === 'reversal' && row.direction === 'collection') {
    warnings.push(`The payer ${phoneOf(row)} does not get the money back.`);
  }
  warnings.push(...refundWarnings(row));
  if (row.kind === 'settlement-return' && row.state === 'waiting') {
    warnings.push(
      'The file went to the bank. Make sure that the bank did not pay it, or the money leaves twice.',
    );
  }
  if (row.kind === 'case' && row.state === 'waiting') warnings.push(...differencesOf(row));
  if (row.same_float) warnings.push(sameFloatText(row.details, ugx(row.amount), row.same_float));
  if (row.kind === 'factor-reset' && row.state === 'waiting') {
    warnings.push('Make sure that they lost it themselves: call them, or meet them.');
  }
  return warnings;
}

/** What is worth knowing besides, and calls for no caution. */
export function factsOf(row: ApprovalRow): string[] {
  if (row.evidence) return [evidenceText(row.evidence)];
  const isBulk = row.kind === 'bulk-payout';
  if (row.state !== 'waiting' || !(isBulk || row.kind === 'payout')) return [];
  // What a single payout holds is no longer available already.
  const left = BigInt(row.available ?? 0) - (isBulk ? totalOf(row) : 0n);
  return [
    ...(row.approval === 'colleague_and_provider' && row.step === 'colleague'
      ? ['The provider has to approve it as well.']
      : []),
    ...(row.available !== null && left >= 0n
      ? [`Available on the account afterwards: ${ugx(String(left))}.`]
      : []),
  ];
}

function totalOf({ amount, fee }: ApprovalRow): bigint {
  return BigInt(amount ?? 0) + BigInt(fee ?? 0);
}

export function fromOf(row: ApprovalRow): string | null {
  if (row.kind === 'payout' || row.kind === 'bulk-payout') return accountOf(row);
  if (row.kind === 'reversal') return row.transaction_type === 'credit' ? accountOf(row) : null;
  return row.kind === 'suspense' && row.details['decision'] === 'release' ? 'Suspense' : null;
}

export function toOf(row: ApprovalRow): string | null {
  switch (row.kind) {
    case 'payout':
      return phoneOf(row);
    case 'bulk-payout':
      return linesOf(row);
    case 'reversal':
      return row.transaction_type === 'debit' ? accountOf(row) : null;
    case 'staff-role':
    case 'factor-reset':
      return row.user_name;
    default:
      return accountOf(row);
  }
}

function linesOf({ details }: ApprovalRow): string {
  const count = Number(details['count']);
  const lines = count === 1 ? '1 line' : `${count.toLocaleString('en-US')} lines`;
  return `${lines} of "${textOf(details['name'])}"`;
}

function bulkWarnings(row: ApprovalRow): string[] {
  const [warned, leftOut] = [Number(row.details['warned']), Number(row.details['leftOut'])];
  const total = totalOf(row);
  const available = BigInt(row.available ?? 0);
  const has = (count: number) =>
    `${count.toLocaleString('en-US')} ${count === 1 ? 'line has' : 'lines have'}`;
  return [
    ...(warned > 0 ? [`${has(warned)} something to look at.`] : []),
    ...(leftOut > 0
      ? [`${has(leftOut)} a fault and ${leftOut === 1 ? 'is' : 'are'} left out.`]
      : []),
    ...(row.is_account_active === false ? ['The account is inactive.'] : []),
    ...(available < total
      ? [
          `The account lacks ${ugx(String(total - available))} of ${ugx(String(total))} with fees, so it cannot be approved yet.`,
        ]
      : []),
  ];
}

function staffRoleSentence(row: ApprovalRow): string {
  const { user_name: person, role_name: role, details } = row;
  if (person) return `Give ${person} the staff role ${role}, which allows to: ${allowed(row)}.`;
  const added = lowered(permissionLabel(textOf(details['permission'])));
  const holders = Number(details['holders']);
  const people = holders === 1 ? 'person who holds' : 'people who hold';
  return `Let the ${holders} ${people} the staff role ${role} also: ${added}.`;
}

function reversalSentence(row: ApprovalRow, amount: string, account: string): string {
  const what = row.transaction_description ? ` ("${row.transaction_description}")` : '';
  const fee = row.details['fee'] as { amount: number; case: number } | undefined;
  const besides = fee
    ? ` With it the network's fee of ${formatUgx(fee.amount)} that case ${fee.case} booked: the case is open again.`
    : '';
  return row.transaction_type === 'debit'
    ? `Reverse the debit of ${amount}${what}: ${account} gets the money back.${besides}`
    : `Reverse the credit of ${amount}${what}: the money is taken from ${account}.${besides}`;
}

function ruleSentence({ details, company_name }: ApprovalRow): string {
  return `Payouts of ${company_name}: ${textOf(details['after'])} Until then: ${textOf(details['before'])}`;
}

function bankAccountSentence({ details, company_name }: ApprovalRow): string {
  const branch = textOf(details['branch']);
  const bank = `${textOf(details['bank'])}${branch ? `, ${branch}` : ''}`;
  return `Let ${company_name} settle to the account ${textOf(details['accountNumber'])} of ${textOf(details['accountName'])} at ${bank}.`;
}

function returnSentence({ details }: ApprovalRow, amount: string, account: string): string {
  const fee = Number(details['fee'] ?? 0);
  const what = fee > 0 ? `${amount} and the fee of ${formatUgx(fee)}` : amount;
  return `End the settlement ${textOf(details['reference'])} to ${textOf(details['to'])} as returned by the bank: ${what} ${fee > 0 ? 'are' : 'is'} free again on ${account}.`;
}

function floatSentence({ details }: ApprovalRow, amount: string): string {
  const { network, direction, bankReference } = (details['transfer'] ?? {}) as Record<
    string,
    unknown
  >;
  const wallet = `the ${placeOf(network)} wallet`;
  const way = direction === 'to-network' ? `the bank to ${wallet}` : `${wallet} to the bank`;
  return `Book ${amount} that went from ${way}, with the bank's reference ${textOf(bankReference)}.`;
}

function allowed({ role_permissions: names }: ApprovalRow): string {
  const labels = (names ?? '').split(' ').filter(Boolean).map(permissionLabel);
  return labels.length === 0 ? 'nothing yet' : labels.map(lowered).join('; ');
}

function lowered(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}

function accountOf({ account_name, account_number, company_name }: ApprovalRow): string | null {
  if (account_number === null) return null;
  return `${account_name} ${account_number}${company_name ? ` of ${company_name}` : ''}`;
}

/** In a sentence. */
function placeOf(network: unknown): string {
  return placeWords[network as StatementPlace] ?? textOf(network);
}

function phoneOf({ phone_number, network }: ApprovalRow): string {
  if (phone_number === null) return 'the number';
  const word = networkNames.find((name) => name === network);
  return `${phoneText(phone_number)} (${word ? networkWords[word] : network})`;
}

function ugx(hundredths: string | null): string {
  return formatUgx(toUgx(hundredths ?? '0'));
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
