import { useQuery } from '@tanstack/react-query';
import { WaitingCount } from '../../ui/waiting-count.tsx';
import { summaryQuery } from './summary-query.ts';

/** How many requests of the company wait for the reader, in the menu. */
export function OwnApprovalsCount() {
  const { data } = useQuery(summaryQuery());
  return <WaitingCount count={data?.approvalsForReader ?? 0} />;
}
