import type { Account } from '@sente/contract/accounts';
import { formatUgx } from '@sente/contract/money';
import { paymentAmount } from '@sente/contract/payments';
import { Download, QrCode as QrIcon } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import * as z from 'zod/mini';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { TextField } from '../../ui/field.tsx';
import { SelectField } from '../../ui/select.tsx';
import { notify } from '../../ui/toast.tsx';
import { payText, type PayRequest } from './pay-text.ts';
import { QrCode } from './qr-code.tsx';
import { downloadQrCode } from './qr-image.ts';
import { amountToCheck } from './typed-amount.ts';

/** Choose an account, and the code is there; an amount makes it ask for just that. */
export default function QrPay({ accounts }: { accounts: readonly Account[] }) {
  const [accountId, setAccountId] = useState(accounts.length === 1 ? (accounts[0]?.id ?? '') : '');
  const [typed, setTyped] = useState('');
  const select = useRef<HTMLSelectElement>(null);
  // It comes after the dialog, which then had no field to focus.
  useEffect(() => select.current?.focus(), []);
  const account = accounts.find(({ id }) => id === accountId);
  const { amount, error } = amountIn(typed);
  return (
    <div className="flex flex-col gap-5">
      <div className="grid gap-5 sm:grid-cols-2">
        <SelectField
          ref={select}
          label="Account"
          required
          placeholder="Select an account..."
          options={accounts.map(({ id, accountName, accountNumber }) => ({
            value: id,
            label: `${accountName} · ${accountNumber}`,
          }))}
          value={accountId}
          onChange={(event) => setAccountId(event.target.value)}
        />
        <TextField
          label="Amount"
          prefix="UGX"
          inputMode="numeric"
          autoComplete="off"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          error={error}
          hint={amount === null ? 'Optional: the payer chooses' : formatUgx(amount)}
        />
      </div>
      {account && !error ? (
        <Code request={{ ...account, amount }} />
      ) : (
        <div className="mx-auto grid aspect-square w-full max-w-60 place-items-center rounded-lg border border-dashed p-6 text-center text-muted">
          <span className="flex flex-col items-center gap-2">
            <QrIcon aria-hidden="true" className="size-8" />
            {account ? 'Correct the amount to see the code' : 'Select an account to see its code'}
          </span>
        </div>
      )}
    </div>
  );
}

function amountIn(typed: string): { amount: number | null; error: string | undefined } {
  if (typed.trim() === '') return { amount: null, error: undefined };
  const result = z.safeParse(paymentAmount, amountToCheck(typed));
  return result.success
    ? { amount: result.data, error: undefined }
    : { amount: null, error: result.error.issues[0]?.message };
}

function Code({ request }: { request: PayRequest }) {
  const { accountName, accountNumber, amount } = request;
  const text = payText(request);
  const asked = amount === null ? 'Any amount' : formatUgx(amount);

  async function save(): Promise<void> {
    try {
      await downloadQrCode(text, `sente-${accountNumber}.png`, [
        accountName,
        `${accountNumber} · ${asked}`,
      ]);
    } catch {
      notify.error('Failed to save the QR code');
    }
  }
  return (
    <figure className="flex flex-col items-center text-center">
      <QrCode
        text={text}
        label={`QR code to pay ${amount === null ? 'any amount' : asked} into ${accountName}, ${accountNumber}`}
        className="w-full max-w-60"
      />
      <figcaption className="mt-3 min-w-0">
        <p className="line-clamp-2 font-medium wrap-anywhere">{accountName}</p>
        <p className="tabular mt-0.5 flex items-center justify-center gap-1 text-muted">
          {accountNumber}
          <CopyButton value={accountNumber} label="Account number" />
        </p>
        <p className="tabular mt-0.5 font-medium">{asked}</p>
      </figcaption>
      <Button className="mt-4" icon={<Download />} onClick={save}>
        Download PNG
      </Button>
    </figure>
  );
}
