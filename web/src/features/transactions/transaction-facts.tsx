import { formatUgx } from '@sente/contract/money';
import { networkWord } from '@sente/contract/payments';
import { kindWord } from '@sente/contract/movement-words';
import { phoneText } from '@sente/contract/phone';
import type { TransactionDetails } from '@sente/contract/transaction-details';
import { Ticket } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatDate } from '../../lib/dates.ts';
import { paths } from '../../lib/paths.ts';
import { useCan } from '../../session/permissions.ts';
import { amountItems } from '../../ui/amount-items.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { Copyable } from '../../ui/copy-button.tsx';
import { DateText } from '../../ui/date-display.tsx';
import { DetailList } from '../../ui/detail-list.tsx';
import { Link } from '../../ui/link.tsx';
import { Money } from '../../ui/money.tsx';
import { VoucherCode } from '../../ui/voucher-code.tsx';
import { placesOf, type Portal } from './transaction-portal.tsx';
import { otherAccountOf } from './transaction-texts.ts';
import { isUnderWay } from './transaction-queries.ts';

interface TransactionFactsProps {
  transaction: TransactionDetails;
  portal: Portal;
}

type Item = { label: string; value: ReactNode };

/** The summary that stays beside the story: money and phone first, ids last. */
export function TransactionFacts({ transaction, portal }: TransactionFactsProps) {
  const { payment, reference, description, date, finishedAt } = transaction;
  return (
    <Card title="Summary" className="lg:sticky lg:top-[calc(var(--sticky-top,0px)+1rem)]">
      <DetailList
        columns={1}
        items={[
          ...askedItems(transaction),
          ...amountItems({
            ...transaction,
            direction: transaction.type,
            // While people find out what was paid, nothing is promised.
            isPending: isUnderWay(transaction) && transaction.check?.state !== 'open',
          }),
          ...(payment
            ? [copied('Phone Number', phoneText(payment.phoneNumber), networkWord(payment.network))]
            : []),
          ...(payment?.voucher
            ? [{ label: 'Voucher', value: <Voucher {...{ transaction, payment }} /> }]
            : []),
          ...(payment?.productCode
            ? [{ label: 'Product', value: <Product {...{ transaction, payment, portal }} /> }]
            : []),
          ...(portal === 'admin'
            ? [{ label: 'Company', value: <Company {...{ transaction, portal }} /> }]
            : []),
          { label: 'Account', value: <Account {...{ transaction, portal }} /> },
          ...otherAccount(transaction),
          { label: 'Kind', value: kindWord(transaction.kind) },
          ...(description ? [{ label: 'Description', value: description }] : []),
          { label: 'Created', value: <DateText value={date} format="exactTime" /> },
          {
            label: 'Finished',
            value: finishedAt ? <DateText value={finishedAt} format="exactTime" /> : 'Not yet',
          },
          ...(transaction.correctsDay
            ? [{ label: 'Corrects', value: formatDate(transaction.correctsDay) }]
            : []),
          ...(reference ? [copied('Reference', reference)] : []),
          ...(payment?.networkReference
            ? [
                copied(
                  'Network Reference',
                  payment.networkReference,
                  `Quote this one to ${networkWord(payment.network)}`,
                ),
              ]
            : []),
          ...(payment
            ? [copied('API Transaction ID', payment.shortId, 'Quote this one in messages')]
            : []),
          // What the company's own system wrote; its names are the company's.
          ...Object.entries(payment?.metadata ?? {}).map(([name, value]) => ({
            label: name,
            value: <span className="wrap-anywhere">{value}</span>,
          })),
          ...(transaction.transactionId
            ? [copied('Transaction ID', transaction.transactionId)]
            : []),
          ...(payment ? [copied('Record ID', payment.id)] : []),
        ]}
      />
    </Card>
  );
}

/** Only if another amount was paid. */
function askedItems({ check }: TransactionDetails): Item[] {
  if (!check?.amounts) return [];
  const { asked, paid } = check.amounts;
  const difference = formatUgx(Math.abs(asked - paid));
  const value = (
    <>
      <Money amount={asked} />
      <span className="block text-13 text-warning-text">
        {paid < asked ? `${difference} are missing` : `${difference} more were paid`}
      </span>
    </>
  );
  return [{ label: 'Asked For', value }];
}

function otherAccount(transaction: TransactionDetails): Item[] {
  const value = otherAccountOf(transaction);
  return value === null
    ? []
    : [{ label: transaction.type === 'debit' ? 'To Account' : 'From Account', value }];
}

function copied(label: string, value: string, below?: string): Item {
  return {
    label,
    value: (
      <>
        <Copyable value={value} label={label} />
        {below ? <span className="block text-13 text-muted">{below}</span> : null}
      </>
    ),
  };
}

function Company({ transaction, portal }: TransactionFactsProps) {
  const { companyId, companyName, isCompanyArchived } = transaction;
  const to = placesOf[portal].company?.(companyId);
  if (isCompanyArchived || !to) {
    return (
      <span className="inline-flex flex-wrap items-center gap-2 wrap-anywhere">
        {companyName} {isCompanyArchived ? <Badge>Archived</Badge> : null}
      </span>
    );
  }
  return <PageLink to={to}>{companyName}</PageLink>;
}

function Account({ transaction, portal }: TransactionFactsProps) {
  const { companyId, accountId, accountName, accountNumber, isCompanyArchived } = transaction;
  const canOpen = [useCan('canViewAccounts'), useCan('staffRead')].includes(true);
  // A system account has no number and no page.
  const hasPage = canOpen && accountId !== null && accountNumber !== '' && !isCompanyArchived;
  if (!accountName) return 'None';
  return (
    <>
      {hasPage ? (
        <PageLink to={placesOf[portal].account(companyId, accountId)}>{accountName}</PageLink>
      ) : (
        <span className="wrap-anywhere">{accountName}</span>
      )}
      {accountNumber ? (
        <span className="block">
          <Copyable value={accountNumber} label="Account number" />
        </span>
      ) : null}
    </>
  );
}

interface ProductProps extends VoucherProps {
  portal: Portal;
}

/** Its page, for those who may open it. */
function Product({ transaction: { companyId }, payment, portal }: ProductProps) {
  const { productId, productCode } = payment;
  const mayOpen = [useCan('canViewProducts'), useCan('canManageProducts'), useCan('staffRead')];
  if (productId === null || !mayOpen.includes(true)) return productCode;
  return <PageLink to={placesOf[portal].product(companyId, productId)}>{productCode}</PageLink>;
}

interface VoucherProps {
  transaction: TransactionDetails;
  payment: NonNullable<TransactionDetails['payment']>;
}

function Voucher({ transaction: { companyId }, payment: { voucher } }: VoucherProps) {
  const mayReveal = [useCan('canRevealCodes'), useCan('staffMoney')];
  const canSeeCodes = useCan('canViewProducts');
  if (!voucher) return null;
  return (
    <>
      <span className="flex flex-wrap items-center gap-2">
        <Ticket aria-hidden="true" className="size-4 shrink-0 text-success-text" />
        <VoucherCode
          companyId={companyId}
          codeId={voucher.id}
          masked={voucher.masked}
          canReveal={mayReveal.includes(true)}
        />
      </span>
      {canSeeCodes ? (
        <PageLink to={paths.client.productCodes({ code: voucher.id })}>View code</PageLink>
      ) : null}
    </>
  );
}

function PageLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link to={to} className="rounded-sm text-accent-text wrap-anywhere hover:underline">
      {children}
    </Link>
  );
}
