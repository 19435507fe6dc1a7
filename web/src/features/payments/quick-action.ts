import type { BodyOf } from '@sente/contract/endpoint';
import type { transactions } from '@sente/contract/transactions';
import {
  ArrowDownToLine,
  ArrowUpFromLine,
  QrCode,
  Send,
  Ticket,
  type LucideIcon,
} from 'lucide-react';

export type RequestKind = BodyOf<typeof transactions.request>['kind'];

/** Money out, by the rules of the company. */
export function isPayout(kind: RequestKind): boolean {
  return kind === 'send-money' || kind === 'withdraw';
}

/** Usually from or to the wallet of whoever asks. */
export function isOwnWallet(kind: RequestKind): boolean {
  return kind === 'withdraw' || kind === 'add-money';
}

/** The value in the address while its dialog is open. */
export type QuickActionName = RequestKind | 'qr-pay';

export interface QuickAction {
  readonly name: QuickActionName;
  readonly label: string;
  readonly hint: string;
  readonly icon: LucideIcon;
}

export const quickActions: readonly QuickAction[] = [
  { name: 'add-money', label: 'Add Money', hint: 'From a mobile wallet', icon: ArrowDownToLine },
  { name: 'sell-voucher', label: 'Sell Voucher', hint: 'Paid on the phone', icon: Ticket },
  { name: 'send-money', label: 'Send Money', hint: 'To somebody else', icon: Send },
  { name: 'withdraw', label: 'Withdraw', hint: 'To your own wallet', icon: ArrowUpFromLine },
  { name: 'qr-pay', label: 'QR Pay', hint: 'Show a code to scan', icon: QrCode },
];

export interface RequestTexts {
  readonly title: string;
  readonly description: string;
  readonly accountLabel: string;
  readonly phoneLabel: string;
  readonly submitLabel: string;
  readonly busyLabel: string;
  /** Below the note; undefined if there is none: a sale is described by its product. */
  readonly noteHint?: string;
}

/** Sending and withdrawing differ only in the owner of the wallet. */
export const requestTexts: Record<RequestKind, RequestTexts> = {
  'add-money': {
    title: 'Add Money',
    description:
      'The payer is asked on the phone to approve. The account is credited once they have.',
    accountLabel: 'To Account',
    phoneLabel: "Payer's Phone Number",
    submitLabel: 'Ask for Payment',
    busyLabel: 'Asking...',
    // It is part of the prompt there; that of Airtel has no room for it.
    noteHint: 'Optional. Shown with the transaction, and to a payer on MTN.',
  },
  'sell-voucher': {
    title: 'Sell Voucher',
    description:
      'The payer is asked on the phone to approve the price. A voucher is kept for them until then, and shown when they have paid.',
    accountLabel: 'To Account',
    phoneLabel: "Payer's Phone Number",
    submitLabel: 'Ask for Payment',
    busyLabel: 'Asking...',
  },
  'send-money': {
    title: 'Send Money',
    description:
      "To somebody else's mobile wallet. Before it is sent, the next step says what it costs and who has to approve it.",
    accountLabel: 'From Account',
    phoneLabel: "Receiver's Phone Number",
    submitLabel: 'Send Money',
    busyLabel: 'Sending...',
    noteHint: 'Optional. Shown with the transaction.',
  },
  withdraw: {
    title: 'Withdraw',
    description:
      'To your own mobile wallet. Before it is sent, the next step says what it costs and who has to approve it.',
    accountLabel: 'From Account',
    phoneLabel: 'Your Phone Number',
    submitLabel: 'Withdraw',
    busyLabel: 'Withdrawing...',
    noteHint: 'Optional. Shown with the transaction.',
  },
};
