import { useQuery } from '@tanstack/react-query';
import { WaitingCount } from '../../ui/waiting-count.tsx';
import { attentionQueries } from './attention-queries.ts';

/** How many approvals wait for the reader, in the menu. */
export function ApprovalsCount() {
  return <Counted what="approvalsForReader" />;
}

/** How many enquiries nobody has answered, in the menu. */
export function EnquiriesCount() {
  return <Counted what="newEnquiries" />;
}

/** How many cases of the reconciliation people have to settle, in the menu. */
export function CasesCount() {
  return <Counted what="openCases" />;
}

function Counted({ what }: { what: 'approvalsForReader' | 'newEnquiries' | 'openCases' }) {
  const { data } = useQuery({ ...attentionQueries.now(), retryOnMount: false });
  return <WaitingCount count={data?.[what] ?? 0} />;
}
