import type { Account } from '@sente/contract/accounts';
import { formatUgx } from '@sente/contract/money';
import { transactions } from '@sente/contract/transactions';
import { transferNoteMaxLength } from '@sente/contract/transfers';
import { useQueryClient } from '@tanstack/react-query';
import { ArrowUpDown } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
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
import { Button } from '../../ui/button.tsx';
import { useContractForm } from '../../ui/contract-form.tsx';
import { DetailList } from '../../ui/detail-list.tsx';
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
  /** What was filled in is shown once more before it is booked. */
  isReviewing: boolean;
  setIsReviewing: (isReviewing: boolean) => void;
  onDone: () => void;
}

/** What is unknown, or was done before, after the last attempt. */
type Doubt = 'unanswered' | 'done-before' | null;

export function TransferForm({ frame, companyId, accounts, ...props }: TransferFormProps) {
  const { isReviewing, setIsReviewing } = props;
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
      if (!isReviewing) return setIsReviewing(true);
      try {
        await mutateAsync(body);
      } catch (error) {
        // At once, because a field that is wrong gets the focus.
        if (namesField(error)) flushSync(() => setIsReviewing(false));
        throw error;
      }
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
      setIsReviewing(false);
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
  const swap = () => {
    // The other select offers the account only once it is no longer the first.
    flushSync(() => form.setValue('fromAccountId', values.toAccountId, { shouldDirty: true }));
    form.setValue('toAccountId', values.fromAccountId, { shouldDirty: true });
  };
  const amount = readAmount(values.amount);
  return (
    <DialogForm label="Transfer" frame={frame} form={fields}>
      {isReviewing ? <Review {...{ from, to, amount }} note={values.note.trim()} /> : null}
      {/* Hidden and not removed, so that Back finds everything as it was typed. */}
      <div hidden={isReviewing} className="flex flex-col gap-5 [[hidden]]:hidden">
        <SelectField
          label="From Account"
          required
          placeholder="Select an account..."
          options={accountOptions(accounts)}
          {...source}
          hint={from && spendable(from)}
        />
        <Button
          size="sm"
          className="-my-2 self-start"
          icon={<ArrowUpDown />}
          disabled={isBusy || !to}
          onClick={swap}
        >
          Swap accounts
        </Button>
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
          <Afterwards {...{ from, to, amount }} />
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
      </div>
      <DoubtBanner doubt={doubt} />
    </DialogForm>
  );
}

interface ReviewProps extends AfterwardsProps {
  note: string;
}

/** What is about to be booked. */
function Review({ note, ...transfer }: ReviewProps) {
  const { from, to, amount } = transfer;
  const region = useRef<HTMLElement>(null);
  // The button that was pressed books from now on, so Enter must not press it again.
  useEffect(() => region.current?.focus(), []);
  return (
    <section ref={region} tabIndex={-1} aria-label="Review" className="outline-none">
      <DetailList
        columns={2}
        items={[
          { label: 'From', value: from && accountText(from) },
          { label: 'To', value: to && accountText(to) },
          { label: 'Amount', value: <Money amount={amount} className="font-semibold" /> },
          { label: 'Fee', value: 'None' },
          ...(note ? [{ label: 'Note', value: note }] : []),
        ]}
      />
      <Afterwards {...transfer} />
    </section>
  );
}

function accountText({ accountName, accountNumber }: Account) {
  return (
    <>
      {accountName}
      <span className="tabular block text-13 text-muted">{accountNumber}</span>
    </>
  );
}

function useTransfer() {
  return useChange({
    send: (body: TransferBody) => call(transactions.transfer, { body, read: readOne }),
    ...movesMoney,
  });
}

function namesField(error: unknown): boolean {
  return error instanceof ApiError && Object.keys(error.fields).length > 0;
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
