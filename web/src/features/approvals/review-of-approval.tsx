import { useQuery } from '@tanstack/react-query';
import { queryState } from '../../api/query-state.ts';
import { Card } from '../../ui/card.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { paymentReviewQueries } from './proposal-queries.ts';
import { PaymentFacts } from './review-facts.tsx';

/** Whose payment a proposal ends, for whoever approves it. Its request has the id of the review. */
export default function ReviewOfApproval({ id }: { id: string }) {
  const { data, failure, isLoading } = queryState(useQuery(paymentReviewQueries.details(id)));
  return (
    <Card title="The payment">
      {failure ? (
        <ErrorPanel title="Failed to load the payment" failure={failure} retryLabel="Try Again" />
      ) : null}
      {isLoading ? <SkeletonRows count={3} label="Loading the payment" /> : null}
      {data ? (
        <div role="group" aria-label="The payment">
          <PaymentFacts review={data} />
        </div>
      ) : null}
    </Card>
  );
}
