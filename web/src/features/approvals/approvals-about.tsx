import type { Approval } from '@sente/contract/approval';
import { requestLabel } from '@sente/contract/approval-labels';
import { paths } from '../../lib/paths.ts';
import { Link } from '../../ui/link.tsx';
import { AskedLine, StateBadge } from './approval-card.tsx';

interface ApprovalsAboutProps {
  approvals: readonly Approval[];
  portal: 'admin' | 'client';
}

/** The requests that concern a record, on the record itself: who asked, who decided and why. */
export function ApprovalsAbout({ approvals, portal }: ApprovalsAboutProps) {
  const pathOf = portal === 'admin' ? paths.approval : paths.client.approval;
  return (
    <ul aria-label="Approvals" className="divide-y empty:hidden">
      {approvals.map((approval) => (
        <li key={approval.id} className="flex flex-col gap-1.5 py-2.5 first:pt-1 last:pb-0">
          <p className="flex flex-wrap items-center gap-2">
            <Link
              to={pathOf(approval.id)}
              className="rounded-sm font-medium hover:underline hover:underline-offset-3"
            >
              {requestLabel(approval)}
            </Link>
            <StateBadge approval={approval} />
          </p>
          <AskedLine approval={approval} />
          {approval.whyNot ? <p className="text-13 text-muted">{approval.whyNot}</p> : null}
        </li>
      ))}
    </ul>
  );
}
