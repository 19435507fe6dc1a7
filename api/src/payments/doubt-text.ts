import type { PaymentCheck } from '@sente/contract/payment-check';
import { formatUgx } from '@sente/contract/money';
import { networkWord, type PaymentDirection } from '@sente/contract/payments';
import { phoneText } from '@sente/contract/phone';

interface Doubted {
  readonly kind: PaymentCheck['kind'];
  readonly direction: PaymentDirection;
  /** That was asked for, in UGX. */
  readonly amount: number;
  readonly network: string;
  readonly phoneNumber: string;
}

/** What is known of a payment that is being checked, and what may happen if it is ordered again. */
export function doubtText(doubted: Doubted): string {
  const isPayout = doubted.direction === 'payout';
  const danger = isPayout
    ? 'Sent again, the person may get it twice.'
    : 'Asked again, the person may pay twice.';
  return `${knownOf(doubted)}, and the provider is checking it. ${danger}`;
}

function knownOf({ kind, direction, amount, network, phoneNumber }: Doubted): string {
  const sum = formatUgx(amount);
  const says = networkWord(network);
  const did = `${phoneText(phoneNumber)} has ${direction === 'payout' ? 'got' : 'paid'}`;
  const known: Readonly<Record<PaymentCheck['kind'], string>> = {
    late_success: `${says} says that ${did} ${sum} after all`,
    amount_differs: `${says} says that ${did} another amount than ${sum}`,
    currency_differs: `${says} says that ${did} another currency than ${sum}`,
    amount_unknown: `${says} says that ${did} money, but not whether it was ${sum}`,
    account_inactive: `${did} ${sum}, but the account is switched off`,
    unanswered: `${says} has not told whether ${did} ${sum}`,
    contradicted: `${says} has said both that ${did} ${sum} and that it was not so`,
  };
  return known[kind];
}
