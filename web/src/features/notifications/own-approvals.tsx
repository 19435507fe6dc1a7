import { useQuery } from '@tanstack/react-query';
import { paths } from '../../lib/paths.ts';
import { Link } from '../../ui/link.tsx';
import { summaryQuery } from './summary-query.ts';

/** What waits for the reader, on the dashboard and in the notifications; nothing if none does. */
export function OwnApprovals() {
  const { data } = useQuery(summaryQuery());
  const count = data?.approvalsForReader ?? 0;
  if (count === 0) return null;
  return (
    <p className="mb-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-1 rounded-lg border border-warning-line bg-warning-soft px-4 py-3">
      <span className="font-medium">
        {count === 1 ? '1 request waits' : `${count} requests wait`} for your approval
      </span>
      <Link to={paths.client.approvals()} className="rounded-sm underline underline-offset-3">
        View approvals
      </Link>
    </p>
  );
}
