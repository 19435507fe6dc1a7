import type { Account } from '@sente/contract/accounts';
import { formatUgx } from '@sente/contract/money';
import { transactions } from '@sente/contract/transactions';
import { transferNoteMaxLength } from '@sente/contract/transfers';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { ApiError, isUnanswered } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { movesMoney, useChange } from '../../api/change.ts';
import { errorText } from '../../api/error-text.ts';
import { keys } from '../../api/keys.ts';
import { readOne } from '../../api/read.ts';
import { sumUgx } from '../../lib/money.ts';
import { newId } from '../../lib/new-id.ts';
import { paths } from '../../lib/paths.ts';
import { readAmount } from '../../lib/typed-amount.ts';
import { Banner } from '../../ui/banner.tsx';
import { useContractForm } from '../../ui/contract-form.tsx';
import { TextAreaField } from '../../ui/field.tsx';
import { DialogForm, type FormFrame } from '../../ui/form-dialog.tsx';
import { Link } from '../../ui/link.tsx';
import { Money } from '../../ui/money.tsx';
import { MoneyField } from '../../ui/money-field.tsx';
import { SelectField } from '../../ui/select.tsx';
import { notify } from '../../ui/toast.tsx';
import { availableOf } from '../accounts/held-money.tsx';
import { accountOptions } from './active-accounts.tsx';
import {
  tooMuch,
  transferResolver,
  type TransferBody,
  type TransferValues,
} from './transfer-values.ts';

interface TransferFormProps {
  frame: FormFrame;
  companyId: string;
  /** Active and not frozen; at least two. */
  accounts: readonly Account[];
  fromAccountId: string | undefined;
  onDone: () => void;
}

/** What is unknown, or was done before, after the last attempt. */
type Doubt = 'unanswered' | 'done-before' | null;

export function TransferForm({ frame, companyId, accounts, ...props }: TransferFormProps) {
  const client = useQueryClient();
  const { mutateAsync } = useTransfer();
  // One key per form: however often it is sent, it is one transfer.
  const [key] = useState(newId);
  const [doubt, setDoubt] = useState<Doubt>(null);
  const accountOf = (id: string) => accounts.find((account) => account.id === id);
  const fields = useContractForm<TransferValues, TransferBody>({
    schema: transferResolver(key, accountOf),
    // Not on blur: an error that appears would move the button away from the pointer.
    mode: 'onSubmit',
    values: initialValues(accounts, props.fromAccountId),
    submit: async (body) => {
      setDoubt(null);
      await mutateAsync(body);
      const target = accountOf(body.toAccountId)?.accountName ?? 'the other account';
      notify.success(`${formatUgx(body.amount)} transferred to ${target}`);
      props.onDone();
    },
    failed: (error) => {
      const next = doubtOf(error);
      setDoubt(next);
      return next === 'done-before'
        ? undefined
        : errorText(error, 'The transfer could not be made');
    },
    isInline: true,
    // Money may have come in since, so the retry needs the current balance.
    invalid: ({ amount }) => {
      if (amount?.type !== tooMuch) return;
      void client.invalidateQueries({ queryKey: keys.accounts.ofCompany(companyId) });
    },
  });
  const { form, field, isBusy } = fields;
  const values = useWatch({ control: form.control }) as TransferValues;
  const [from, to] = [accountOf(values.fromAccountId), accountOf(values.toAccountId)];
  const source = field('fromAccountId', {
    onChange: ({ target }: { target: HTMLSelectElement }) => {
      const only = onlyOther(accounts, target.value);
      if (only || target.value === values.toAccountId) form.setValue('toAccountId', only);
    },
  });
  return (
    <DialogForm label="Transfer" frame={frame} form={fields}>
      <SelectField
        label="From Account"
        required
        placeholder="Select an account..."
        options={accountOptions(accounts)}
        {...source}
        hint={from && spendable(from)}
      />
      <SelectField
        label="To Account"
        required
        placeholder="Select an account..."
        options={accountOptions(accounts.filter(({ id }) => id !== values.fromAccountId))}
        {...field('toAccountId')}
        hint={to?.accountNumber}
      />
      <div>
        <MoneyField
          label="Amount"
          required
          readOnly={isBusy}
          {...field('amount')}
          hint="Whole shillings"
        />
        <Afterwards from={from} to={to} amount={readAmount(values.amount)} />
      </div>
      <TextAreaField
        label="Note"
        rows={2}
        counter
        maxLength={transferNoteMaxLength}
        readOnly={isBusy}
        {...field('note')}
        hint="Optional. Shown with the transfer on both accounts."
      />
      <DoubtBanner doubt={doubt} />
    </DialogForm>
  );
}

