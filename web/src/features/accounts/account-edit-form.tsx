import { updateAccountBody, type Account } from '@sente/contract/accounts';
import { useWatch } from 'react-hook-form';
import * as z from 'zod/mini';
import { paths } from '../../lib/paths.ts';
import { FormCard, useContractForm } from '../../ui/contract-form.tsx';
import { SelectField } from '../../ui/select.tsx';
import { Switch } from '../../ui/switch.tsx';
import { AccountNameField, saveFailureText, updateFailure } from './account-fields.tsx';
import { typeNameOf } from './account-type.tsx';

const schema = z.pick(updateAccountBody, { accountName: true, isActive: true });
export type EditedAccount = z.output<typeof schema>;

interface AccountEditFormProps {
  account: Account;
  onSubmit: (values: EditedAccount) => Promise<void>;
}

export function AccountEditForm({ account, onSubmit }: AccountEditFormProps) {
  const { accountName, isActive } = account;
  const fields = useContractForm<EditedAccount, EditedAccount>({
    schema,
    mode: 'onTouched',
    values: { accountName, isActive },
    submit: onSubmit,
    failed: (error) => saveFailureText(error, updateFailure),
  });
  const { form, field, hasErrors } = fields;
  const typed = useWatch({ control: form.control, name: 'accountName' });
  return (
    <FormCard
      label="Account"
      form={fields}
      submitLabel="Save Account"
      disabled={hasErrors}
      cancelTo={paths.companyAccount(account.companyId, account.id)}
    >
      <div className="flex flex-col gap-5">
        <AccountNameField {...field('accountName')} text={typed} />
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
      </div>
    </FormCard>
  );
}
