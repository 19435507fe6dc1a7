import { formatUgx } from '@sente/contract/money';
import { feeOf } from '@sente/contract/fees';
import { mostSettled, settlementBody, type SettlementBody } from '@sente/contract/settlements';
import { chargeOf } from '@sente/contract/taxes';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useWatch, type FieldErrors, type Resolver } from 'react-hook-form';
import * as z from 'zod/mini';
import { queryState } from '../../api/query-state.ts';
import { newId } from '../../lib/new-id.ts';
import { amountToCheck, readAmount } from '../../lib/typed-amount.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { useContractForm } from '../../ui/contract-form.tsx';
import { DialogForm, FormDialog, type FormFrame } from '../../ui/form-dialog.tsx';
import { MoneyField } from '../../ui/money-field.tsx';
import { Money } from '../../ui/money.tsx';
import { notify } from '../../ui/toast.tsx';
import { availableOf } from '../accounts/held-money.tsx';
import { taxQueries } from '../fees/tax-queries.ts';
import { settlementQueries, useSettle } from './settlement-queries.ts';
import {
  onlyOne,
  SettlingFields,
  useSettlingChoices,
  type SettlingChoices,
} from './settling-choices.tsx';

interface SettleDialogProps {
  companyId: string;
  open: boolean;
  onClose: () => void;
}

/** Asks for one settlement, with what it costs and what arrives. */
export default function SettleDialog({ companyId, open, onClose }: SettleDialogProps) {
  const { choices, instead } = useSettlingChoices(companyId, open);
  const { data: terms } = queryState(useQuery(settlementQueries.terms(companyId)));
  const { data: taxes } = useQuery(taxQueries.current());
  const isReady = choices && terms && taxes;
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title="Send to Bank"
      description="From an account to a bank account of the company. The money is held at once, and the provider pays it with the next batch."
      submitLabel="Send to Bank"
      busyLabel="Asking..."
      footer={isReady ? undefined : <Button onClick={onClose}>Close</Button>}
    >
      {/* Starts empty each time it is opened. */}
      {(frame) =>
        isReady && open ? (
          <SettleForm
            {...{ frame, companyId, choices, onClose }}
            feeFor={(amount) =>
              chargeOf(feeOf(terms.rule, amount), amount, 'settlement', taxes).fee
            }
          />
        ) : (
          instead
        )
      }
    </FormDialog>
  );
}

interface SettleFormProps {
  frame: FormFrame;
  companyId: string;
  choices: SettlingChoices;
  /** With the taxes on top of it. */
  feeFor: (amount: number) => number;
  onClose: () => void;
}

/** The typed texts, before they are parsed. */
interface SettleValues {
  accountId: string;
  bankAccountId: string;
  isAll: boolean;
  amount: string;
}

function resolver(key: string): Resolver<SettleValues, unknown, SettlementBody> {
  return ({ accountId, bankAccountId, isAll, amount }) => {
    const typed = isAll ? null : amountToCheck(amount);
    const body = { accountId, bankAccountId, amount: typed, idempotencyKey: key };
    const result = z.safeParse(settlementBody, body);
    if (result.success) return { values: result.data, errors: {} };
    const errors: Record<string, { type: string; message: string }> = {};
    for (const { path, message } of result.error.issues) {
      errors[String(path[0])] ??= { type: 'custom', message };
    }
    for (const [name, value] of Object.entries({ accountId, bankAccountId })) {
      if (value === '') errors[name] = { type: 'custom', message: 'Please select an account' };
    }
    return { values: {}, errors: errors as FieldErrors<SettleValues> };
  };
}

function SettleForm({ frame, companyId, choices, feeFor, onClose }: SettleFormProps) {
  const { accounts, bankAccounts } = choices;
  const settle = useSettle(companyId);
  // One key per form: however often it is sent, it is one settlement.
  const [key] = useState(newId);
  const fields = useContractForm<SettleValues, SettlementBody>({
    schema: resolver(key),
    mode: 'onSubmit',
    values: {
      accountId: onlyOne(accounts),
      bankAccountId: onlyOne(bankAccounts),
      isAll: false,
      amount: '',
    },
    submit: async (body) => {
      const { data } = await settle.mutateAsync(body);
      notify.success(`${formatUgx(data.amount)} will be settled`);
      onClose();
    },
    failed: 'The settlement could not be asked for',
    isInline: true,
  });
  const { form, field, isBusy } = fields;
  const values = useWatch({ control: form.control }) as SettleValues;
  const account = accounts.find(({ id }) => id === values.accountId);
  const most = account ? mostSettled(availableOf(account), feeFor) : 0;
  const arrives = values.isAll ? most : readAmount(values.amount);
  return (
    <DialogForm label="Settlement" frame={frame} form={fields}>
      <SettlingFields choices={choices} field={field} />
      <Checkbox label="All that is available" disabled={isBusy} {...form.register('isAll')} />
      {values.isAll ? null : (
        <MoneyField
          label="Amount"
          required
          readOnly={isBusy}
          {...field('amount')}
          hint={account ? `What arrives. At most ${formatUgx(most)}` : 'What arrives'}
        />
      )}
      <Cost arrives={arrives} fee={arrives > 0 ? feeFor(arrives) : 0} />
    </DialogForm>
  );
}

/** Nothing until an amount is there. */
function Cost({ arrives, fee }: { arrives: number; fee: number }) {
  const rows = [
    ['Arrives at the bank', arrives],
    ['Fee', fee],
    ['Leaves the account', arrives + fee],
  ] as const;
  return (
    <div role="status" aria-label="What it costs">
      {arrives > 0 ? (
        <dl className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-1.5 rounded-lg border bg-surface-sunken px-4 py-3">
          {rows.map(([label, amount]) => (
            <div key={label} className="contents">
              <dt>{label}</dt>
              <dd className="text-right">
                <Money amount={amount} className="font-medium" />
              </dd>
            </div>
          ))}
        </dl>
      ) : null}
    </div>
  );
}
