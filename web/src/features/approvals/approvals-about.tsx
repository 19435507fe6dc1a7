import type { Approval } from '@sente/contract/approval';
import { useState } from 'react';
import { paths } from '../../lib/paths.ts';
import { lateWindow } from '../../ui/late.tsx';
import { Link } from '../../ui/link.tsx';
import { ApprovalButtons, AskedLine, StateBadge } from './approval-card.tsx';
import { kindLabels } from './approval-texts.ts';
import type { AskedAct } from './decision-dialog.tsx';

const DecisionDialog = lateWindow(() => import('./decision-dialog.tsx'));

interface ApprovalsAboutProps {
  approvals: readonly Approval[];
  portal: 'admin' | 'client';
}

/** The requests that concern a record, on the record itself: who asked, who decided and why. */
export function ApprovalsAbout({ approvals, portal }: ApprovalsAboutProps) {
  const [asked, setAsked] = useState<AskedAct | null>(null);
  if (approvals.length === 0) return null;
  return (
    <section aria-labelledby="record-approvals">
      <h3 id="record-approvals" className="mb-1 text-13 font-medium text-muted">
        Approvals
      </h3>
      <ul className="divide-y">
        {approvals.map((approval) => (
          <li key={approval.id} className="flex flex-col gap-2 py-2.5">
            <p className="flex flex-wrap items-center gap-2">
              <Link
                to={
                  portal === 'admin'
                    ? paths.approval(approval.id)
                    : paths.client.approval(approval.id)
                }
                className="rounded-sm font-medium hover:underline hover:underline-offset-3"
              >
                {kindLabels[approval.kind]}
              </Link>
              <StateBadge approval={approval} />
            </p>
            <AskedLine approval={approval} />
            <ApprovalButtons approval={approval} onAct={(act) => setAsked({ approval, act })} />
          </li>
        ))}
      </ul>
      <DecisionDialog open={asked !== null} asked={asked} onClose={() => setAsked(null)} />
    </section>
  );
}
