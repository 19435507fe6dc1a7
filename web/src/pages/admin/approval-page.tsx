import { useParams } from '../../lib/router.tsx';
import { ApprovalDetails } from '../../features/approvals/approval-details.tsx';
import { late } from '../../ui/late.tsx';

/** Its code is needed for what concerns the books only. */
const BooksOfApproval = late(() => import('../../features/reconciliation/books-of-approval.tsx'));

const ReviewOfApproval = late(() => import('../../features/approvals/review-of-approval.tsx'));

const BatchOfApproval = late(() => import('../../features/settlements/batch-of-approval.tsx'));

export default function ApprovalPage() {
  const { id = '' } = useParams();
  return (
    <ApprovalDetails
      key={id}
      id={id}
      portal="admin"
      more={({ id: requestId, kind, state, caseId, day, batchId }) => {
        if (kind === 'payment-decision' && state === 'waiting') {
          return <ReviewOfApproval id={requestId} />;
        }
        if (kind === 'settlement-batch' && batchId) return <BatchOfApproval batchId={batchId} />;
        return state === 'waiting' && (caseId ?? day) ? (
          <BooksOfApproval caseId={caseId} day={day} />
        ) : null;
      }}
    />
  );
}
