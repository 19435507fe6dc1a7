import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { lateWindow } from '../../ui/late.tsx';
import { ApprovalButtons, ApprovalWarnings, StateBadge } from './approval-card.tsx';
import { approvalQueries } from './approval-queries.ts';
import type { AskedAct } from './decision-dialog.tsx';
import { followedAct } from './followed.ts';

const DecisionDialog = lateWindow(() => import('./decision-dialog.tsx'));

interface WaitingBadgeProps {
  id: string;
  /** Until it is read. */
  children: ReactNode;
}

/** Whose turn it is, to the reader. */
export function WaitingBadge({ id, children }: WaitingBadgeProps) {
  const { data: approval } = useQuery(approvalQueries.details(id));
  return approval ? <StateBadge approval={approval} /> : children;
}

/** Approve and Reject on the page of what a request is about; nothing until it is read. */
export function WaitingDecision({ id }: { id: string }) {
  const { data: approval } = useQuery(approvalQueries.details(id));
  const [asked, setAsked] = useState<AskedAct | null>(null);
  if (!approval) return null;
  return (
    <>
      {approval.note ? <p className="mt-3 wrap-anywhere">Reason: {approval.note}</p> : null}
      <ApprovalWarnings approval={approval} className="mt-3" />
      <div className="mt-3">
        <ApprovalButtons approval={approval} onAct={(act) => setAsked({ approval, act })} />
      </div>
      <DecisionDialog
        open={asked !== null}
        asked={followedAct(asked, [approval])}
        onClose={() => setAsked(null)}
      />
    </>
  );
}
