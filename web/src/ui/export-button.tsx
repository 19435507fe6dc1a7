import { Download } from 'lucide-react';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { errorSentences } from '../api/error-text.ts';
import {
  exportCsv,
  type ExportedFile,
  type ExportedList,
  type ExportProgress,
} from '../api/export-csv.ts';
import { downloadFile } from '../lib/download-csv.ts';
import { Button } from './button.tsx';
import { notify } from './toast.tsx';

export interface ExportButtonProps<Row> {
  /** The noun of the rows: "transactions". */
  noun: string;
  /** Called on press, with the current filters. */
  list: () => ExportedList<Row>;
  /** There is nothing to export. */
  disabled: boolean;
}

/** Saves all rows of a list, not only the visible page. */
export function ExportButton<Row>({ noun, list, disabled }: ExportButtonProps<Row>) {
  const { progress, start, cancel } = useCsvExport();
  const box = useFocusOnChange(progress !== null);

  async function run(): Promise<void> {
    try {
      const file = await start(list());
      if (file) notify.success(savedText(file, noun));
    } catch (error) {
      const reason = errorSentences(error, 'The server gave no reason').replace(/\.$/, '');
      notify.error(`Failed to export ${noun}. ${reason}. Nothing was saved, try again.`);
    }
  }

  return (
    <div ref={box} className="flex min-w-0">
      {progress ? (
        <Progress progress={progress} noun={noun} onCancel={cancel} />
      ) : (
        <Button fullWidth icon={<Download />} disabled={disabled} onClick={() => void run()}>
          Export CSV
        </Button>
      )}
    </div>
  );
}

interface ProgressProps {
  progress: ExportProgress;
  noun: string;
  onCancel: () => void;
}

function Progress({ progress: { rows, total }, noun, onCancel }: ProgressProps) {
  const isKnown = total !== null && total > 0;
  const text = `Exporting ${count(rows)}${isKnown ? ` of ${count(total)}` : ''}`;
  return (
    <div className="flex h-9 min-w-0 items-center gap-3 rounded-lg border bg-surface pr-0.5 pl-3.5">
      <div className="min-w-0">
        <p className="tabular truncate text-13">{text}</p>
        <div
          role="progressbar"
          aria-label={`Exporting ${noun}`}
          aria-valuetext={text}
          {...(isKnown
            ? { 'aria-valuemin': 0, 'aria-valuemax': total, 'aria-valuenow': Math.min(rows, total) }
            : {})}
          className="mt-0.5 h-1 overflow-hidden rounded-full bg-line"
        >
          <div
            className={
              isKnown
                ? 'h-full bg-accent transition-[width] duration-200'
                : 'h-full w-full animate-shimmer bg-accent'
            }
            style={isKnown ? { width: `${Math.min(100, (rows / total) * 100)}%` } : undefined}
          />
        </div>
      </div>
      <Button size="sm" variant="ghost" onClick={onCancel}>
        Cancel
      </Button>
    </div>
  );
}

function savedText({ rows, total, isCut }: ExportedFile, noun: string): string {
  if (!isCut) return `Exported ${count(rows)} ${rows === 1 ? noun.replace(/s$/, '') : noun}`;
  const all = total !== null && total > rows ? ` of ${count(total)}` : '';
  return `Exported the newest ${count(rows)}${all} ${noun}, the most that one file may have. Narrow the list for the others.`;
}

function count(rows: number): string {
  return rows.toLocaleString('en-US');
}

/** The pressed button is replaced by another one, which takes over its focus. */
function useFocusOnChange(isRunning: boolean) {
  const box = useRef<HTMLDivElement>(null);
  const before = useRef(isRunning);
  useLayoutEffect(() => {
    if (before.current === isRunning) return;
    before.current = isRunning;
    if (document.activeElement !== document.body) return;
    box.current?.querySelector('button')?.focus();
  }, [isRunning]);
  return box;
}

interface CsvExport {
  /** Null: no export is running. */
  readonly progress: ExportProgress | null;
  /** Resolves to the saved rows; null if an export is already running or was cancelled. */
  readonly start: <Row>(list: ExportedList<Row>) => Promise<ExportedFile | null>;
  readonly cancel: () => void;
}

/** One at a time; it is cancelled when its page is left. */
function useCsvExport(): CsvExport {
  const [progress, setProgress] = useState<ExportProgress | null>(null);
  const running = useRef<AbortController>(null);
  useEffect(() => () => running.current?.abort(), []);

  async function start<Row>(list: ExportedList<Row>): Promise<ExportedFile | null> {
    if (running.current) return null;
    const controller = new AbortController();
    running.current = controller;
    setProgress({ rows: 0, total: null });
    try {
      const file = await exportCsv(list, controller.signal, (next) => {
        if (!controller.signal.aborted) setProgress(next);
      });
      // The last page may arrive just as it is cancelled.
      if (controller.signal.aborted) return null;
      downloadFile(list.fileName, file.content);
      return file;
    } catch (error) {
      if (controller.signal.aborted) return null;
      throw error;
    } finally {
      if (running.current === controller) {
        running.current = null;
        setProgress(null);
      }
    }
  }

  function cancel(): void {
    running.current?.abort();
    running.current = null;
    setProgress(null);
  }

  return { progress, start, cancel };
}
