import type { Approval } from '@sente/contract/approval';
import type { NetworkNotice } from '@sente/contract/network-notices';
import { useQuery } from '@tanstack/react-query';
import { approvalQueries } from './approval-queries.ts';
import { type News, useOthersNews } from './decided-elsewhere.tsx';
import { noticeDecisionLabels } from './notice-texts.ts';

/** What somebody else did about the report since the question about it was opened; null as long as it can be answered. */
export function useNoticeNews(
  seen: NetworkNotice | null,
  listed: readonly NetworkNotice[] | undefined,
): News | null {
  const now = listed?.find(({ id }) => id === seen?.id);
  const isStale = seen !== null && listed !== undefined && !isSame(seen, now);
  // A proposal is a request in Approvals, whose history says who confirmed it.
  const proposal = isStale ? seen.proposal : null;
  const { data: request, isPending } = useQuery({
    ...approvalQueries.details(proposal?.id ?? ''),
    enabled: proposal !== null,
  });
  const isKnown = isStale && !(proposal !== null && isPending);
  return useOthersNews(isKnown ? newsOf(now, request) : null);
}

function isSame(seen: NetworkNotice, now: NetworkNotice | undefined): boolean {
  return (
    now !== undefined &&
    now.proposal?.id === seen.proposal?.id &&
    now.booking?.transactionId === seen.booking?.transactionId
  );
}

function newsOf(now: NetworkNotice | undefined, request: Approval | undefined): News {
  if (now?.proposal) {
    return {
      title: `${now.proposal.by} has just proposed: ${noticeDecisionLabels[now.proposal.decision]}`,
      text: 'Close this, and look at the new proposal.',
    };
  }
  const last = request?.history.findLast(({ by }) => by !== null);
  const by = last?.by?.name ?? 'Somebody';
  if (request?.state === 'approved') {
    return { title: `${by} has just confirmed the proposal`, text: request.sentence };
  }
  if (request?.state === 'rejected') {
    const text = last?.text ? `Reason: ${last.text}` : 'The report waits for another one.';
    return { title: `${by} has just rejected the proposal`, text };
  }
  if (now) {
    return {
      title: 'The proposal is gone',
      text: 'It was withdrawn, or decided. The report says what can be done now.',
    };
  }
  return { title: 'This report was closed', text: 'Somebody else has dealt with it just now.' };
}
