import {
  hasWallets,
  maxStatementMegabytes,
  type StatementFile,
  type StatementPlace,
  type StatementWallet,
} from '@sente/contract/network-statements';
import { Upload } from 'lucide-react';
import { type SubmitEvent, useEffect, useId, useRef, useState } from 'react';
import { errorSentences } from '../../api/error-text.ts';
import { formatBytes } from '../../lib/format-bytes.ts';
import { paths } from '../../lib/paths.ts';
import { useUnsavedWarning } from '../../lib/unsaved-warning.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { CsvFilePicker, useNoStrayDrops } from '../../ui/csv-file-picker.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Link } from '../../ui/link.tsx';
import { SubmitButton } from '../../ui/read-only.tsx';
import { SelectField } from '../../ui/select.tsx';
import { UploadProgress } from '../../ui/upload-progress.tsx';
import { useUploadStatement } from './statement-queries.ts';
import { placesShown, walletNames } from './statement-texts.tsx';

interface UploadStatementDialogProps {
  open: boolean;
  onClose: () => void;
}

const placeOptions = Object.entries(placesShown).map(([value, label]) => ({
  value,
  label,
}));

const walletOptions = Object.entries(walletNames).map(([value, label]) => ({ value, label }));

/** Several files can be sent one after the other: the result stays until the next one is chosen. */
export default function UploadStatementDialog({ open, onClose }: UploadStatementDialogProps) {
  const formId = useId();
  const [network, setNetwork] = useState<StatementPlace | ''>('');
  const [wallet, setWallet] = useState<StatementWallet | ''>('');
  const isOfWallet = network !== '' && hasWallets(network);
  const [file, setFile] = useState<File | null>(null);
  const [wasAsked, setWasAsked] = useState(false);
  const [sentFraction, setSentFraction] = useState<number | null>(null);
  const networkBox = useRef<HTMLSelectElement>(null);
  const walletBox = useRef<HTMLSelectElement>(null);
  const fileBox = useRef<HTMLInputElement>(null);
  const running = useRef<AbortController>(null);
  const upload = useUploadStatement();
  const isSending = sentFraction !== null;
  useUnsavedWarning(isSending);
  useNoStrayDrops(open);
  // Back closes it too, even while sending.
  useEffect(() => {
    if (!open) running.current?.abort();
  });

  async function send(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    setWasAsked(true);
    if (network === '') return networkBox.current?.focus();
    const chosen = isOfWallet ? wallet : 'both';
    if (chosen === '') return walletBox.current?.focus();
    if (!file || problemOf(file)) return fileBox.current?.focus();
    if (running.current) return;
    running.current = new AbortController();
    const { signal } = running.current;
    setSentFraction(0);
    // The failure is shown from the state of the upload.
    await upload
      .mutateAsync({
        network,
        wallet: chosen,
        file,
        signal,
        onProgress: setSentFraction,
      })
      .catch(() => {});
    running.current = null;
    setSentFraction(null);
  }

  const missingFile = wasAsked && !file ? 'Please choose a CSV file' : undefined;
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Upload a statement"
      description="The file as the portal of the network or the bank gives it. What is known already is not added again."
      busy={isSending}
      footer={
        <>
          <Button onClick={isSending ? () => running.current?.abort() : onClose}>
            {isSending ? 'Cancel' : 'Close'}
          </Button>
          <SubmitButton form={formId} icon={<Upload />} busy={isSending} busyLabel="Uploading...">
            Upload
          </SubmitButton>
        </>
      }
    >
      <form
        id={formId}
        noValidate
        aria-label="Statement"
        onSubmit={(event) => void send(event)}
        className="flex flex-col gap-5"
      >
        <SelectField
          ref={networkBox}
          label="Network or bank"
          required
          placeholder="Select a network or the bank"
          options={placeOptions}
          value={network}
          disabled={isSending}
          error={wasAsked && network === '' ? 'Please choose the network or the bank' : undefined}
          onChange={(event) => {
            setNetwork(event.target.value as StatementPlace | '');
            upload.reset();
          }}
        />
        {isOfWallet ? (
          <SelectField
            ref={walletBox}
            label="Wallet"
            required
            placeholder="Select the wallet"
            hint="If the file is of one wallet, nothing of the other is called missing."
            options={walletOptions}
            value={wallet}
            disabled={isSending}
            error={wasAsked && wallet === '' ? 'Please choose the wallet of the file' : undefined}
            onChange={(event) => {
              setWallet(event.target.value as StatementWallet | '');
              upload.reset();
            }}
          />
        ) : null}
        <CsvFilePicker
          label="CSV File"
          hint={`Up to ${maxStatementMegabytes} MB; larger ones go into the folder of the server.`}
          chosen={file && { name: file.name, about: formatBytes(file.size) }}
          error={(file && problemOf(file)) ?? missingFile}
          disabled={isSending}
          inputRef={fileBox}
          onChoose={([first]) => {
            if (first) setFile(first);
            upload.reset();
          }}
        />
        <div aria-live="polite" className="empty:hidden">
          {isSending ? <UploadProgress sentFraction={sentFraction} stored="lines" /> : null}
          {upload.data ? <Result file={upload.data.data} message={upload.data.message} /> : null}
          {upload.error && !isSending ? <Failed error={upload.error} /> : null}
        </div>
      </form>
    </Dialog>
  );
}

function problemOf(file: File): string | undefined {
  if (file.size === 0) return 'The file is empty';
  const isTooLarge = file.size > maxStatementMegabytes * 1024 * 1024;
  return isTooLarge ? `The file has more than ${maxStatementMegabytes} MB` : undefined;
}

function Result({ file, message }: { file: StatementFile; message: string | null }) {
  const tone = file.badLines > 0 ? 'warning' : 'success';
  return (
    <Banner tone={tone} title={message ?? 'The statement was imported'}>
      <Link to={paths.statement(file.id)} className="rounded-sm text-accent-text underline">
        {file.badLines > 0 ? 'See the bad lines' : 'See the statement'}
      </Link>
    </Banner>
  );
}

function Failed({ error }: { error: Error }) {
  if (error.name === 'AbortError') {
    return <Banner tone="info" title="Cancelled. Lines that had arrived may be stored." />;
  }
  return (
    <Banner tone="danger" title="The statement was not imported">
      {errorSentences(error, 'Please try again. No line is stored twice.')}
    </Banner>
  );
}
