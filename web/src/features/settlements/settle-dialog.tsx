import { formatUgx } from '@sente/contract/money';
import { feeOf } from '@sente/contract/fees';
import { mostSettled, type SettlementBody } from '@sente/contract/settlements';
import { chargeOf } from '@sente/contract/taxes';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { useWatch } from 'react-hook-form';
import { namesField } from '../../api/api-error.ts';
import { keys } from '../../api/keys.ts';
import { queryState } from '../../api/query-state.ts';
import { sumUgx } from '../../lib/money.ts';
import { newId } from '../../lib/new-id.ts';
import { readAmount } from '../../lib/typed-amount.ts';
import { useOpenings } from '../../lib/use-openings.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { useContractForm } from '../../ui/contract-form.tsx';
import { DialogForm, FormDialog, type FormFrame } from '../../ui/form-dialog.tsx';
import { MoneyField } from '../../ui/money-field.tsx';
import { notify } from '../../ui/toast.tsx';
import { availableOf } from '../accounts/held-money.tsx';
import { taxQueries } from '../fees/tax-queries.ts';
import { likelyAccount, rememberAccount } from '../payments/active-accounts.tsx';
import { Cost, Review } from './settle-review.tsx';
import { settleResolver, tooMuch, type SettleValues } from './settle-values.ts';
import { settlementQueries, useSettle } from './settlement-queries.ts';
import {
  onlyOne,
  SettlingFields,
  useSettlingChoices,
  type SettlingChoices,
} from './settling-choices.tsx';

interface SettleDialogProps {
  companyId: string;
  /** Offers to add a bank account where there is none. */
  canAddBank: boolean;
  open: boolean;
  onClose: () => void;
}

/** Asks for one settlement, with what it costs and what arrives. */
export default function SettleDialog(props: SettleDialogProps) {
  const { companyId, canAddBank, open, onClose } = props;
  const { choices, instead } = useSettlingChoices(companyId, { isWanted: open, canAddBank });
  const { data: terms } = queryState(useQuery(settlementQueries.terms(companyId)));
  const { data: taxes } = useQuery(taxQueries.current());
  const isReady = choices && terms && taxes;
  const [isReviewing, setIsReviewing] = useState(false);
  useOpenings(open, () => setIsReviewing(false));
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title="Send to Bank"
      description={
        terms?.isBraked
          ? 'Payouts are stopped. Settlements are possible again once they go on.'
          : isReviewing
            ? undefined
            : 'From an account to a bank account of the company. The money is held at once, and the provider pays it with the next batch.'
      }
      submitLabel={isReviewing ? 'Send to Bank' : 'Review'}
      busyLabel={isReviewing ? 'Asking...' : 'Checking...'}
      // Somebody may stop payouts while it is open; the page behind it says so.
      disabled={terms?.isBraked}
      onBack={isReviewing ? () => setIsReviewing(false) : undefined}
      footer={isReady ? undefined : <Button onClick={onClose}>Close</Button>}
    >
      {/* Starts empty each time it is opened. */}
      {(frame) =>
        isReady && open ? (
          <SettleForm
            {...{ frame, companyId, choices, isReviewing, setIsReviewing, onClose }}
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
  /** What was filled in is shown once more before it is asked for. */
  isReviewing: boolean;
  setIsReviewing: (isReviewing: boolean) => void;
  onClose: () => void;
}

function SettleForm({ frame, companyId, choices, feeFor, ...props }: SettleFormProps) {
  const { isReviewing, setIsReviewing } = props;
  const { accounts, bankAccounts } = choices;
  const settle = useSettle(companyId);
  const client = useQueryClient();
  const accountOf = (wanted: string) => accounts.find(({ id }) => id === wanted);
  const availableOn = (id: string) => {
    const account = accountOf(id);
    return account && availableOf(account);
  };
  // One key per form: however often it is sent, it is one settlement.
  const [key] = useState(newId);
  const fields = useContractForm<SettleValues, SettlementBody>({
    schema: settleResolver(key, { availableOn, feeFor }),
    mode: 'onSubmit',
    values: {
      accountId: likelyAccount('settle', accounts)?.id ?? '',
      bankAccountId: onlyOne(bankAccounts),
      isAll: false,
      amount: '',
    },
    submit: async (body) => {
      if (!isReviewing) return setIsReviewing(true);
      try {
        const { data } = await settle.mutateAsync(body);
        rememberAccount('settle', body.accountId);
        notify.success(`${formatUgx(data.amount)} will be sent to ${bank?.bank ?? 'the bank'}`);
        props.onClose();
      } catch (error) {
        // At once, because a field that is wrong gets the focus.
        if (namesField(error)) flushSync(() => setIsReviewing(false));
        throw error;
      }
    },
    failed: 'The settlement could not be asked for',
    // Money may have come in since, so the retry needs the current balance.
    invalid: ({ amount }) => {
      setIsReviewing(false);
      if (amount?.type !== tooMuch) return;
      void client.invalidateQueries({ queryKey: keys.accounts.ofCompany(companyId) });
    },
    isInline: true,
  });
  const { form, field, isBusy } = fields;
  const values = useWatch({ control: form.control }) as SettleValues;
  // The choices may load after the dialog, which then had no field to focus.
  useEffect(() => {
    const { accountId, bankAccountId } = form.getValues();
    form.setFocus(
      accountId === '' ? 'accountId' : bankAccountId === '' ? 'bankAccountId' : 'amount',
    );
  }, [form]);
  const account = accountOf(values.accountId);
  const bank = bankAccounts.find(({ id }) => id === values.bankAccountId);
  const most = account ? mostSettled(availableOf(account), feeFor) : 0;
  const arrives = values.isAll ? most : readAmount(values.amount);
  const fee = arrives > 0 ? feeFor(arrives) : 0;
  const left = isReviewing && account ? sumUgx(availableOf(account), -arrives, -fee) : undefined;
  const cost = <Cost arrives={arrives} fee={fee} left={left} />;
  return (
    <DialogForm label="Settlement" frame={frame} form={fields}>
      {isReviewing ? (
        <Review account={account} bank={bank}>
          {cost}
        </Review>
      ) : null}
      {/* Hidden and not removed, so that Back finds everything as it was typed. */}
      <div hidden={isReviewing} className="flex flex-col gap-5 [[hidden]]:hidden">
        <SettlingFields
          choices={choices}
          field={field}
          accountHint={account && `${formatUgx(availableOf(account))} available`}
        />
        <Checkbox label="All that is available" disabled={isBusy} {...form.register('isAll')} />
        {values.isAll ? null : (
          <MoneyField
            label="Amount"
            required
            readOnly={isBusy}
            {...field('amount')}
            hint={
              account
                ? `What arrives at the bank. At most ${formatUgx(most)} after the fee`
                : 'What arrives at the bank'
            }
          />
        )}
        {isReviewing ? null : cost}
      </div>
    </DialogForm>
  );
}
