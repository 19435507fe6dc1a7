import type { InternetProduct } from '@sente/contract/internet-products';
import { formatUgx } from '@sente/contract/money';
import {
  linkPurposeMaxLength,
  type PaymentLink,
  type PaymentLinkBody,
} from '@sente/contract/payment-links';
import type { Account } from '@sente/contract/accounts';
import { useQuery } from '@tanstack/react-query';
import { ChevronRight } from 'lucide-react';
import { useState, type ComponentProps } from 'react';
import { flushSync } from 'react-dom';
import { useWatch } from 'react-hook-form';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { useContractForm } from '../../ui/contract-form.tsx';
import { TextField } from '../../ui/field.tsx';
import { DialogForm, FormDialog, type FormFrame } from '../../ui/form-dialog.tsx';
import { MoneyField } from '../../ui/money-field.tsx';
import { SelectField } from '../../ui/select.tsx';
import { notify } from '../../ui/toast.tsx';
import { internetProductQueries } from '../internet-products/internet-product-queries.ts';
import { likelyAccount, rememberAccount, useActiveAccounts } from '../payments/active-accounts.tsx';
import { useSeesProducts } from '../payments/sell-voucher.tsx';
import { linkResolver, type LinkValues } from './link-values.ts';
import { useCreateLink } from './payment-link-queries.ts';

interface CreateLinkDialogProps {
  companyId: string;
  open: boolean;
  onClose: () => void;
  onCreated: (link: PaymentLink) => void;
}

export default function CreateLinkDialog(props: CreateLinkDialogProps) {
  const { companyId, open, onClose, onCreated } = props;
  const { accounts, instead } = useActiveAccounts(companyId, open);
  const seesProducts = useSeesProducts();
  const { data } = useQuery({
    ...internetProductQueries.active(companyId),
    enabled: open && seesProducts,
  });
  // Mobile money has no cents.
  const products = data?.filter(({ amount }) => Number.isInteger(amount)) ?? [];
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title="Create Payment Link"
      description="An address to send or print. Whoever opens it pays by mobile money, without an account here."
      submitLabel="Create Link"
      busyLabel="Creating..."
      footer={accounts ? undefined : <Button onClick={onClose}>Close</Button>}
    >
      {/* Starts empty each time it is opened. */}
      {(frame) =>
        accounts && open ? <CreateForm {...{ frame, accounts, products, onCreated }} /> : instead
      }
    </FormDialog>
  );
}

const kindOptions = [
  { value: 'fixed', label: 'A fixed amount' },
  { value: 'chosen', label: 'The payer chooses' },
  { value: 'product', label: 'A product with vouchers' },
] as const;

interface CreateFormProps {
  frame: FormFrame;
  accounts: readonly Account[];
  products: readonly InternetProduct[];
  onCreated: (link: PaymentLink) => void;
}

function CreateForm({ frame, accounts, products, onCreated }: CreateFormProps) {
  const create = useCreateLink();
  const [isMoreOpen, setIsMoreOpen] = useState(false);
  const fields = useContractForm<LinkValues, PaymentLinkBody>({
    schema: linkResolver,
    mode: 'onSubmit',
    values: {
      kind: 'fixed',
      productId: '',
      amount: '',
      leastAmount: '',
      mostAmount: '',
      purpose: '',
      accountId: likelyAccount('payment-link', accounts)?.id ?? '',
      reference: '',
      lastDay: '',
      returnUrl: '',
      isOnce: false,
    },
    submit: async (body) => {
      const { data } = await create.mutateAsync(body);
      rememberAccount('payment-link', body.accountId);
      notify.success('Payment link created');
      onCreated(data);
    },
    failed: 'The payment link could not be created',
    // What is wrong in there must be seen, and gets the focus.
    invalid: ({ reference, lastDay, returnUrl }) => {
      if (reference ?? lastDay ?? returnUrl) flushSync(() => setIsMoreOpen(true));
    },
    fieldOf: (name) => (name === 'expiresAt' ? 'lastDay' : (name as keyof LinkValues)),
    isInline: true,
  });
  const { form, field, isBusy } = fields;
  const { kind } = useWatch({ control: form.control }) as LinkValues;
  return (
    <DialogForm label="New payment link" frame={frame} form={fields}>
      <SelectField
        label="How Much"
        required
        options={kindOptions.filter(({ value }) => value !== 'product' || products.length > 0)}
        {...field('kind')}
      />
      {kind === 'product' ? (
        <SelectField
          label="Product"
          required
          placeholder="Select a product..."
          options={products.map(({ recordId, productName, amount, stock }) => ({
            value: recordId,
            label: `${productName} · ${formatUgx(amount)} · ${stock.toLocaleString('en-US')} left`,
          }))}
          {...field('productId')}
          hint="At its price when somebody pays. The page says when it is sold out."
        />
      ) : (
        <TextField
          label="Purpose"
          required
          maxLength={linkPurposeMaxLength}
          readOnly={isBusy}
          data-begin=""
          {...field('purpose')}
          hint="What is paid for. The payer reads it on the page, and on the phone with MTN"
        />
      )}
      {kind === 'fixed' ? (
        <MoneyField label="Amount" required readOnly={isBusy} {...field('amount')} />
      ) : null}
      {kind === 'chosen' ? (
        <div className="grid gap-5 sm:grid-cols-2">
          <MoneyField label="Least" readOnly={isBusy} {...field('leastAmount')} hint="Optional" />
          <MoneyField label="Most" readOnly={isBusy} {...field('mostAmount')} hint="Optional" />
        </div>
      ) : null}
      <SelectField
        label="Into Account"
        required
        placeholder="Select an account..."
        options={accounts.map(({ id, accountName, accountNumber }) => ({
          value: id,
          label: `${accountName} · ${accountNumber}`,
        }))}
        {...field('accountId')}
      />
      <Checkbox
        label="For one payment only"
        description="When it is paid, nobody can pay it again."
        disabled={isBusy}
        {...form.register('isOnce')}
      />
      <MoreFields
        isOpen={isMoreOpen}
        onToggle={setIsMoreOpen}
        field={(name) => ({ readOnly: isBusy, ...field(name) })}
      />
    </DialogForm>
  );
}

interface MoreFieldsProps {
  isOpen: boolean;
  onToggle: (isOpen: boolean) => void;
  field: (
    name: 'reference' | 'lastDay' | 'returnUrl',
  ) => Omit<ComponentProps<typeof TextField>, 'label'>;
}

/** What most links do without. */
function MoreFields({ isOpen, onToggle, field }: MoreFieldsProps) {
  return (
    <details
      className="group"
      open={isOpen}
      onToggle={({ currentTarget }) => onToggle(currentTarget.open)}
    >
      <summary className="flex w-fit cursor-pointer items-center gap-1 rounded-sm font-medium text-accent-text">
        <ChevronRight aria-hidden="true" className="size-4 group-open:rotate-90" />
        More: reference, last day, return page
      </summary>
      <div className="mt-4 grid gap-5 sm:grid-cols-2">
        <TextField
          label="Your Reference"
          maxLength={100}
          {...field('reference')}
          hint="Such as an order number"
        />
        <TextField
          label="Last Day"
          type="date"
          {...field('lastDay')}
          hint="Payable until the end of this day in Kampala"
        />
        <TextField
          label="Return Page"
          className="sm:col-span-2"
          inputMode="url"
          {...field('returnUrl')}
          hint="The page of your shop to which payers go back, beginning with https://"
        />
      </div>
    </details>
  );
}
