import { useState } from 'react';
import { useWatch, type UseFormReturn } from 'react-hook-form';
import { TextAreaField, TextField } from '../../ui/field.tsx';
import { SelectField } from '../../ui/select.tsx';
import { availableOf } from '../accounts/held-money.tsx';
import { accountOptions } from './active-accounts.tsx';
import { NetworkField } from './network-field.tsx';
import { guessNetwork } from './network-guess.ts';
import { requestWords } from './quick-action.ts';
import { costHint, spendableText } from './request-cost.ts';
import { RequestTrouble } from './request-trouble.tsx';
import { maxNoteLength, type RequestBody, type RequestValues } from './request-values.ts';
import { useRequestForm, type RequestFormOptions } from './use-request-form.ts';

interface RequestFormProps extends RequestFormOptions {
  formId: string;
  isBusy: boolean;
}

export function RequestForm({ formId, isBusy, ...options }: RequestFormProps) {
  const { kind, accounts, typedBefore } = options;
  const words = requestWords[kind];
  const { form, rule, trouble, submit } = useRequestForm(options);
  const { errors } = form.formState;
  const values = useWatch({ control: form.control }) as RequestValues;
  const account = accounts.find(({ id }) => id === values.accountId);
  const available = account && availableOf(account);
  const circumstances = { kind, rule, available };
  // In the order of the page: the first wrong one of them gets the focus.
  const accountInput = form.register('accountId');
  const amountInput = form.register('amount');
  const { phoneInput, networkInput } = useNumberAndNetwork(form, Boolean(typedBefore));
  const noteInput = form.register('note');
  return (
    <form
      id={formId}
      noValidate
      onSubmit={submit}
      className="flex flex-col gap-5"
      aria-label={words.title}
    >
      <SelectField
        label={words.accountLabel}
        required
        placeholder="Select an account..."
        options={accountOptions(accounts)}
        {...accountInput}
        error={errors.accountId?.message}
        // The entries of a select are cut off on a phone; here it stands in full.
        hint={
          available === undefined
            ? undefined
            : `${account?.accountNumber}: ${spendableText(circumstances, available)}`
        }
      />
      <TextField
        label="Amount"
        required
        prefix="UGX"
        inputMode="numeric"
        autoComplete="off"
        readOnly={isBusy}
        {...amountInput}
        error={errors.amount?.message}
        hint={costHint(values.amount, circumstances)}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          label={words.phoneLabel}
          required
          type="tel"
          autoComplete={kind === 'withdraw' ? 'tel' : 'off'}
          readOnly={isBusy}
          {...phoneInput}
          error={errors.phoneNumber?.message}
          hint="+256 772 123456"
        />
        <NetworkField {...networkInput} chosen={values.network} error={errors.network?.message} />
      </div>
      {kind === 'add-money' ? null : (
        <TextAreaField
          label="Note"
          rows={2}
          counter
          maxLength={maxNoteLength}
          readOnly={isBusy}
          {...noteInput}
          error={errors.note?.message}
          hint="Optional. Shown with the transaction."
        />
      )}
      <RequestTrouble trouble={trouble} />
    </form>
  );
}

/** The number brings its network along, until somebody has chosen one. */
function useNumberAndNetwork(
  form: UseFormReturn<RequestValues, unknown, RequestBody>,
  wasChosen: boolean,
) {
  const [isChosen, setIsChosen] = useState(wasChosen);
  const phoneInput = form.register('phoneNumber', {
    onChange: ({ target }: { target: HTMLInputElement }) => {
      if (isChosen) return;
      // What was guessed of another number is not known of this one.
      form.setValue('network', guessNetwork(target.value) ?? '', {
        shouldValidate: form.formState.isSubmitted,
      });
    },
  });
  const networkInput = form.register('network', {
    onChange: ({ target }: { target: HTMLSelectElement }) => setIsChosen(target.value !== ''),
  });
  return { phoneInput, networkInput };
}
