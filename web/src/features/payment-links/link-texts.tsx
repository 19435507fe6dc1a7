import { formatUgx } from '@sente/contract/money';
import type { CheckoutState, LinkState, PaymentLink } from '@sente/contract/payment-links';
import { maxPaymentAmount } from '@sente/contract/payments';
import { Badge, type Tone } from '../../ui/badge.tsx';
import { Money } from '../../ui/money.tsx';

interface Words {
  readonly label: string;
  readonly tone: Tone;
}

export const stateWords: Readonly<Record<LinkState, Words>> = {
  active: { label: 'Active', tone: 'success' },
  paid: { label: 'Paid', tone: 'info' },
  expired: { label: 'Expired', tone: 'neutral' },
  ended: { label: 'Ended', tone: 'neutral' },
};

export function LinkStateBadge({ state }: { state: LinkState }) {
  return <Badge tone={stateWords[state].tone}>{stateWords[state].label}</Badge>;
}

const checkoutWords: Readonly<Record<CheckoutState, Words>> = {
  waiting: { label: 'Waits for the payer', tone: 'warning' },
  checking: { label: 'Being checked', tone: 'warning' },
  paid: { label: 'Paid', tone: 'success' },
  failed: { label: 'Not paid', tone: 'danger' },
};

export function CheckoutStateBadge({ state }: { state: CheckoutState }) {
  return <Badge tone={checkoutWords[state].tone}>{checkoutWords[state].label}</Badge>;
}

type Amounts = Pick<PaymentLink, 'amount' | 'leastAmount' | 'mostAmount'>;

/** The amount, or between which ones the payer chooses. */
export function amountText({ amount, leastAmount, mostAmount }: Amounts): string {
  if (amount !== null) return formatUgx(amount);
  const least = leastAmount ?? 1;
  const most = mostAmount ?? maxPaymentAmount;
  if (least > 1) return `${formatUgx(least)} to ${most.toLocaleString('en-US')}`;
  return most < maxPaymentAmount ? `Up to ${formatUgx(most)}` : 'Any amount';
}

/** As everywhere, the currency is quieter than the figure. */
export function LinkAmount({ link }: { link: Amounts }) {
  if (link.amount !== null) return <Money amount={link.amount} />;
  const [before, figures] = amountText(link).split('UGX ');
  if (figures === undefined) return before;
  return (
    <span className="tabular whitespace-nowrap">
      {before}
      <span className="text-[0.82em] text-muted">UGX</span> {figures}
    </span>
  );
}

export function paymentsText(count: number): string {
  return count === 1 ? '1 payment' : `${count.toLocaleString('en-US')} payments`;
}
