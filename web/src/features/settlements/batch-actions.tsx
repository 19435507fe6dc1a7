import { settlementBatches, type WholeBatch } from '@sente/contract/settlement-batches';
import { useQueryClient } from '@tanstack/react-query';
import { CircleCheck, Download } from 'lucide-react';
import { useState } from 'react';
import { callFile } from '../../api/call-file.ts';
import { errorText } from '../../api/error-text.ts';
import { keys } from '../../api/keys.ts';
import { formatShortTime } from '../../lib/dates.ts';
import { downloadFile } from '../../lib/download-csv.ts';
import { useCan } from '../../session/permissions.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { ListExport } from '../../ui/list-export.tsx';
import { notify } from '../../ui/toast.tsx';
import type { ToPay } from './pay-dialog.tsx';

interface BatchActionsProps {
  batch: WholeBatch;
  onPay: (toPay: ToPay) => void;
}

/** Of the sentence on the page that says why the file cannot be fetched. */
export const heldUpId = 'batch-held-up';

/** The next step is the one that calls: first the file goes to the bank, then the bank has paid. */
export function BatchActions({ batch, onPay }: BatchActionsProps) {
  const canPay = useCan('staffMoney');
  const advice = (
    <ListExport
      noun="settlements"
      wanted={{ list: 'settlements', filters: { batchId: batch.id } }}
      count={batch.settlements.length}
      words={['the advice of this batch']}
    />
  );
  if (!canPay || batch.state !== 'approved') return advice;
  const isFetched = batch.fetchedAt !== null;
  // What somebody says was returned is looked at by itself.
  const open = batch.settlements.filter(
    ({ state, returnApprovalId }) => state === 'batched' && returnApprovalId === null,
  );
  const amount = open.reduce((sum, settlement) => sum + settlement.amount, 0);
  return (
    <>
      {advice}
      {batch.openCount > 0 ? <BankFile batch={batch} /> : null}
      {open.length > 0 ? (
        <Button
          variant={isFetched ? 'primary' : 'secondary'}
          icon={<CircleCheck />}
          aria-haspopup="dialog"
          onClick={() =>
            onPay({
              id: batch.id,
              isBatch: true,
              count: open.length,
              amount,
              isFetched,
              isStopped: batch.heldUpBy !== null,
            })
          }
        >
          All Paid
        </Button>
      ) : null}
    </>
  );
}

/** The first time it downloads at once; again it asks, because a bank that gets it twice pays twice. */
function BankFile({ batch }: { batch: WholeBatch }) {
  const client = useQueryClient();
  const [isAsking, setIsAsking] = useState(false);
  const [reason, setReason] = useState<string | null>(null);
  const isFetched = batch.fetchedAt !== null;
  const isHeldUp = batch.heldUpBy !== null;
  const close = (): void => {
    setReason(null);
    setIsAsking(false);
  };
  const fetchFile = async (): Promise<void> => {
    setReason(null);
    const failure = await download(batch.id);
    if (failure === null) close();
    else if (isAsking) setReason(failure);
    else notify.error(failure);
    // That it was fetched is noted, and who is refused sees why.
    await client.invalidateQueries({ queryKey: keys.settlements });
  };
  return (
    <>
      <Button
        icon={<Download />}
        variant={isFetched || isHeldUp ? 'secondary' : 'primary'}
        busyLabel="Downloading..."
        disabled={isHeldUp}
        aria-describedby={isHeldUp ? heldUpId : undefined}
        onClick={isFetched ? () => setIsAsking(true) : fetchFile}
      >
        File for the Bank
      </Button>
      <ConfirmDialog
        open={isAsking}
        onClose={close}
        onConfirm={fetchFile}
        title="Fetch the file again?"
        description={`${batch.fetchedBy ?? 'Somebody'} fetched it ${batch.fetchedAt ? formatShortTime(batch.fetchedAt) : 'before'}. A bank that gets it twice may pay twice.`}
        confirmLabel="Fetch Again"
        busyLabel="Fetching..."
        tone="primary"
        error={reason}
      />
    </>
  );
}

/** Returns why it failed. */
async function download(id: string): Promise<string | null> {
  try {
    const file = await callFile(settlementBatches.file, { params: { id } });
    downloadFile(file.fileName ?? 'settlements.csv', file.content);
    return null;
  } catch (error) {
    return errorText(error, 'Failed to download the file');
  }
}
