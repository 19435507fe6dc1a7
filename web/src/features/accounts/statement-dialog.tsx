import type { Account } from '@sente/contract/accounts';
import { Download, Printer } from 'lucide-react';
import { type FormEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { csvFile, downloadFile } from '../../lib/download-csv.ts';
import { getMode } from '../../lib/mode.ts';
import { kampalaDay } from '../../lib/kampala.ts';
import { formatAmount } from '../../lib/money.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { SelectField } from '../../ui/select.tsx';
import { notify } from '../../ui/toast.tsx';
import { PrintedStatement, statementDay, type StatementOnPaper } from './printed-statement.tsx';
import {
  daysOf,
  readStatement,
  type StatementDays,
  type StatementFile,
  statementFiles,
  statementRanges,
  useStatementFetch,
  wrongDays,
} from './statement.ts';

interface StatementDialogProps {
  account: Account;
  open: boolean;
  onClose: () => void;
}

const formId = 'statement-form';

/** About forty pages. */
const maxPrintedLines = 2_000;

/** The transactions of some days, with the balances at both ends, as a spreadsheet or in print. */
export function StatementDialog({ account, open, onClose }: StatementDialogProps) {
  const [days, setDays] = useState<StatementDays>(() => daysOf('Last 30 days'));
  const [file, setFile] = useState<StatementFile>(getMode() === 'live' ? 'pdf' : 'csv');
  /** Of days with more movements than a signed file has; empty until the server asks for it. */
  const [part, setPart] = useState('');
  const [isTried, setIsTried] = useState(false);
  const [paper, setPaper] = useState<StatementOnPaper | null>(null);
  const [tooLong, setTooLong] = useState<string | null>(null);
  const statement = useStatementFetch(account.id);
  const startBox = useRef<HTMLInputElement>(null);
  const endBox = useRef<HTMLInputElement>(null);
  const wrong: Readonly<Record<string, string | undefined>> = {
    ...statement.wrongFields,
    ...(isTried ? wrongDays(days) : {}),
  };

  function choose(change: Partial<StatementDays>): void {
    setDays({ ...days, ...change });
    choosePart('');
    setTooLong(null);
  }

  function choosePart(chosen: string): void {
    setPart(chosen);
    statement.reset();
  }

  function close(): void {
    choosePart('');
    setIsTried(false);
    setTooLong(null);
    onClose();
  }

  /** Null if the days are invalid or the statement failed. */
  async function fetchStatement(chosen: StatementFile): Promise<Blob | null> {
    if (statement.isBusy) return null;
    setIsTried(true);
    setTooLong(null);
    const found = wrongDays(days);
    if (found.startDate) startBox.current?.focus();
    else if (found.endDate) endBox.current?.focus();
    else
      return (await statement.start(days, chosen, chosen === 'csv' ? '' : part))?.content ?? null;
    return null;
  }

  async function save(event: FormEvent): Promise<void> {
    event.preventDefault();
    const content = await fetchStatement(file);
    if (!content) return;
    const { startDate, endDate } = days;
    const { prefix, ending } = statementFiles[file];
    downloadFile(
      `${prefix}-${account.accountNumber}-${startDate}-${endDate}${part && `-part-${part}`}.${ending}`,
      // A signed file is saved as it is, to the byte.
      file === 'csv' ? csvFile(content) : content,
    );
    notify.success(part === '' ? 'Statement downloaded' : `Part ${part} downloaded`);
    // The next one is probably wanted too.
    if (part === '') close();
    else setPart(String(Number(part) + 1));
  }

  async function print(): Promise<void> {
    const lines = readStatement((await (await fetchStatement('csv'))?.text()) ?? '');
    if (lines.length > maxPrintedLines) {
      setTooLong(
        `${formatAmount(lines.length)} lines are too many for paper. Choose fewer days, or download it.`,
      );
    } else if (lines.length > 0) {
      // It is in the page only while printing.
      flushSync(() => setPaper({ days, lines }));
      window.print();
      setPaper(null);
    }
  }

  return (
    <Dialog
      open={open}
      onClose={close}
      size="sm"
      title="Download Statement"
      description={`Account ${account.accountNumber}: every movement and the balance after it, as a file or on paper. ${statementDay}`}
      footer={<Actions isBusy={statement.isBusy} onClose={close} onPrint={() => void print()} />}
    >
      <form id={formId} noValidate onSubmit={(event) => void save(event)}>
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
        <FileChoice
          file={file}
          isUntilToday={days.endDate === kampalaDay()}
          onChoose={(chosen) => {
            choosePart('');
            setFile(chosen);
          }}
        />
        <PartField part={part} error={wrong.part} onChange={choosePart} />
        <Progress isBusy={statement.isBusy} bytes={statement.receivedBytes} />
        {(statement.error && wrong.part === undefined) || tooLong ? (
          <Banner tone="danger" className="mt-4">
            {tooLong ?? statement.error}
          </Banner>
        ) : null}
        {paper ? <PrintedStatement account={account} {...paper} /> : null}
      </form>
    </Dialog>
  );
}

interface PartFieldProps {
  part: string;
  error: string | undefined;
  onChange: (part: string) => void;
}

/** Only where the server asked for it: few days have so many movements. */
function PartField({ part, error, onChange }: PartFieldProps) {
  if (part === '' && error === undefined) return null;
  return (
    <TextField
      label="Part"
      inputMode="numeric"
      className="mt-4"
      required
      value={part}
      onChange={(event) => onChange(event.target.value.replaceAll(/\D/g, ''))}
      error={error}
      hint="The parts follow each other: /verify checks them together."
    />
  );
}

interface ActionsProps {
  isBusy: boolean;
  onClose: () => void;
  onPrint: () => void;
}

function Actions({ isBusy, onClose, onPrint }: ActionsProps) {
  return (
    <>
      <Button onClick={onClose}>Cancel</Button>
      <Button icon={<Printer />} busy={isBusy} onClick={onPrint}>
        Print
      </Button>
      <Button
        type="submit"
        form={formId}
        variant="primary"
        icon={<Download />}
        busy={isBusy}
        busyLabel="Downloading..."
      >
        Download
      </Button>
    </>
  );
}

interface FileChoiceProps {
  file: StatementFile;
  isUntilToday: boolean;
  onChoose: (file: StatementFile) => void;
}

const notOver = ' Today is not over: what moves later is not in it, and /verify says so.';

function FileChoice({ file, isUntilToday, onChoose }: FileChoiceProps) {
  return (
    <SelectField
      label="File"
      className="mt-4"
      hint={`${statementFiles[file].hint}${file !== 'csv' && isUntilToday ? notOver : ''}`}
      options={Object.entries(statementFiles)
        // What the provider signs is real.
        .filter(([value]) => value === 'csv' || getMode() === 'live')
        .map(([value, { label }]) => ({ value, label }))}
      value={file}
      onChange={(event) => onChoose(event.target.value as StatementFile)}
    />
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

/** The size is unknown, so this shows how much has arrived. */
function Progress({ isBusy, bytes }: { isBusy: boolean; bytes: number }) {
  return (
    <p role="status" className="tabular mt-4 text-13 text-muted empty:hidden">
      {isBusy ? `Received ${Math.ceil(bytes / 1024).toLocaleString('en-US')} KB` : ''}
    </p>
  );
}
