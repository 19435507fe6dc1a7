import { zodResolver } from '@hookform/resolvers/zod';
import type { Account } from '@sente/contract/accounts';
import { useForm, useWatch } from 'react-hook-form';
import { pointAtFields } from '../../api/point-at-fields.ts';
import { paths } from '../../lib/paths.ts';
import { useUnsavedWarning } from '../../lib/unsaved-warning.ts';
import { SelectField } from '../../ui/select.tsx';
import { Switch } from '../../ui/switch.tsx';
import { notify } from '../../ui/toast.tsx';
import { saveFailureText, updateFailure } from './account-failure.ts';
import { AccountNameField, FormCard } from './account-form-parts.tsx';
import { editFormSchema, editValuesOf, type EditFormValues } from './account-form-values.ts';
import { typeNameOf } from './account-type.ts';

interface AccountEditFormProps {
  account: Account;
  onSubmit: (values: EditFormValues) => Promise<void>;
}

export function AccountEditForm({ account, onSubmit }: AccountEditFormProps) {
  const form = useForm<EditFormValues>({
    resolver: zodResolver(editFormSchema),
    mode: 'onTouched',
    defaultValues: editValuesOf(account),
  });
  const { errors, isSubmitting, isDirty } = form.formState;
  useUnsavedWarning(isDirty);
  const accountName = useWatch({ control: form.control, name: 'accountName' });

  const submit = form.handleSubmit(async (values) => {
    try {
      await onSubmit(values);
    } catch (error) {
      notify.error(saveFailureText(error, updateFailure));
      pointAtFields(form, error, ['accountName', 'isActive']);
    }
  });

  return (
    <FormCard
      label="Account"
      onSubmit={submit}
      submitLabel="Save Account"
      busyLabel="Saving..."
      busy={isSubmitting}
      disabled={Object.keys(errors).length > 0}
      cancelTo={paths.companyAccount(account.companyId, account.id)}
    >
      <AccountNameField
        {...form.register('accountName')}
        text={accountName}
        error={errors.accountName?.message}
      />
      <SelectField
        label="Account Type"
        disabled
        value={typeNameOf(account)}
        options={[{ value: typeNameOf(account), label: typeNameOf(account) }]}
        hint="Account type cannot be changed after creation"
      />
      <Switch
        {...form.register('isActive')}
        label="Active"
        description="No money can move on an inactive account."
      />
    </FormCard>
  );
}
