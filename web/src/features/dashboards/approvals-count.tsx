import { useQuery } from '@tanstack/react-query';
import { attentionQueries } from './attention-queries.ts';

/** How many approvals wait for the reader, in the menu. */
export function ApprovalsCount() {
  const { data } = useQuery({ ...attentionQueries.now(), retryOnMount: false });
  const count = data?.approvalsForReader ?? 0;
  if (count === 0) return null;
  return (
    // The narrow sidebar has no room for it.
    <span className="tabular ml-auto rounded-full bg-warning-soft px-1.5 text-xs font-semibold text-warning-text max-lg:md:sr-only">
      {count > 99 ? '99+' : count}
      <span className="sr-only"> waiting</span>
    </span>
  );
}
