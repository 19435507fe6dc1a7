import { exportLifeHours, type ExportFormat, type FileExport } from '@sente/contract/file-exports';
import { useQuery } from '@tanstack/react-query';
import { Download, Trash2 } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { errorSentences, errorText } from '../api/error-text.ts';
import {
  exportsQuery,
  isUnderWay,
  useRemoveExport,
  useSaveExport,
  useStartExport,
  type WantedExport,
} from '../api/file-exports.ts';
import { Button } from './button.tsx';
import { DateText } from './date-display.tsx';
import { DialogError } from './dialog-parts.tsx';
import { Dialog } from './dialog.tsx';
import { IconButton } from './icon-button.tsx';
import { notify } from './toast.tsx';

export interface ExportDialogProps {
  /** Such as "transactions". */
  noun: string;
  wanted: WantedExport;
  /** How many rows pass the filters; undefined while that is not known, or if there are too many. */
  count: number | undefined;
  /** The filters in words. */
  words: readonly string[];
  open: boolean;
  onClose: () => void;
}

const formats: readonly { format: ExportFormat; label: string }[] = [
  { format: 'csv', label: 'Export as CSV' },
  { format: 'xlsx', label: 'Export as Excel' },
];

/** Says what will be exported, starts it, and shows how far it is. */
export default function ExportDialog(props: ExportDialogProps) {
  const { open, onClose, noun, wanted, count, words } = props;
  const start = useStartExport(wanted);
  const [startedId, setStartedId] = useState<string | null>(null);
  const rows =
    count === undefined
      ? `All ${noun} that pass the filters`
      : `${number(count)} ${count === 1 ? noun.replace(/s$/, '') : noun}`;

  async function begin(format: ExportFormat): Promise<void> {
    const begun = await start.mutateAsync(format).catch(() => null);
    if (begun) setStartedId(begun.id);
  }

  return (
    <Dialog
      open={open}
      onClose={() => {
        start.reset();
        onClose();
      }}
      title={`Export ${noun}`}
      description={`${rows}${words.length > 0 ? `: ${words.join(', ')}` : ''}.`}
      footer={formats.map(({ format, label }) => (
        <Button
          key={format}
          variant={format === 'xlsx' ? 'primary' : 'secondary'}
          busy={start.isPending && start.variables === format}
          busyLabel="Starting..."
          disabled={start.isPending || count === 0}
          onClick={() => void begin(format)}
        >
          {label}
        </Button>
      ))}
    >
      <OwnExports startedId={startedId} />
      <DialogError>
        {start.isError ? errorSentences(start.error, `Failed to export ${noun}`) : null}
      </DialogError>
    </Dialog>
  );
}

/** Those of the last day, with the one that was just started first. It is saved as soon as it is done. */
function OwnExports({ startedId }: { startedId: string | null }) {
  const { data = [], isError } = useQuery(exportsQuery());
  const save = useSaveExport();
  const done = data.find(({ id, state }) => id === startedId && state === 'done');
  const saveFile = (file: FileExport) =>
    save.mutate(file, {
      onSuccess: () => notify.success(savedText(file)),
      onError: (error) => notify.error(errorText(error, 'Failed to download the file')),
    });
  const savedId = useRef<string | null>(null);
  const saveOnce = useEffectEvent((file: FileExport) => {
    if (savedId.current === file.id) return;
    savedId.current = file.id;
    saveFile(file);
  });
  useEffect(() => {
    if (done) saveOnce(done);
  }, [done]);

  if (isError && data.length === 0)
    return <p className="text-muted">Exports could not be loaded.</p>;
  if (data.length === 0) {
    return (
      <p className="text-13 text-muted">
        Large files take a while. You can go on working: the file stays here for {exportLifeHours}{' '}
        hours, for you alone.
      </p>
    );
  }
  return (
    <ul aria-label="Your exports" className="flex flex-col divide-y">
      {data.map((file) => (
        <OwnExport key={file.id} file={file} onSave={() => saveFile(file)} />
      ))}
    </ul>
  );
}

function OwnExport({ file, onSave }: { file: FileExport; onSave: () => void }) {
  const remove = useRemoveExport();
  const { fileName, state, createdAt } = file;
  return (
    <li className="flex items-center justify-between gap-3 py-2">
      <div className="min-w-0 flex-1">
        <p className="font-medium wrap-anywhere">{fileName}</p>
        {isUnderWay(file) ? (
          <Progress file={file} />
        ) : (
          <p className="tabular text-13 text-muted">
            {state === 'failed' ? 'It could not be written. Try again.' : doneText(file)}{' '}
            <DateText value={createdAt} format="shortTime" />
          </p>
        )}
      </div>
      <span className="flex shrink-0 gap-1">
        {state === 'done' ? (
          <IconButton label={`Download ${fileName}`} icon={<Download />} onClick={onSave} />
        ) : null}
        {isUnderWay(file) ? (
          <Button
            size="sm"
            variant="ghost"
            busy={remove.isPending}
            onClick={() => remove.mutate(file.id)}
          >
            Cancel
          </Button>
        ) : (
          <IconButton
            label={`Delete ${fileName}`}
            icon={<Trash2 />}
            onClick={() => remove.mutate(file.id)}
          />
        )}
      </span>
    </li>
  );
}

function Progress({ file: { rowCount, totalCount } }: { file: FileExport }) {
  const isKnown = totalCount !== null && totalCount > 0;
  const text = `Writing ${number(rowCount)}${isKnown ? ` of ${number(totalCount)}` : ''} rows`;
  return (
    <>
      <p className="tabular text-13 text-muted">{text}</p>
      <div
        role="progressbar"
        aria-label="Export"
        aria-valuetext={text}
        {...(isKnown
          ? {
              'aria-valuemin': 0,
              'aria-valuemax': totalCount,
              'aria-valuenow': Math.min(rowCount, totalCount),
            }
          : {})}
        className="mt-1 h-1 overflow-hidden rounded-full bg-line"
      >
        <div
          className={
            isKnown
              ? 'h-full bg-accent transition-[width] duration-200'
              : 'h-full w-full animate-shimmer bg-accent'
          }
          style={
            isKnown ? { width: `${Math.min(100, (rowCount / totalCount) * 100)}%` } : undefined
          }
        />
      </div>
    </>
  );
}

function doneText({ rowCount, isCut, sizeBytes }: FileExport): string {
  const rows = `${isCut ? 'the newest ' : ''}${number(rowCount)} ${rowCount === 1 ? 'row' : 'rows'}`;
  const kilobytes = Math.max(1, Math.round(sizeBytes / 1_000));
  const size = kilobytes < 1_000 ? `${kilobytes} kB` : `${(kilobytes / 1_000).toFixed(1)} MB`;
  return `${rows.charAt(0).toUpperCase()}${rows.slice(1)}, ${size},`;
}

function savedText({ rowCount, isCut }: FileExport): string {
  if (!isCut) return `Exported ${number(rowCount)} ${rowCount === 1 ? 'row' : 'rows'}`;
  return `Exported the newest ${number(rowCount)} rows, the most that one file may have. Narrow the list for the others.`;
}

function number(value: number): string {
  return value.toLocaleString('en-US');
}
