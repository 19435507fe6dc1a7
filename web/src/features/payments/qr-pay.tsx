import type { Account } from '@sente/contract/accounts';
import { formatUgx } from '@sente/contract/money';
import { paymentAmount } from '@sente/contract/payments';
import { Download, QrCode as QrIcon } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import * as z from 'zod/mini';
import { downloadFile } from '../../lib/download-csv.ts';
import { amountToCheck } from '../../lib/typed-amount.ts';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { MoneyField } from '../../ui/money-field.tsx';
import { QrCode, qrModules } from '../../ui/qr-code.tsx';
import { SelectField } from '../../ui/select.tsx';
import { notify } from '../../ui/toast.tsx';
import { ExpectedWait } from '../status/status-parts.tsx';
import { useActiveAccounts } from './active-accounts.tsx';

interface QrPayDialogProps {
  companyId: string;
  open: boolean;
  onClose: () => void;
}

export default function QrPayDialog({ companyId, open, onClose }: QrPayDialogProps) {
  const { accounts, instead } = useActiveAccounts(companyId, open);
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="QR Pay"
      description="Whoever scans it sees which account to pay into, and how much."
      footer={<Button onClick={onClose}>Close</Button>}
    >
      {accounts ? <QrPay accounts={accounts} /> : instead}
    </Dialog>
  );
}

/** Draws the code of the first account at once; an amount makes it request exactly that. */
function QrPay({ accounts }: { accounts: readonly Account[] }) {
  const [accountId, setAccountId] = useState(accounts[0]?.id ?? '');
  const [typed, setTyped] = useState('');
  const select = useRef<HTMLSelectElement>(null);
  // The accounts may load after the dialog, which then had no field to focus.
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
        <MoneyField
          label="Amount"
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
      <ExpectedWait className="mt-3" />
      <Button className="mt-4" icon={<Download />} onClick={save}>
        Download PNG
      </Button>
    </figure>
  );
}

/** The content of a code. */
interface PayRequest {
  readonly accountNumber: string;
  readonly accountName: string;
  /** Whole UGX; null: the payer chooses. */
  readonly amount: number | null;
}

/**
 * What the QR code says, as one line of text:
 *
 *     sente:pay?account=1000000001&amount=5000&currency=UGX&name=Main%20till
 *
 * `account` is the account number and always comes first; `amount` is left out where the payer
 * chooses; `name` is for people to check against. Values are percent-encoded as in any address, so
 * every reader shows the line as it is, and a program takes it apart with an ordinary URL parser.
 */
export function payText({ accountNumber, accountName, amount }: PayRequest): string {
  const parts = [
    ['account', accountNumber],
    ...(amount === null ? [] : [['amount', String(amount)]]),
    ['currency', 'UGX'],
    ['name', accountName],
  ];
  const query = parts.map(([name = '', value = '']) => `${name}=${encodeURIComponent(value)}`);
  return `sente:pay?${query.join('&')}`;
}

const modulePx = 16;
const captionPx = 96;
/* A saved picture has no theme. */
const light = '#ffffff';
const dark = '#000000';

/** Saves the code with its caption as a picture. */
async function downloadQrCode(
  text: string,
  fileName: string,
  caption: readonly string[],
): Promise<void> {
  const modules = qrModules(text);
  const widthPx = modules.length * modulePx;
  const canvas = document.createElement('canvas');
  canvas.width = widthPx;
  canvas.height = widthPx + captionPx;
  const pen = canvas.getContext('2d');
  if (!pen) throw new Error('This browser cannot draw');
  pen.fillStyle = light;
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.fillStyle = dark;
  modules.forEach((row, y) =>
    row.forEach((isDark, x) => {
      if (isDark) pen.fillRect(x * modulePx, y * modulePx, modulePx, modulePx);
    }),
  );
  pen.textAlign = 'center';
  caption.forEach((line, index) => {
    pen.font = `${index === 0 ? 600 : 400} 28px sans-serif`;
    pen.fillText(line, widthPx / 2, widthPx + 8 + index * 38, widthPx - 4 * modulePx);
  });
  const blob = await new Promise<Blob | null>((resolve) => {
    canvas.toBlob(resolve, 'image/png');
  });
  if (!blob) throw new Error('The picture could not be made');
  downloadFile(fileName, blob);
}
