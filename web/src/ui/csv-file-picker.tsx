import { FileSpreadsheet, Upload } from 'lucide-react';
import { type Ref, type ReactNode, useEffect, useId } from 'react';
import { cn } from '../lib/cn.ts';
import { Field } from './field.tsx';
import { useFileDrop } from './use-file-drop.ts';

interface CsvFilePickerProps {
  label: string;
  hint: string;
  /** The chosen file with what is known of it; null for none. */
  chosen: { readonly name: string; readonly about: ReactNode } | null;
  error: string | undefined;
  disabled: boolean;
  inputRef: Ref<HTMLInputElement>;
  onChoose: (files: readonly File[]) => void;
}

/** To press, or to drop a file on. */
export function CsvFilePicker(props: CsvFilePickerProps) {
  const { label, hint, chosen, error, disabled, inputRef, onChoose } = props;
  const hintId = useId();
  const drop = useFileDrop(disabled, onChoose);
  return (
    <div>
      <Field label={label} required error={error}>
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
        {hint}
      </p>
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

function Chosen({ name, about }: NonNullable<CsvFilePickerProps['chosen']>) {
  return (
    <>
      <FileSpreadsheet aria-hidden="true" className="size-5 shrink-0 text-muted" />
      <span className="min-w-0 flex-1">
        <span className="block font-medium wrap-anywhere">{name}</span>
        <span className="tabular block text-13 text-muted">{about}</span>
      </span>
      <span className="shrink-0 text-13 font-medium text-accent-text">Replace</span>
    </>
  );
}

/** A file dropped elsewhere would be opened by the browser in place of the page. */
export function useNoStrayDrops(isActive: boolean): void {
  useEffect(() => {
    if (!isActive) return;
    const prevent = (event: Event): void => event.preventDefault();
    window.addEventListener('dragover', prevent);
    window.addEventListener('drop', prevent);
    return () => {
      window.removeEventListener('dragover', prevent);
      window.removeEventListener('drop', prevent);
    };
  }, [isActive]);
}
