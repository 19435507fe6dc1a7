import type { Account } from '@sente/contract/accounts';
import { bulkColumns, bulkHeaderFault } from '@sente/contract/bulk-header';
import {
  bulkNameMaxLength,
  newBulkBody,
  maxBulkLines,
  type BulkPayout,
} from '@sente/contract/bulk-payouts';
import { Download } from 'lucide-react';
import { useRef, useState } from 'react';
import * as z from 'zod/mini';
import { newId } from '../../lib/new-id.ts';
import { paths } from '../../lib/paths.ts';
import { downloadCsv } from '../../lib/download-csv.ts';
import { Button } from '../../ui/button.tsx';
import { FormCard, useContractForm } from '../../ui/contract-form.tsx';
import { CsvFilePicker, useNoStrayDrops } from '../../ui/csv-file-picker.tsx';
import { TextAreaField, TextField } from '../../ui/field.tsx';
import { SelectField } from '../../ui/select.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { accountOptions, likelyAccount, rememberAccount } from '../payments/active-accounts.tsx';
import { useCreateBulk } from './bulk-queries.ts';
import { linesText } from './bulk-texts.tsx';

const formBody = z.extend(newBulkBody, {
  /** No account is guessed: the message of the contract is for programs. */
  accountId: z.guid('Please select an account'),
  file: newBulkBody.shape.file.check(
    z.refine((text) => bulkHeaderFault(text) === null, {
      error: ({ input }) => bulkHeaderFault(String(input)) ?? '',
      abort: true,
    }),
  ),
});

interface BulkFormProps {
  accounts: readonly Account[];
  /** A draft that this one takes the place of. */
  replaces: string | undefined;
  onCreated: (bulk: BulkPayout) => void;
}

const ways = [
  { id: 'file', label: 'Upload a file' },
  { id: 'paste', label: 'Paste' },
] as const;
type Way = (typeof ways)[number]['id'];

const maxBytes = 3_000_000;
/** What people drop here that is no text is nearly always a workbook. */
const noCsvMessage =
  'This is not a CSV file. Save the sheet as CSV, or copy its cells and choose Paste.';

/** Where the lines come from: a file, or cells pasted from a spreadsheet. */
export function BulkForm({ accounts, replaces, onCreated }: BulkFormProps) {
  const [way, setWay] = useState<Way>('file');
  const [fileName, setFileName] = useState<string | null>(null);
  const fileInput = useRef<HTMLInputElement>(null);
  const nameOfFile = useRef('');
  const sent = useRef({ text: '', key: '' });
  const create = useCreateBulk();
  const form = useContractForm({
    schema: formBody,
    values: { accountId: likelyAccount('bulk-payout', accounts)?.id ?? '', name: '', file: '' },
    submit: async (values) => {
      const body = { ...values, ...(replaces && { replaces }) };
      const text = JSON.stringify(body);
      // The same lines again after an answer that was lost are the same bulk payout.
      if (sent.current.text !== text) sent.current = { text, key: newId() };
      const bulk = await create.mutateAsync({ ...body, idempotencyKey: sent.current.key });
      rememberAccount('bulk-payout', body.accountId);
      onCreated(bulk);
    },
    failed: 'Failed to upload the lines',
  });
  const { setValue, setError, getValues } = form.form;
  useNoStrayDrops(way === 'file');
  const file = form.form.watch('file');
  const error = form.field('file').error;

  async function choose([chosen]: readonly File[]): Promise<void> {
    if (!chosen) return;
    if (chosen.size > maxBytes) {
      setError('file', { message: 'This file is too large for a list of payouts' });
      return;
    }
    const text = await chosen.text();
    const fault = isCsv(chosen.name, text) ? bulkHeaderFault(text) : noCsvMessage;
    if (fault !== null) {
      setFileName(null);
      setValue('file', '');
      setError('file', { message: fault });
      return;
    }
    setFileName(chosen.name);
    setValue('file', text, { shouldDirty: true, shouldValidate: true });
    // A name that nobody typed follows the file.
    if (['', nameOfFile.current].includes(getValues('name'))) {
      nameOfFile.current = chosen.name.replace(/\.[^.]+$/, '').slice(0, bulkNameMaxLength);
      setValue('name', nameOfFile.current, { shouldValidate: true });
    }
  }
  function change(next: Way): void {
    setWay(next);
    setFileName(null);
    setValue('file', '');
  }

  return (
    <FormCard
      label="New bulk payout"
      form={form}
      submitLabel="Check Lines"
      busyLabel="Uploading..."
      cancelTo={paths.client.bulkPayouts()}
    >
      <div className="flex flex-col gap-5">
        <SelectField
          label="From account"
          required
          placeholder="Select an account..."
          options={accountOptions(accounts)}
          {...form.field('accountId')}
        />
        <TextField
          label="Name"
          required
          hint="Such as Salaries November; your colleagues see it when they approve"
          maxLength={bulkNameMaxLength}
          {...form.field('name')}
        />
        <Tabs label="Where the lines come from" tabs={ways} value={way} onChange={change}>
          {way === 'file' ? (
            <CsvFilePicker
              label="CSV file"
              hint={`At most ${maxBulkLines.toLocaleString('en-US')} lines. The first line names the columns: ${bulkColumns.join(', ')}. Only phone and amount are required.`}
              chosen={
                fileName === null ? null : { name: fileName, about: linesText(countLines(file)) }
              }
              error={error}
              disabled={form.isBusy}
              inputRef={fileInput}
              onChoose={(files) => void choose(files)}
            />
          ) : (
            <TextAreaField
              label="Lines"
              required
              rows={8}
              hint="Copy the cells from a spreadsheet with their header: phone and amount, and if wanted name, network and reference."
              placeholder={`phone\tamount\tname\n0772 123 456\t450000\tSarah Nakato`}
              className="tabular"
              {...form.field('file')}
            />
          )}
        </Tabs>
        <div>
          <Button icon={<Download />} onClick={downloadTemplate}>
            Download Template
          </Button>
        </div>
      </div>
    </FormCard>
  );
}

/** By its name, because some files of other kinds are text, and by its content, because some are named wrongly. */
function isCsv(fileName: string, text: string): boolean {
  const ending = /\.([^.]*)$/.exec(fileName)?.[1]?.toLowerCase() ?? 'csv';
  return ['csv', 'tsv', 'txt'].includes(ending) && !text.startsWith('%PDF') && !text.includes('\0');
}

/** Without the header. */
function countLines(text: string): number {
  return Math.max(0, text.split(/\r?\n/).filter((line) => line.trim() !== '').length - 1);
}

function downloadTemplate(): void {
  downloadCsv('bulk-payout-template.csv', bulkColumns, [
    ['0772123456', '450000', 'Sarah Nakato', 'MTN', 'Salary November'],
    ['0752123456', '380000', 'Moses Okello', 'AIRTEL', 'Salary November'],
  ]);
}
