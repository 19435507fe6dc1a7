import { useQuery } from '@tanstack/react-query';
import { WaitingCount } from '../../ui/waiting-count.tsx';
import { attentionQueries } from './attention-queries.ts';

/** How many approvals and payments to decide wait for the reader, in the menu. */
export function ApprovalsCount() {
  return <Counted what={['approvalsForReader', 'reviewsForReader']} />;
}

/** How many enquiries nobody has answered, in the menu. */
export function EnquiriesCount() {
  return <Counted what={['newEnquiries']} />;
}

/** How many cases of the reconciliation people have to settle, in the menu. */
export function CasesCount() {
  return <Counted what={['openCases']} />;
}

type Count = 'approvalsForReader' | 'reviewsForReader' | 'newEnquiries' | 'openCases';

function Counted({ what }: { what: readonly Count[] }) {
  const { data } = useQuery({ ...attentionQueries.now(), retryOnMount: false });
  return <WaitingCount count={what.reduce((sum, one) => sum + (data?.[one] ?? 0), 0)} />;
}
