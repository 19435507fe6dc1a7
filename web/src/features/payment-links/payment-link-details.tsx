import type { PaymentLink } from '@sente/contract/payment-links';
import { Printer } from 'lucide-react';
import type { ReactNode } from 'react';
import { paths } from '../../lib/paths.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Copyable, CopyButton } from '../../ui/copy-button.tsx';
import { DateText } from '../../ui/date-display.tsx';
import { DetailList } from '../../ui/detail-list.tsx';
import { Link } from '../../ui/link.tsx';
import { Money } from '../../ui/money.tsx';
import { PayCode } from '../../ui/pay-code.tsx';
import { DetailSkeleton, Skeleton } from '../../ui/skeleton.tsx';
import { OutsideLink, SendLinks } from '../../ui/send-links.tsx';
import { amountText, LinkAmount, paymentsText } from './link-texts.tsx';

const linkClass = 'rounded-sm text-accent-text underline underline-offset-3';
const gridClass =
  'grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_19rem] lg:grid-rows-[auto_1fr] xl:grid-cols-[minmax(0,1fr)_22rem]';

interface PaymentLinkDetailsProps {
  link: PaymentLink;
  /** What was paid, beside the tall card with the code; on a phone below it. */
  children?: ReactNode;
}

/** What it says, and what to give to people. */
export function PaymentLinkDetails({ link, children }: PaymentLinkDetailsProps) {
  const isActive = link.state === 'active';
  return (
    <div className={isActive ? gridClass : 'grid gap-4'}>
      <Card title="Payment Link">
        <DetailList items={itemsOf(link)} columns={isActive ? 2 : 3} />
      </Card>
      {isActive ? (
        <div className="lg:col-start-2 lg:row-span-2 lg:row-start-1">
          <Sharing link={link} />
        </div>
      ) : null}
      <div className="min-w-0 empty:hidden lg:col-start-1">{children}</div>
    </div>
  );
}

/** In the shape of a link that can be paid. */
export function PaymentLinkSkeleton() {
  return (
    <div className={gridClass}>
      <DetailSkeleton
        title="Payment Link"
        label="Loading payment link"
        labels={['Amount', 'Paid', 'Into Account', 'Can Be Paid', 'Expires', 'Created', 'Link ID']}
      />
      <Card title="Send or Print">
        <Skeleton className="h-9" />
        <Skeleton className="mt-4 aspect-square h-auto w-full" />
      </Card>
    </div>
  );
}

function itemsOf(link: PaymentLink) {
  const { product } = link;
  return [
    {
      label: 'Amount',
      value: (
        <span className="font-medium">
          <LinkAmount link={link} />
        </span>
      ),
    },
    {
      label: 'Paid',
      value:
        // As in the list.
        link.paidCount === 0 ? (
          'Nothing yet'
        ) : (
          <>
            <Money amount={link.paidAmount} className="font-medium" />
            <span className="text-muted"> in {paymentsText(link.paidCount)}</span>
          </>
        ),
    },
    {
      label: 'Into Account',
      value: (
        <Link to={paths.client.account(link.accountId)} className={linkClass}>
          {link.accountName} · {link.accountNumber}
        </Link>
      ),
    },
    ...(product
      ? [
          {
            label: 'Product',
            value: (
              <>
                <Link to={paths.client.internetProduct(product.id)} className={linkClass}>
                  {product.productName}
                </Link>
                <span className="text-muted"> · {product.stock.toLocaleString('en-US')} left</span>
              </>
            ),
          },
        ]
      : []),
    {
      label: 'Can Be Paid',
      value: link.isOnce ? 'Once' : 'Any number of times',
    },
    ...(link.reference
      ? [
          {
            label: 'Your Reference',
            value: <Copyable value={link.reference} label="Reference" />,
          },
        ]
      : []),
    {
      label: 'Expires',
      value: <DateText value={link.expiresAt} format="dateTime" empty="Never" />,
    },
    ...(link.returnUrl ? [{ label: 'Return Page', value: link.returnUrl }] : []),
    {
      label: 'Created',
      value: (
        <>
          <DateText value={link.createdAt} format="dateTime" />
          <span className="block text-13 text-muted">
            {link.createdBy ? `by ${link.createdBy}` : 'through the payments API'}
          </span>
        </>
      ),
    },
    ...(link.endedAt
      ? [{ label: 'Ended', value: <DateText value={link.endedAt} format="dateTime" /> }]
      : []),
    ...(link.stopReason ? [{ label: 'Stopped by the Provider', value: link.stopReason }] : []),
    { label: 'Link ID', value: <Copyable value={link.id} label="Link ID" /> },
  ];
}

function Sharing({ link }: { link: PaymentLink }) {
  const { url, purpose } = link;
  return (
    <Card title="Send or Print">
      <p className="mb-4 flex items-center gap-1 rounded-lg border bg-surface-sunken py-1.5 pr-1.5 pl-3">
        <span className="min-w-0 flex-1 text-13 wrap-anywhere">{url}</span>
        <CopyButton value={url} label="Payment link" size="sm" />
      </p>
      <PayCode
        url={url}
        label={`QR code of the payment link for ${purpose}`}
        title={link.companyName}
        lines={[purpose, amountText(link)]}
        fileName={`payment-link-${link.id}.png`}
        actions={
          <ButtonLink icon={<Printer />} to={paths.client.paymentLinkPoster(link.id)}>
            Print poster
          </ButtonLink>
        }
      />
      {/* Their own pages, outside the portal. */}
      <div className="mt-4 flex flex-wrap justify-center gap-x-5 gap-y-2 text-13">
        <OutsideLink href={url}>Open the page</OutsideLink>
        <SendLinks text={messageOf(link)} />
      </div>
    </Card>
  );
}

/** What a customer reads above the link. */
function messageOf(link: PaymentLink): string {
  const { companyName, purpose, url } = link;
  return `${companyName}: ${purpose}, ${amountText(link)}. Pay here: ${url}`;
}
