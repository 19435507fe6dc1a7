import type { Ref } from 'react';
import { downloadFile } from '../../lib/download-csv.ts';
import { formatBytes } from '../../lib/format-bytes.ts';
import { CsvFilePicker } from '../../ui/csv-file-picker.tsx';
import type { ChosenFile } from './use-chosen-file.ts';

interface CodeFilePickerProps {
  chosen: ChosenFile | null;
  error: string | undefined;
  disabled: boolean;
  inputRef: Ref<HTMLInputElement>;
  onChoose: (files: readonly File[]) => void;
}

export function CodeFilePicker({ chosen, ...props }: CodeFilePickerProps) {
  return (
    <div>
      <CsvFilePicker
        label="CSV File"
        hint="CSV file must have exactly 1 column with no empty values"
        chosen={chosen && { name: chosen.file.name, about: aboutOf(chosen) }}
        {...props}
      />
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

function aboutOf({ file, check, column }: ChosenFile): string {
  const size = formatBytes(file.size);
  if (check === null) return `${size}, checking...`;
  if (!check.isGood) return size;
  const codes = check.codeCount;
  const found = `${codes.toLocaleString('en-US')} ${codes === 1 ? 'code' : 'codes'} found`;
  return `${size}, ${found}${column === undefined ? '' : ` in ${column}`}`;
}

/** No header line: each line is one code. */
const sample = ['KLA-7F3Q-0001', 'KLA-7F3Q-0002', 'KLA-7F3Q-0003'];

function saveSample(): void {
  const content = sample.map((code) => `${code}\r\n`).join('');
  downloadFile('product-codes-sample.csv', new Blob([content], { type: 'text/csv' }));
}
