import type { Account } from '@sente/contract/accounts';
import { formatUgx } from '@sente/contract/money';
import { transactions } from '@sente/contract/transactions';
import { transferNoteMaxLength } from '@sente/contract/transfers';
import { useQueryClient } from '@tanstack/react-query';
import { ArrowUpDown } from 'lucide-react';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { useWatch } from 'react-hook-form';
import { ApiError, isUnanswered, namesField } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { movesMoney, useChange } from '../../api/change.ts';
import { errorText } from '../../api/error-text.ts';
import { keys } from '../../api/keys.ts';
import { readOne } from '../../api/read.ts';
import { newId } from '../../lib/new-id.ts';
import { readAmount } from '../../lib/typed-amount.ts';
import { Button } from '../../ui/button.tsx';
import { useContractForm } from '../../ui/contract-form.tsx';
import { TextAreaField } from '../../ui/field.tsx';
import { DialogForm, type FormFrame } from '../../ui/form-dialog.tsx';
import { MoneyField } from '../../ui/money-field.tsx';
import { SelectField } from '../../ui/select.tsx';
import { notify } from '../../ui/toast.tsx';
import { availableOf } from '../accounts/held-money.tsx';
import { accountOptions } from './active-accounts.tsx';
import { Afterwards, type Doubt, DoubtBanner, Review } from './transfer-review.tsx';
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
