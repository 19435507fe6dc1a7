import { networkWord } from '@sente/contract/payments';
import type { Checkout } from '@sente/contract/payment-links';
import { failureReason } from '@sente/contract/failure-reason';
import { checkNote } from '@sente/contract/payment-check';
import { phoneText } from '@sente/contract/phone';
import { useQuery } from '@tanstack/react-query';
import { Smartphone } from 'lucide-react';
import { useState } from 'react';
import { cn } from '../../lib/cn.ts';
import { paths } from '../../lib/paths.ts';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { DateText } from '../../ui/date-display.tsx';
import { Link } from '../../ui/link.tsx';
import { Money } from '../../ui/money.tsx';
import { PagedPanel } from '../../ui/paged-panel.tsx';
import type { Column } from '../../ui/table.tsx';
import { CheckoutStateBadge } from './link-texts.tsx';
import { checkoutsPageSize, paymentLinkQueries } from './payment-link-queries.ts';

const columns: readonly Column<Checkout>[] = [
  {
    key: 'payer',
    header: 'Payer',
    isTwoLine: true,
    cell: ({ attempts }) => (
      <>
        <span className="tabular">{phoneText(attempts.at(-1)?.phoneNumber ?? '')}</span>
        <span className="block text-13 font-normal text-muted">
          {networkWord(attempts.at(-1)?.network ?? '')}
        </span>
      </>
    ),
  },
  {
    key: 'amount',
    header: 'Amount',
    align: 'right',
    phone: 'aside',
    cell: ({ attempts }) => <Money amount={attempts.at(-1)?.amount ?? 0} />,
  },
  {
    key: 'state',
    header: 'Status',
    phone: 'line',
    cell: ({ state, isPaidTwice }) =>
      isPaidTwice ? (
        <Badge tone="danger">Paid twice: give one back</Badge>
      ) : (
        <CheckoutStateBadge state={state} />
      ),
  },
  {
    key: 'attempts',
    header: 'Attempts',
    isTwoLine: true,
    phone: 'line',
    cell: ({ attempts }) => (
      <ol className="grid gap-0.5">
        {attempts.map(({ paymentId, status, network, check, reason }, index) => (
          <li key={paymentId}>
            <Link
              to={paths.client.transaction(paymentId)}
              className="rounded-sm text-accent-text hover:underline"
            >
              {index + 1}. {attemptWord(status, check)}
            </Link>
            <AttemptNote attempt={{ status, network, check, reason }} />
          </li>
        ))}
      </ol>
    ),
  },
  {
    key: 'created',
    header: 'Began',
    spare: 1,
    phone: 'named',
    cell: ({ createdAt }) => <DateText value={createdAt} format="shortTime" />,
  },
];

type Attempt = Checkout['attempts'][number];

function AttemptNote({
  attempt,
}: {
  attempt: Pick<Attempt, 'status' | 'network' | 'check' | 'reason'>;
}) {
  const isOpen = attempt.check?.state === 'open';
  const note = checkNote(attempt) ?? (attempt.reason ? failureReason(attempt.reason) : null);
  if (note === null) return null;
  return (
    <span className={cn('text-13', isOpen ? 'text-warning-text' : 'text-muted')}>
      {` ${note}${isOpen ? '. Do not ask again' : ''}`}
    </span>
  );
}

function attemptWord(status: string, check: Attempt['check']): string {
  if (check?.state === 'open') return 'Being checked';
  if (status === 'SUCCESS') return check ? 'Paid late' : 'Paid';
  return status === 'FAILED' ? 'Not paid' : 'Open';
}

/** Who began to pay, with each attempt. */
export function LinkCheckouts({ linkId }: { linkId: string }) {
  const [page, setPage] = useState(1);
  return (
    <Card title="Payments">
      <PagedPanel
        query={useQuery(paymentLinkQueries.checkouts(linkId, page))}
        failed={{ title: 'Failed to load payments' }}
        noneYet={{
          icon: <Smartphone />,
          title: 'Nobody has begun to pay',
          hint: 'Send the address, or show the code.',
        }}
        caption="Payments of this link"
        columns={columns}
        rowKey={({ id }) => id}
        noun="payments"
        pageSize={checkoutsPageSize}
        page={page}
        onPage={setPage}
      />
    </Card>
  );
}
