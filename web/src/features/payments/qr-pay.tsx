import type { Account } from '@sente/contract/accounts';
import { formatUgx } from '@sente/contract/money';
import { paymentAmount } from '@sente/contract/payments';
import { type PaymentLink, paymentLinks } from '@sente/contract/payment-links';
import { useQuery } from '@tanstack/react-query';
import { Printer, QrCode as QrIcon } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import * as z from 'zod/mini';
import { call } from '../../api/call.ts';
import { useChange } from '../../api/change.ts';
import { key, keys } from '../../api/keys.ts';
import { queryState } from '../../api/query-state.ts';
import { readList } from '../../api/read.ts';
import { paths } from '../../lib/paths.ts';
import { amountToCheck } from '../../lib/typed-amount.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { ChangeButton } from '../../ui/change-button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { MoneyField } from '../../ui/money-field.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { PayCode } from '../../ui/pay-code.tsx';
import { SelectField } from '../../ui/select.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ExpectedWait } from '../status/status-parts.tsx';
import { likelyAccount, rememberAccount, useActiveAccounts } from './active-accounts.tsx';

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
      description="Whoever scans it with the camera of a phone pays on a page of your company, by mobile money."
      footer={<Button onClick={onClose}>Close</Button>}
    >
      {accounts ? <QrPay accounts={accounts} /> : instead}
    </Dialog>
  );
}

/** The code of the account that was chosen last comes at once; an amount is proposed to the payer. */
function QrPay({ accounts }: { accounts: readonly Account[] }) {
  const [accountId, setAccountId] = useState(
    (likelyAccount('qr-pay', accounts) ?? accounts[0])?.id ?? '',
  );
  const [typed, setTyped] = useState('');
  const select = useRef<HTMLSelectElement>(null);
  // The accounts may load after the dialog, which then had no field to focus.
  useEffect(() => select.current?.focus(), []);
  const account = accounts.find(({ id }) => id === accountId);
  const { amount, error } = amountIn(typed);
  return (
    <div className="flex flex-col gap-5">
      <div className="grid gap-4">
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
          onChange={(event) => {
            setAccountId(event.target.value);
            rememberAccount('qr-pay', event.target.value);
          }}
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
        <Code account={account} amount={amount} />
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

interface CodeProps {
  account: Account;
  amount: number | null;
}

/** The code of an account, or how to make it: what anybody can pay with is not made by looking. */
function Code({ account, amount }: CodeProps) {
  const { id: standingOf } = account;
  const query = useQuery({
    queryKey: key('payment-links', 'standing', standingOf),
    queryFn: async ({ signal }) => {
      const { data } = await call(paymentLinks.list, {
        query: { standingOf },
        signal,
        read: readList('Failed to load payment links'),
      });
      return data[0] ?? null;
    },
  });
  const { data: link, failure } = queryState(query);
  if (failure) return <ErrorPanel title="The code could not be read" failure={failure} />;
  if (link === undefined) return <Skeleton className="mx-auto aspect-square w-full max-w-60" />;
  if (link === null) return <FirstCode accountId={standingOf} />;
  return (
    <>
      <StandingCode {...{ account, amount, link }} />
      <ExpectedWait className="text-center" />
    </>
  );
}

/** The first code of an account makes its payment link, which stays. */
function FirstCode({ accountId }: { accountId: string }) {
  const make = useChange({
    send: () => call(paymentLinks.standing, { body: { accountId } }),
    invalidates: [keys.paymentLinks],
    after: ['success', 'unanswered'],
  });
  return (
    <div className="flex flex-col items-center gap-4 rounded-lg border border-dashed px-6 py-8 text-center">
      <QrIcon aria-hidden="true" className="size-8 text-muted" />
      <p className="max-w-80 text-muted">
        This account has no code yet. It is a payment link: anybody can pay with it until you end
        it.
      </p>
      <ChangeButton
        variant="primary"
        icon={<QrIcon />}
        change={make}
        input={undefined}
        failed="The code could not be made"
      >
        Make the code
      </ChangeButton>
    </div>
  );
}

function StandingCode({ account, amount, link }: CodeProps & { link: PaymentLink }) {
  const { accountName, accountNumber } = account;
  const asked = amount === null ? 'Any amount' : formatUgx(amount);
  return (
    <PayCode
      url={amount === null ? link.url : `${link.url}?amount=${amount}`}
      label={`QR code to pay ${amount === null ? 'any amount' : asked} into ${accountName}, ${accountNumber}`}
      title={link.companyName}
      lines={[accountName, asked]}
      fileName={`sente-${accountNumber}.png`}
      actions={
        <ButtonLink icon={<Printer />} to={paths.client.paymentLinkPoster(link.id)}>
          Print poster
        </ButtonLink>
      }
    >
      <figcaption className="mt-3 min-w-0">
        <p className="line-clamp-2 font-medium wrap-anywhere">{accountName}</p>
        <p className="tabular mt-0.5 flex items-center justify-center gap-1 text-muted">
          {accountNumber}
          <CopyButton value={accountNumber} label="Account number" />
        </p>
        <p className="tabular mt-0.5 font-medium">{asked}</p>
        <p className="mt-1 flex items-center justify-center gap-1 text-13 text-muted">
          Payment link
          <CopyButton value={link.url} label="Payment link" />
        </p>
      </figcaption>
    </PayCode>
  );
}
