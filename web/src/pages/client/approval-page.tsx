import { useParams } from '../../lib/router.tsx';
import { ApprovalDetails } from '../../features/approvals/approval-details.tsx';

export default function ApprovalPage() {
  const { id = '' } = useParams();
  return <ApprovalDetails key={id} id={id} portal="client" />;
}
