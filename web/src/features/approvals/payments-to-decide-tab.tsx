import type { PaymentReview } from '@sente/contract/payment-reviews';
import { useQuery } from '@tanstack/react-query';
import { CircleCheck } from 'lucide-react';
import { useState } from 'react';
import { queryState } from '../../api/query-state.ts';
import { paths } from '../../lib/paths.ts';
import { useUrlState } from '../../lib/url-state.ts';
import { Banner } from '../../ui/banner.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { Link } from '../../ui/link.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import {
  paymentReviewQueries,
  useConfirmDecision,
  useRejectProposal,
  useWithdrawProposal,
  type ReviewDecision,
} from './proposal-queries.ts';
import { ProposalQuestions } from './proposal-questions.tsx';
import { DecidedElsewhere } from './decided-elsewhere.tsx';
import { ProposeDialog } from './propose-dialog.tsx';
import { ProposedFacts } from './review-facts.tsx';
import { useReviewNews } from './review-news.ts';
import { type ReviewAct, ReviewItem } from './review-item.tsx';
import { decisionLabels, effectOf } from './review-texts.ts';

const sought = { filters: { payment: { fallback: '' } } } as const;

/** The payment that the address names is marked and has the focus. */
export default function PaymentsToDecide() {
  const { payment } = useUrlState(sought).filters;
  const { data, failure, isLoading } = queryState(useQuery(paymentReviewQueries.open()));
  const [asked, setAsked] = useState<Asked | null>(null);
  const news = useReviewNews(asked?.review ?? null, data);
  return (
    <>
      <p className="mb-3 text-13 text-muted">
        One person proposes how each of these ends, and another one confirms it. Nothing happens
        before that.
      </p>
      {failure ? (
        <ErrorPanel
          className="mb-3"
          title="Failed to load the payments to decide"
          failure={failure}
          retryLabel="Try Again"
        />
      ) : null}
      {isLoading ? <SkeletonRows count={4} label="Loading payments to decide" /> : null}
      {data && payment && !data.some(({ recordId }) => recordId === payment) ? (
        <Banner tone="info" className="mb-3" title="This payment does not wait for a decision">
          <Link to={paths.transaction(payment)} className="rounded-sm underline underline-offset-3">
            Its page
          </Link>{' '}
          says how it ended.
        </Banner>
      ) : null}
      {data && data.length === 0 ? (
        <EmptyState icon={<CircleCheck />} title="No payments wait for a decision." />
      ) : null}
      <ul
        aria-label="Payments to decide"
        className="divide-y rounded-lg border bg-surface empty:hidden"
      >
        {data?.map((review) => (
          <ReviewItem
            key={review.id}
            review={review}
            isSought={review.recordId === payment}
            onAct={(act) => setAsked({ review, act })}
          />
        ))}
      </ul>
      {/* Gone with what was typed, once it cannot be answered any more. */}
      {news ? null : <Questions asked={asked} onClose={() => setAsked(null)} />}
      <DecidedElsewhere news={news} onClose={() => setAsked(null)} />
    </>
  );
}

interface Asked {
  readonly review: PaymentReview;
  readonly act: ReviewAct;
}

function Questions({ asked, onClose }: { asked: Asked | null; onClose: () => void }) {
  const subjectOf = (act: ReviewAct) => (asked?.act === act ? asked.review : null);
  return (
    <>
      <ProposeDialog review={subjectOf('propose')} onClose={onClose} />
      <ProposalQuestions
        confirmed={subjectOf('confirm')}
        ended={subjectOf('withdraw')}
        confirm={{
          change: useConfirmDecision(),
          // So that no other proposal is answered by mistake.
          input: seenIn,
          title: (review) => `${decisionLabels(review)[proposedIn(review)]}?`,
          description: (review) =>
            `${effectOf(review, proposedIn(review))} It is done at once and cannot be undone.`,
          children: (review) => <ProposedFacts review={review} />,
          tone: (review) => (proposedIn(review) === 'book' ? 'primary' : 'danger'),
        }}
        withdraw={{ change: useWithdrawProposal(), input: ({ id }) => ({ id }) }}
        reject={{ change: useRejectProposal(), input: seenIn }}
        what="the payment"
        onClose={onClose}
      />
    </>
  );
}

function proposedIn({ proposal }: PaymentReview): ReviewDecision {
  return proposal?.decision ?? 'fail';
}

interface Seen {
  readonly id: string;
  readonly decision: ReviewDecision;
  readonly amount?: number | undefined;
}

/** The proposal on screen. */
function seenIn(review: PaymentReview): Seen {
  return {
    id: review.id,
    decision: proposedIn(review),
    amount: review.proposal?.amount ?? undefined,
  };
}
