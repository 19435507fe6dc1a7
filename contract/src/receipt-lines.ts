import { timeWords } from './kampala.ts';
import { formatUgx } from './money.ts';
import { statusWord } from './movement-words.ts';
import { networkWords } from './payments.ts';
import { phoneText } from './phone.ts';
import type { Receipt } from './receipts.ts';

/** A line of the receipt: on the page, in print and in the PDF alike. */
export interface ReceiptLine {
  readonly label: string;
  readonly value: string;
}

const marks = {
  test: { word: 'Test', text: 'No real money moved. This proves no payment.' },
  reversed: { word: 'Reversed', text: 'The money was given back.' },
  reversal: { word: 'Reversal', text: 'It takes an earlier payment back.' },
} as const;

interface ReceiptMark {
  readonly word: string;
  readonly text: string;
}

/** In large letters above everything else; null for an ordinary receipt. */
export function receiptMark(
  receipt: Pick<Receipt, 'mark' | 'amount' | 'refunded'>,
): ReceiptMark | null {
  return receipt.mark ? marks[receipt.mark] : refundMark(receipt);
}

function refundMark({
  amount,
  refunded = 0,
}: Pick<Receipt, 'amount' | 'refunded'>): ReceiptMark | null {
  if (refunded <= 0) return null;
  return refunded >= amount
    ? { word: 'Refunded', text: 'The whole amount was given back to the payer.' }
    : { word: 'Partly refunded', text: `${formatUgx(refunded)} was given back to the payer.` };
}

/** Everything but the company, the title and the amount. The voucher is left to the caller. */
export function receiptLines(receipt: Receipt): ReceiptLine[] {
  const { party, purpose, fee, tax, net, reference, date, status, number, refunded = 0 } = receipt;
  const refund = refundMark(receipt);
  return [
    ...(number ? [{ label: 'Receipt Number', value: number }] : []),
    { label: 'Date', value: `${timeWords(new Date(date))} (Kampala)` },
    {
      label: 'Status',
      value: receipt.mark === 'reversed' ? 'Reversed' : (refund?.word ?? statusWord(status)),
    },
    ...(refund ? [{ label: 'Refunded', value: formatUgx(refunded) }] : []),
    ...(purpose ? [{ label: 'For', value: purpose }] : []),
    ...(party
      ? [
          {
            label: party.role === 'payer' ? 'Payer' : 'Receiver',
            value: phoneText(party.phoneNumber),
          },
          { label: 'Network', value: networkWord(party.network) },
        ]
      : []),
    ...(party?.networkReference
      ? [{ label: 'Network Reference', value: party.networkReference }]
      : []),
    ...(reference ? [{ label: 'Reference', value: reference }] : []),
    ...(party ? [{ label: 'Payment ID', value: party.shortId }] : []),
    ...(receipt.accountName ? [{ label: 'Account', value: receipt.accountName }] : []),
    ...(fee === 0
      ? []
      : [
          { label: 'Fee', value: `${formatUgx(fee)}${taxText(tax)}` },
          ...(net === null ? [] : [netLine(net)]),
        ]),
  ];
}

/** As people write it; of a network that is not known any more its name. */
function networkWord(network: string): string {
  const known: Readonly<Partial<Record<string, string>>> = networkWords;
  return known[network] ?? network;
}

/** Beside the fee that it is part of. */
export function taxText(tax: number): string {
  return tax === 0 ? '' : ` (of which tax ${formatUgx(Math.abs(tax))})`;
}

function netLine(net: number): ReceiptLine {
  return {
    label: net < 0 ? 'Taken From Account' : 'Added To Account',
    value: formatUgx(Math.abs(net)),
  };
}
