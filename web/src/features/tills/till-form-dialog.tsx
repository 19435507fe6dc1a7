import type { Account } from '@sente/contract/accounts';
import type { InternetProduct } from '@sente/contract/internet-products';
import { formatUgx } from '@sente/contract/money';
import { tillBody, type TillDetails } from '@sente/contract/tills';
import { useQuery } from '@tanstack/react-query';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { useContractForm } from '../../ui/contract-form.tsx';
import { TextField } from '../../ui/field.tsx';
import { DialogForm, FormDialog, type FormFrame } from '../../ui/form-dialog.tsx';
import { SelectField } from '../../ui/select.tsx';
import { notify } from '../../ui/toast.tsx';
import { internetProductQueries } from '../internet-products/internet-product-queries.ts';
import { useActiveAccounts } from '../payments/active-accounts.tsx';
import { useSeesProducts } from '../payments/sell-voucher.tsx';
import { useCreateTill, useUpdateTill } from './till-queries.ts';

interface TillFormDialogProps {
  companyId: string;
  /** Undefined: a new one. */
  till?: TillDetails | undefined;
  open: boolean;
  onClose: () => void;
  onSaved: (till: TillDetails) => void;
}

export default function TillFormDialog(props: TillFormDialogProps) {
  const { companyId, till, open, onClose, onSaved } = props;
  const { accounts, instead } = useActiveAccounts(companyId, open);
  const seesProducts = useSeesProducts();
  const { data } = useQuery({
    ...internetProductQueries.active(companyId),
    enabled: open && seesProducts,
  });
  // Mobile money has no cents.
  const products = data?.filter(({ amount }) => Number.isInteger(amount)) ?? [];
  const isReady = accounts && (!seesProducts || data);
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={till ? 'Edit Till' : 'Create Till'}
      description="A place at which cashiers take payments on a shared phone or tablet."
      submitLabel={till ? 'Save Till' : 'Create Till'}
      busyLabel={till ? 'Saving...' : 'Creating...'}
      footer={accounts ? undefined : <Button onClick={onClose}>Close</Button>}
    >
      {(frame) =>
        isReady && open ? <TillForm {...{ frame, accounts, products, till, onSaved }} /> : instead
      }
    </FormDialog>
  );
}

interface TillFormProps {
  frame: FormFrame;
  accounts: readonly Account[];
  products: readonly InternetProduct[];
  till: TillDetails | undefined;
  onSaved: (till: TillDetails) => void;
}

function TillForm({ frame, accounts, products, till, onSaved }: TillFormProps) {
  const create = useCreateTill();
  const update = useUpdateTill(till?.id ?? '');
  const sold = till?.products.map(({ id }) => id) ?? [];
  const fields = useContractForm({
    schema: tillBody,
    mode: 'onSubmit',
    values: {
      name: till?.name ?? '',
      accountId: till?.accountId ?? (accounts.length === 1 ? (accounts[0]?.id ?? '') : ''),
      productIds: sold,
    },
    labels: till && {
      name: 'Name',
      productIds: { label: 'What it sells', text: namesOf(products) },
    },
    submit: async ({ name, accountId, productIds }) => {
      const { data } = till
        ? await update.mutateAsync({
            name,
            productIds,
            basedOn: { name: till.name, productIds: sold },
          })
        : await create.mutateAsync({ name, accountId, productIds });
      notify.success(till ? 'Till saved' : 'Till created');
      onSaved(data);
    },
    failed: 'The till could not be saved',
    isInline: true,
  });
  const { form, field, isBusy } = fields;
  const accountError = field('accountId').error && 'Please select an account';
  return (
    <DialogForm label="Till" frame={frame} form={fields}>
      <TextField
        label="Name"
        required
        maxLength={60}
        readOnly={isBusy}
        {...field('name')}
        hint="Such as Front desk; cashiers and vouchers show it"
      />
      {till ? null : (
        <SelectField
          label="Into Account"
          required
          placeholder="Select an account..."
          options={accounts.map(({ id, accountName, accountNumber }) => ({
            value: id,
            label: `${accountName} · ${accountNumber}`,
          }))}
          {...field('accountId')}
          error={accountError}
          hint="Cashiers see what is paid into it during their shift, and never its balance"
        />
      )}
      {products.length > 0 ? (
        <fieldset className="grid gap-2.5">
          <legend className="mb-1.5 text-13 font-medium">Products That It Sells</legend>
          {products.map(({ recordId, productName, amount }) => (
            <Checkbox
              key={recordId}
              label={`${productName} · ${formatUgx(amount)}`}
              value={recordId}
              disabled={isBusy}
              {...form.register('productIds')}
            />
          ))}
        </fieldset>
      ) : null}
    </DialogForm>
  );
}

/** Of the chosen ones, by their ids. */
function namesOf(products: readonly InternetProduct[]): (ids: unknown) => string {
  return (ids) => {
    const chosen = products.filter(({ recordId }) => Array.isArray(ids) && ids.includes(recordId));
    return chosen.map(({ productName }) => productName).join(', ') || 'no product';
  };
}
