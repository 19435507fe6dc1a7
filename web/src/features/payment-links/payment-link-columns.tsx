import type { PaymentLink } from '@sente/contract/payment-links';
import { DateText } from '../../ui/date-display.tsx';
import { NoValue } from '../../ui/no-value.tsx';
import { Money } from '../../ui/money.tsx';
import type { Column } from '../../ui/table.tsx';
import { LinkAmount, LinkStateBadge, paymentsText } from './link-texts.tsx';

export const linkColumns: readonly Column<PaymentLink>[] = [
  {
    key: 'purpose',
    header: 'For',
    isTwoLine: true,
    className: 'max-w-80',
    cell: ({ purpose, reference, accountName, isStanding }) => (
      <>
        <span className="line-clamp-2 wrap-anywhere" title={purpose}>
          {purpose}
        </span>
        <span className="block text-13 font-normal text-muted">
          {[isStanding ? 'QR code' : null, `into ${accountName}`, reference]
            .filter(Boolean)
            .join(' · ')}
        </span>
      </>
    ),
  },
  {
    key: 'amount',
    header: 'Amount',
    align: 'right',
    phone: 'aside',
    cell: (link) => <LinkAmount link={link} />,
  },
  {
    key: 'state',
    header: 'Status',
    phone: 'line',
    cell: ({ state }) => <LinkStateBadge state={state} />,
  },
  {
    key: 'paid',
    header: 'Paid',
    align: 'right',
    isTwoLine: true,
    phone: 'named',
    cell: ({ paidCount, paidAmount }) =>
      paidCount === 0 ? (
        <NoValue>Nothing yet</NoValue>
      ) : (
        <>
          <Money amount={paidAmount} />
          <span className="text-13 text-muted sm:block">
            <span className="sm:hidden"> in </span>
            {paymentsText(paidCount)}
          </span>
        </>
      ),
  },
  {
    key: 'expires',
    header: 'Expires',
    spare: 1,
    phone: 'named',
    cell: ({ expiresAt }) => <DateText value={expiresAt} format="shortTime" empty="Never" />,
  },
  {
    key: 'created',
    header: 'Created',
    spare: 2,
    phone: 'named',
    cell: ({ createdAt }) => <DateText value={createdAt} />,
  },
];
