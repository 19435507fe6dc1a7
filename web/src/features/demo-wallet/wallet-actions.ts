import {
  ArrowDownToLine,
  ArrowUpFromLine,
  CreditCard,
  QrCode,
  Send,
  Split,
  type LucideIcon,
} from 'lucide-react';

/** Actions that open a form; the value in the address while it is open. */
export const formKinds = ['add-money', 'send-money', 'withdraw'] as const;
export type FormKind = (typeof formKinds)[number];

export interface WalletAction {
  readonly label: string;
  readonly icon: LucideIcon;
  /** Undefined: not available yet, and says so. */
  readonly form?: FormKind;
}

export const walletActions: readonly WalletAction[] = [
  { label: 'Add Money', icon: ArrowDownToLine, form: 'add-money' },
  { label: 'Send Money', icon: Send, form: 'send-money' },
  { label: 'Withdraw', icon: ArrowUpFromLine, form: 'withdraw' },
  { label: 'QR Pay', icon: QrCode },
  { label: 'Split Bill', icon: Split },
  { label: 'Virtual Card', icon: CreditCard },
];

export const comingSoonText = 'This feature is coming soon!';

export interface FormTexts {
  readonly title: string;
  readonly phoneLabel: string;
  /** Shown after the form was submitted, which sends nothing. */
  readonly outcome: string;
}

export const formTexts: Record<FormKind, FormTexts> = {
  'add-money': {
    title: 'Add Money',
    phoneLabel: 'From Phone Number',
    outcome: 'This wallet is a demo: nobody was asked to pay, and nothing was stored.',
  },
  'send-money': {
    title: 'Send Money',
    phoneLabel: "Receiver's Phone Number",
    outcome: 'This wallet is a demo: no money left it, and nothing was stored.',
  },
  withdraw: {
    title: 'Withdraw',
    phoneLabel: 'Your Phone Number',
    outcome: 'This wallet is a demo: no money was paid out, and nothing was stored.',
  },
};
