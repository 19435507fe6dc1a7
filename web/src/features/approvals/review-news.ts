import type { PaymentReview } from '@sente/contract/payment-reviews';
import { useQuery } from '@tanstack/react-query';
import { type News, useOthersNews } from './decided-elsewhere.tsx';
import { paymentReviewQueries, type ReviewDecision } from './proposal-queries.ts';
import { decisionLabels } from './review-texts.ts';

/** What somebody else did about the payment since the question about it was opened; null as long as it can be answered. */
export function useReviewNews(
  seen: PaymentReview | null,
  listed: readonly PaymentReview[] | undefined,
): News | null {
  const inList = listed?.find(({ id }) => id === seen?.id);
  // Not in the list: it was decided, or the list has no room for it.
  const { data } = useQuery({
    ...paymentReviewQueries.details(seen?.id ?? ''),
    enabled: seen !== null && listed !== undefined && !inList,
  });
  const now = inList ?? data;
  return useOthersNews(seen && now?.id === seen.id ? newsOf(seen, now) : null);
}

function newsOf(seen: PaymentReview, now: PaymentReview): News | null {
  if (now.ended) {
    return {
      title: `${now.ended.by} has just ${endWord(seen, now.ended.decision)}`,
      text: 'No decision is needed any more.',
    };
  }
  if (now.proposal?.at === seen.proposal?.at) return null;
  if (now.proposal) {
    return {
      title: `${now.proposal.by} has just proposed: ${decisionLabels(now)[now.proposal.decision]}`,
      text: 'Close this, and look at the new proposal.',
    };
  }
  if (now.rejection) {
    return {
      title: `${now.rejection.by} has just rejected the proposal`,
      text: `Reason: ${now.rejection.reason}`,
    };
  }
  return {
    title: 'The proposal is gone',
    text: 'It was withdrawn, or the network has said something else since. The payment waits for another one.',
  };
}

function endWord({ kind, status }: PaymentReview, decision: ReviewDecision): string {
  if (kind === 'contradicted') return decision === 'book' ? 'left it as booked' : 'reversed it';
  if (decision === 'book') return 'booked it as paid';
  return status === 'FAILED' ? 'left it as failed' : 'marked it as failed';
}
