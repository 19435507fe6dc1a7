import { useQuery } from '@tanstack/react-query';
import { SearchX } from 'lucide-react';
import { useState } from 'react';
import { queryState } from '../../api/query-state.ts';
import { RecordNotLoaded } from '../../ui/record-not-loaded.tsx';
import { Sheet } from '../../ui/dialog.tsx';
import { Skeleton, SkeletonRows } from '../../ui/skeleton.tsx';
import { apiTransactionQueries } from './api-transaction-queries.ts';
import { PaymentTraceView } from './payment-trace-view.tsx';

interface PaymentTraceSheetProps {
  open: boolean;
  companyId: string;
  recordId: string | null;
  onClose: () => void;
}

/** The trace of one mobile-money request, over the page or over another panel. */
export default function PaymentTraceSheet(props: PaymentTraceSheetProps) {
  const { open, companyId, recordId, onClose } = props;
  const [shown, setShown] = useState({ companyId, recordId });
  // The content stays while the panel slides away.
  if (recordId !== null && (recordId !== shown.recordId || companyId !== shown.companyId)) {
    setShown({ companyId, recordId });
  }
  return (
    <Sheet open={open} onClose={onClose} title="Payment trace" size="lg">
      {shown.recordId === null ? null : (
        <Content companyId={shown.companyId} recordId={shown.recordId} />
      )}
    </Sheet>
  );
}

function Content({ companyId, recordId }: { companyId: string; recordId: string }) {
  const query = useQuery(apiTransactionQueries.trace(companyId, recordId));
  const { data, failure, isLoading } = queryState(query);
  return (
    <>
      {failure ? (
        <RecordNotLoaded
          {...failure}
          icon={<SearchX />}
          missing={{
            title: 'API transaction not found',
            hint: 'There is no API transaction with this ID.',
          }}
          failedTitle="Failed to load the payment trace"
          className="mb-4"
        />
      ) : null}
      {isLoading ? <TraceSkeleton /> : null}
      {data ? <PaymentTraceView companyId={companyId} trace={data} /> : null}
    </>
  );
}

/** In the shape of the content: the amount and its status, then the rest. */
function TraceSkeleton() {
  return (
    <>
      <div className="mb-7 flex items-center justify-between gap-4">
        <Skeleton className="h-8 w-48" />
        <Skeleton className="h-5.5 w-20" />
      </div>
      <SkeletonRows count={7} label="Loading payment trace" />
    </>
  );
}
