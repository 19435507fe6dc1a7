import { useQuery } from '@tanstack/react-query';
import { WaitingCount } from '../../ui/waiting-count.tsx';
import { attentionQueries } from './attention-queries.ts';

/** How many approvals wait for the reader, in the menu. */
export function ApprovalsCount() {
  const { data } = useQuery({ ...attentionQueries.now(), retryOnMount: false });
  return <WaitingCount count={data?.approvalsForReader ?? 0} />;
}
