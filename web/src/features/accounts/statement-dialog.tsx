import type { Account } from '@sente/contract/accounts';
import { Download } from 'lucide-react';
import { useRef, useState, type FormEvent } from 'react';
import { kampalaDay } from '../../lib/kampala.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { notify } from '../../ui/toast.tsx';
import { daysOf, statementRanges, wrongDays, type StatementDays } from './statement-days.ts';
import { useStatementDownload } from './use-statement-download.ts';

interface StatementDialogProps {
  account: Account;
  open: boolean;
  onClose: () => void;
}

const formId = 'statement-form';

/** Saves the movements of some days, with the balances at both ends, as a spreadsheet. */
export function StatementDialog({ account, open, onClose }: StatementDialogProps) {
  const [days, setDays] = useState<StatementDays>(() => daysOf('Last 30 days'));
  const [isTried, setIsTried] = useState(false);
  const download = useStatementDownload(account);
  const startBox = useRef<HTMLInputElement>(null);
  const endBox = useRef<HTMLInputElement>(null);
  const wrong = { ...download.wrongFields, ...(isTried ? wrongDays(days) : {}) };

  function choose(change: Partial<StatementDays>): void {
    setDays({ ...days, ...change });
    download.reset();
  }

  function close(): void {
    download.reset();
    setIsTried(false);
    onClose();
  }

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (download.isBusy) return;
    setIsTried(true);
    const found = wrongDays(days);
    if (found.startDate) return startBox.current?.focus();
    if (found.endDate) return endBox.current?.focus();
    if (!(await download.start(days))) return;
    notify.success('Statement downloaded');
    close();
  }

  return (
    <Dialog
      open={open}
      onClose={close}
      size="sm"
      title="Download Statement"
      description={`Account ${account.accountNumber}: every movement and the balance after it, as CSV.`}
      footer={
        <>
          <Button onClick={close}>Cancel</Button>
          <Button
            type="submit"
            form={formId}
            variant="primary"
            icon={<Download />}
            busy={download.isBusy}
            busyLabel="Downloading..."
          >
            Download
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={(event) => void submit(event)}>
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField
            ref={startBox}
            label="From"
            type="date"
            required
            max={kampalaDay()}
            value={days.startDate}
            onChange={(event) => choose({ startDate: event.target.value })}
            error={wrong.startDate}
          />
          <TextField
            ref={endBox}
            label="To"
            type="date"
            required
            max={kampalaDay()}
            value={days.endDate}
            onChange={(event) => choose({ endDate: event.target.value })}
            error={wrong.endDate}
          />
        </div>
        <Ranges days={days} onChoose={choose} />
        <Progress isBusy={download.isBusy} bytes={download.receivedBytes} />
        {download.error ? (
          <Banner tone="danger" className="mt-4">
            {download.error}
          </Banner>
        ) : null}
      </form>
    </Dialog>
  );
}

interface RangesProps {
  days: StatementDays;
  onChoose: (days: StatementDays) => void;
}

function Ranges({ days, onChoose }: RangesProps) {
  return (
    <div role="group" aria-label="Quick ranges" className="mt-4 flex flex-wrap gap-2">
      {statementRanges.map((range) => {
        const own = daysOf(range);
        const isChosen = own.startDate === days.startDate && own.endDate === days.endDate;
        return (
          <Button
            key={range}
            size="sm"
            aria-pressed={isChosen}
            className={isChosen ? 'border-accent! bg-accent-soft! text-accent-text!' : undefined}
            onClick={() => onChoose(own)}
          >
            {range}
          </Button>
        );
      })}
    </div>
  );
}

/** How much there will be is not known beforehand, so it tells how much has come. */
function Progress({ isBusy, bytes }: { isBusy: boolean; bytes: number }) {
  return (
    <p role="status" className="tabular mt-4 text-13 text-muted empty:hidden">
      {isBusy ? `Received ${Math.ceil(bytes / 1024).toLocaleString('en-US')} KB` : ''}
    </p>
  );
}