function useTransfer() {
  return useChange({
    send: (body: TransferBody) => call(transactions.transfer, { body, read: readOne }),
    ...movesMoney,
  });
}

function doubtOf(error: unknown): Doubt {
  if (isUnanswered(error)) return 'unanswered';
  return error instanceof ApiError && error.code === 'idempotency_key_reused'
    ? 'done-before'
    : null;
}

/** In page order, to focus the first wrong field. */
function initialValues(accounts: readonly Account[], fromAccountId = ''): TransferValues {
  const isUsable = accounts.some(({ id }) => id === fromAccountId);
  return {
    fromAccountId: isUsable ? fromAccountId : '',
    toAccountId: onlyOther(accounts, fromAccountId),
    amount: '',
    note: '',
  };
}

/** The id of the account that remains if there are two; otherwise empty. */
function onlyOther(accounts: readonly Account[], fromAccountId: string): string {
  const others = accounts.filter(({ id }) => id !== fromAccountId);
  return (others.length === 1 && others[0]?.id) || '';
}

function spendable(account: Account): string {
  return `${account.accountNumber}: ${formatUgx(availableOf(account))} can be spent`;
}

interface AfterwardsProps {
  from: Account | undefined;
  to: Account | undefined;
  amount: number;
}

/** The balances that the transfer would leave; nothing until it is complete and possible. */
function Afterwards({ from, to, amount }: AfterwardsProps) {
  const isPossible = from && to && amount > 0 && amount <= availableOf(from);
  return (
    <div role="status" aria-label="Balances afterwards">
      {isPossible ? (
        <dl className="mt-3 grid grid-cols-[1fr_auto] gap-x-4 gap-y-2 rounded-lg border bg-surface-sunken px-4 py-3">
          <BalanceAfter account={from} change={-amount} />
          <BalanceAfter account={to} change={amount} />
        </dl>
      ) : null}
    </div>
  );
}

function BalanceAfter({ account, change }: { account: Account; change: number }) {
  return (
    <>
      <dt className="min-w-0 wrap-anywhere">
        {account.accountName}
        <span className="block text-13 whitespace-nowrap text-muted">
          Now <Money amount={account.balance} />
        </span>
      </dt>
      <dd className="text-right">
        <Money amount={sumUgx(account.balance, change)} className="font-semibold" />
        <span className="block text-13 text-muted">afterwards</span>
      </dd>
    </>
  );
}

function DoubtBanner({ doubt }: { doubt: Doubt }) {
  if (doubt === null) return null;
  const list = (
    <Link
      to={paths.client.transactions()}
      data-discard=""
      className="rounded-sm text-accent-text underline"
    >
      the transactions
    </Link>
  );
  return doubt === 'done-before' ? (
    <Banner tone="warning" title="An earlier try was made after all">
      With what was typed then. Look at {list} before you transfer again.
    </Banner>
  ) : (
    <Banner tone="warning" title="The transfer may have been made">
      No answer came back that tells. Try again without changing anything: the same form makes one
      transfer, however often it is sent. Or look at {list}.
    </Banner>
  );
}
