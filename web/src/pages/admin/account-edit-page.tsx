import { updateAccountBody, type Account } from '@sente/contract/accounts';
import { useQuery } from '@tanstack/react-query';
import { useWatch } from 'react-hook-form';
import { useNavigate, useParams } from '../../lib/router.tsx';
import * as z from 'zod/mini';
import {
  AccountNameField,
  saveFailureText,
  updateFailure,
} from '../../features/accounts/account-fields.tsx';
import { AccountNotLoaded } from '../../features/accounts/account-not-loaded.tsx';
import { accountQueries, useUpdateAccount } from '../../features/accounts/account-queries.ts';
import { typeNameOf } from '../../features/accounts/account-type.tsx';
import { paths } from '../../lib/paths.ts';
import { FormCard, useContractForm } from '../../ui/contract-form.tsx';
import { EditPage } from '../../ui/edit-page.tsx';
import { SelectField } from '../../ui/select.tsx';
import { FormSkeleton } from '../../ui/skeleton.tsx';
import { Switch } from '../../ui/switch.tsx';
import { notify } from '../../ui/toast.tsx';

export default function AccountEditPage() {
  const { companyId = '', accountId = '' } = useParams();
  return (
    <EditPage
      query={useQuery(accountQueries.toEdit(companyId, accountId))}
      title="Edit Account"
      titleOf={({ accountName }) => `Edit ${accountName}`}
      heading={({ accountName, accountNumber }) => ({
        title: 'Edit Account',
        subtitle: `${accountName} · ${accountNumber}`,
      })}
      toRecord={{ to: paths.companyAccount(companyId, accountId), label: 'Back to Account' }}
      toList={{ to: paths.companyAccounts(companyId), label: 'Back to Accounts' }}
      skeleton={<FormSkeleton count={3} label="Loading account" />}
      notLoaded={(failure) => <AccountNotLoaded {...failure} companyId={companyId} />}
      form={(account) => <EditForm key={account.id} account={account} />}
    />
  );
}

const schema = z.pick(updateAccountBody, { accountName: true, isActive: true });

function EditForm({ account }: { account: Account }) {
  const { id, companyId, accountName, accountType, isActive, updatedAt } = account;
  const navigate = useNavigate();
  const update = useUpdateAccount(account);
  const fields = useContractForm<z.output<typeof schema>, z.output<typeof schema>>({
    schema,
    mode: 'onTouched',
    values: { accountName, isActive },
    labels: { accountName: 'Account Name', isActive: 'Active' },
    submit: async (values) => {
      // The edited version: the server refuses it if the record has changed since.
      await update.mutateAsync({ ...values, accountType, updatedAt });
      notify.success('Account updated successfully!');
      navigate(paths.companyAccount(companyId, id));
    },
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
      cancelTo={paths.companyAccount(companyId, id)}
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
