import { useQuery } from '@tanstack/react-query';
import { Ban, Link2 } from 'lucide-react';
import { useState } from 'react';
import { useParams } from '../../lib/router.tsx';
import { queryState } from '../../api/query-state.ts';
import { LinkCheckouts } from '../../features/payment-links/link-checkouts.tsx';
import { LinkStateBadge } from '../../features/payment-links/link-texts.tsx';
import {
  PaymentLinkDetails,
  PaymentLinkSkeleton,
} from '../../features/payment-links/payment-link-details.tsx';
import {
  paymentLinkQueries,
  useEndLink,
} from '../../features/payment-links/payment-link-queries.ts';
import { usePageTitle } from '../../lib/page-title.ts';
import { paths } from '../../lib/paths.ts';
import { useCan } from '../../session/permissions.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmAction } from '../../ui/confirm-action.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { RecordNotLoaded } from '../../ui/record-not-loaded.tsx';

export default function PaymentLinkPage() {
  const { id = '' } = useParams();
  const { data: link, failure } = queryState(useQuery(paymentLinkQueries.details(id)));
  const canEnd = useCan('canManageAccounts');
  const canViewTransactions = useCan('canViewTransactions');
  const [isEnding, setIsEnding] = useState(false);
  const endLink = useEndLink();
  usePageTitle(link?.purpose);
  const isOpen = link?.state === 'active';
  return (
    <>
      <PageHeader
        title={link?.purpose ?? 'Payment Link'}
        back={{ to: paths.client.paymentLinks(), label: 'Back to Payment Links' }}
        meta={link ? <LinkStateBadge state={link.state} /> : null}
        actions={
          isOpen && canEnd ? (
            <Button variant="danger-quiet" icon={<Ban />} onClick={() => setIsEnding(true)}>
              End Link
            </Button>
          ) : null
        }
      />
      {failure ? <LinkNotLoaded failure={failure} /> : null}
      {link ? (
        <PaymentLinkDetails link={link}>
          {canViewTransactions ? <LinkCheckouts linkId={link.id} /> : null}
        </PaymentLinkDetails>
      ) : null}
      {!link && !failure ? <PaymentLinkSkeleton /> : null}
      <ConfirmAction
        subject={isEnding && link ? link : null}
        change={endLink}
        input={(ended) => ended.id}
        title={({ purpose }) => `End the link for ${purpose}?`}
        description="Nobody can pay with it from now on, also not with a printed code. Payments under way go on. This cannot be undone."
        confirmLabel="End Link"
        cancelLabel="Back"
        busyLabel="Ending..."
        tone="danger"
        done="Payment link ended"
        failed="Failed to end the payment link"
        onClose={() => setIsEnding(false)}
      />
    </>
  );
}

type Failure = NonNullable<ReturnType<typeof queryState>['failure']>;

function LinkNotLoaded({ failure }: { failure: Failure }) {
  return (
    <RecordNotLoaded
      {...failure}
      icon={<Link2 />}
      missing={{
        title: 'Payment link not found',
        hint: 'It may be of another company.',
        mayCome: false,
      }}
      failedTitle="Failed to load the payment link"
      back={{ to: paths.client.paymentLinks(), label: 'Back to Payment Links' }}
    />
  );
}
