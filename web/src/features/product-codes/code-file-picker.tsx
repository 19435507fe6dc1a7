import { FileSpreadsheet, Upload } from 'lucide-react';
import { type Ref, useId } from 'react';
import { cn } from '../../lib/cn.ts';
import { downloadFile } from '../../lib/download-csv.ts';
import { Field } from '../../ui/field.tsx';
import { useFileDrop } from '../../ui/use-file-drop.ts';
import { formatBytes } from './code-file-check.ts';
import type { ChosenFile } from './use-chosen-file.ts';

interface CodeFilePickerProps {
  chosen: ChosenFile | null;
  error: string | undefined;
  disabled: boolean;
  inputRef: Ref<HTMLInputElement>;
  onChoose: (files: readonly File[]) => void;
}

/** To press, or to drop a file on. */
export function CodeFilePicker({
  chosen,
  error,
  disabled,
  inputRef,
  onChoose,
}: CodeFilePickerProps) {
  const hintId = useId();
  const drop = useFileDrop(disabled, onChoose);
  return (
    <div>
      <Field label="CSV File" required error={error}>
        {({ 'aria-describedby': message, ...control }) => (
          <div className="relative" {...drop.handlers}>
            <input
              {...control}
              ref={inputRef}
              type="file"
              accept=".csv,text/csv"
              disabled={disabled}
              aria-describedby={[message, hintId].filter(Boolean).join(' ')}
              // Lets the same file be chosen again after it was corrected.
              onClick={(event) => {
                event.currentTarget.value = '';
              }}
              onChange={(event) => onChoose([...(event.target.files ?? [])])}
              className="peer sr-only"
            />
            <label
              htmlFor={control.id}
              className={cn(
                'flex min-h-20 cursor-pointer items-center gap-3 rounded-lg border border-dashed border-line-strong px-4 py-3',
                'transition-colors duration-100 hover:bg-surface-hover',
                'peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-focus',
                'peer-disabled:cursor-not-allowed peer-disabled:opacity-55 peer-aria-invalid:border-danger',
                drop.isOver && 'border-accent bg-accent-soft',
              )}
            >
              {chosen ? <Chosen {...chosen} /> : <NoFile />}
            </label>
          </div>
        )}
      </Field>
      <p id={hintId} className="mt-1.5 text-13 text-muted">
        CSV file must have exactly 1 column with no empty values
      </p>
      <button
        type="button"
        onClick={saveSample}
        className="mt-1 rounded-sm py-0.5 text-13 font-medium text-accent-text hover:underline"
      >
        Download a sample file
      </button>
    </div>
  );
}

function NoFile() {
  return (
    <>
      <Upload aria-hidden="true" className="size-5 shrink-0 text-muted" />
      <span>
        <span className="font-medium text-accent-text">Choose a file</span> or drop it here
      </span>
    </>
  );
}

function Chosen({ file, check }: ChosenFile) {
  const codes = check?.isGood ? check.codeCount : null;
  return (
    <>
      <FileSpreadsheet aria-hidden="true" className="size-5 shrink-0 text-muted" />
      <span className="min-w-0 flex-1">
        <span className="block font-medium wrap-anywhere">{file.name}</span>
        <span className="tabular block text-13 text-muted">
          {formatBytes(file.size)}
          {check === null ? ', checking...' : null}
          {codes === null
            ? null
            : `, ${codes.toLocaleString('en-US')} ${codes === 1 ? 'code' : 'codes'} found`}
        </span>
      </span>
      <span className="shrink-0 text-13 font-medium text-accent-text">Replace</span>
    </>
  );
}

/** No header line: each line is one code. */
const sample = ['KLA-7F3Q-0001', 'KLA-7F3Q-0002', 'KLA-7F3Q-0003'];

function saveSample(): void {
  const content = sample.map((code) => `${code}\r\n`).join('');
  downloadFile('product-codes-sample.csv', new Blob([content], { type: 'text/csv' }));
}
