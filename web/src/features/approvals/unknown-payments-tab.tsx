import type { NetworkNotice } from '@sente/contract/network-notices';
import { useQuery } from '@tanstack/react-query';
import { CircleCheck } from 'lucide-react';
import { useState } from 'react';
import { queryState } from '../../api/query-state.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import {
  networkNoticeQueries,
  useConfirmSuspense,
  useRejectSuspense,
  useWithdrawSuspense,
} from './proposal-queries.ts';
import {
  CloseNoticeDialog,
  ProposeBookingDialog,
  ProposeReleaseDialog,
} from './notice-dialogs.tsx';
import { DecidedElsewhere } from './decided-elsewhere.tsx';
import { useNoticeNews } from './notice-news.ts';
import { NoticeItem, type NoticeAct } from './notice-item.tsx';
import { noticeDecisionLabels, placeText, suspenseEffect } from './notice-texts.ts';
import { ProposalQuestions } from './proposal-questions.tsx';

/** What networks said about payments that do not exist here. */
export default function UnknownPayments() {
  const { data, failure, isLoading } = queryState(useQuery(networkNoticeQueries.open()));
  const [asked, setAsked] = useState<Asked | null>(null);
  const news = useNoticeNews(asked?.notice ?? null, data);
  return (
    <>
      <p className="mb-3 text-13 text-muted">
        Networks reported these payments, but none of them exists here. Compare each with the
        statement of the network. Money that really moved is booked to suspense until its owner is
        found: one person proposes it, and another one confirms it. What cases of the reconciliation
        wrote to suspense is released here as well.
      </p>
      {failure ? (
        <ErrorPanel
          className="mb-3"
          title="Failed to load the unknown payments"
          failure={failure}
          retryLabel="Try Again"
        />
      ) : null}
      {isLoading ? <SkeletonRows count={4} label="Loading unknown payments" /> : null}
      {data && data.length === 0 ? (
        <EmptyState icon={<CircleCheck />} title="No network reports an unknown payment." />
      ) : null}
      <ul
        aria-label="Unknown payments"
        className="divide-y rounded-lg border bg-surface empty:hidden"
      >
        {data?.map((notice) => (
          <NoticeItem key={notice.id} notice={notice} onAct={(act) => setAsked({ notice, act })} />
        ))}
      </ul>
      {/* Gone with what was typed, once it cannot be answered any more. */}
      {news ? null : <Questions asked={asked} onClose={() => setAsked(null)} />}
      <DecidedElsewhere news={news} onClose={() => setAsked(null)} />
    </>
  );
}

interface Asked {
  readonly notice: NetworkNotice;
  readonly act: NoticeAct;
}

function Questions({ asked, onClose }: { asked: Asked | null; onClose: () => void }) {
  const subjectOf = (act: NoticeAct) => (asked?.act === act ? asked.notice : null);
  return (
    <>
      <CloseNoticeDialog notice={subjectOf('close')} onClose={onClose} />
      <ProposeBookingDialog notice={subjectOf('book')} onClose={onClose} />
      <ProposeReleaseDialog notice={subjectOf('release')} onClose={onClose} />
      <ProposalQuestions
        confirmed={subjectOf('confirm')}
        ended={subjectOf('withdraw')}
        confirm={{
          change: useConfirmSuspense(),
          input: seenIn,
          title: ({ proposal }) => `${noticeDecisionLabels[proposal?.decision ?? 'book']}?`,
          description: ({ network, said, proposal }) =>
            proposal
              ? `${placeText(network)} said: ${said}. ${suspenseEffect(network, proposal)} It is done at once.`
              : null,
          tone: 'primary',
        }}
        withdraw={{
          change: useWithdrawSuspense(),
          input: seenIn,
        }}
        reject={{ change: useRejectSuspense(), input: seenIn }}
        what="the report"
        onClose={onClose}
      />
    </>
  );
}

/** Names the proposal on screen, so that no other one is answered by mistake. */
function seenIn({ id, proposal }: NetworkNotice) {
  return proposal ? { id, proposal: proposal.id } : undefined;
}
