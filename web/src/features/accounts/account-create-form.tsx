import { zodResolver } from '@hookform/resolvers/zod';
import { maxInitialDeposit } from '@sente/contract/accounts';
import { useRef, useState } from 'react';
import { useForm, useWatch, type Resolver } from 'react-hook-form';
import { isUnanswered } from '../../api/api-error.ts';
import { pointAtFields } from '../../api/point-at-fields.ts';
import { formatAmount } from '../../lib/money.ts';
import { useMergedRef } from '../../lib/merged-ref.ts';
import { paths } from '../../lib/paths.ts';
import { useUnsavedWarning } from '../../lib/unsaved-warning.ts';
import { TextField } from '../../ui/field.tsx';
import { SelectField } from '../../ui/select.tsx';
import { notify } from '../../ui/toast.tsx';
import { createFailure, saveFailureText } from './account-failure.ts';
import { AccountNameField, FormCard, MayBeOpen } from './account-form-parts.tsx';
import {
  createFormSchema,
  emptyForm,
  typeOptions,
  type CreateFormInput,
  type CreateFormValues,
} from './account-form-values.ts';

interface AccountCreateFormProps {
  companyId: string;
  onSubmit: (values: CreateFormValues) => Promise<void>;
}

const checkValues = zodResolver(createFormSchema);

export function AccountCreateForm({ companyId, onSubmit }: AccountCreateFormProps) {
  const deposit = useRef<HTMLInputElement>(null);
  const [mayBeOpen, setMayBeOpen] = useState(false);
  // A number input hands out an empty text for what is no number; only it knows the difference.
  const resolver: Resolver<CreateFormInput, unknown, CreateFormValues> = (values, ...rest) =>
    checkValues(
      deposit.current?.validity?.badInput ? { ...values, initialDeposit: 'no number' } : values,
      ...rest,
    );
  const form = useForm<CreateFormInput, unknown, CreateFormValues>({
    resolver,
    // From the first time a field is left: an error must go with the key that mends it, because
    // the button is off as long as one shows.
    mode: 'onTouched',
    defaultValues: emptyForm,
  });
  const { errors, isSubmitting, isDirty } = form.formState;
  useUnsavedWarning(isDirty);
  const typed = useWatch({ control: form.control });
  // In the order of the page: the first wrong one of them gets the focus.
  const nameInput = form.register('accountName');
  const typeInput = form.register('accountType');
  const depositInput = form.register('initialDeposit');

  const submit = form.handleSubmit(async (values) => {
    setMayBeOpen(false);
    try {
      await onSubmit(values);
    } catch (error) {
      notify.error(saveFailureText(error, createFailure));
      pointAtFields(form, error, ['accountName', 'accountType', 'initialDeposit']);
      setMayBeOpen(isUnanswered(error));
    }
  });

  return (
    <FormCard
      label="New account"
      onSubmit={submit}
      submitLabel="Create Account"
      busyLabel="Creating..."
      busy={isSubmitting}
      disabled={Object.keys(errors).length > 0}
      cancelTo={paths.companyAccounts(companyId)}
    >
      {mayBeOpen ? <MayBeOpen listTo={paths.companyAccounts(companyId)} /> : null}
      <AccountNameField
        {...nameInput}
        text={typed.accountName ?? ''}
        error={errors.accountName?.message}
      />
      <SelectField
        label="Account Type"
        required
        placeholder="Select account type"
        options={typeOptions}
        {...typeInput}
        error={errors.accountType?.message}
      />
      <TextField
        label="Initial Deposit"
        required
        type="number"
        inputMode="decimal"
        min={0}
        max={maxInitialDeposit}
        step={0.01}
        prefix="UGX"
        {...depositInput}
        ref={useMergedRef(deposit, depositInput.ref)}
        // Signs that are no number leave the value empty, which is no change that anybody hears of.
        onInput={() => {
          if (errors.initialDeposit) void form.trigger('initialDeposit');
        }}
        // The wheel would change the amount under the pointer while the page scrolls.
        onWheel={(event) => event.currentTarget.blur()}
        error={errors.initialDeposit?.message}
        hint={depositHint(typed.initialDeposit ?? '')}
      />
    </FormCard>
  );
}

/** Many zeros are hard to count. */
function depositHint(text: string): string {
  const amount = Number(text);
  return amount > 0
    ? `UGX ${formatAmount(amount)}`
    : `0 to UGX ${formatAmount(maxInitialDeposit)}; 0 opens the account empty`;
}
