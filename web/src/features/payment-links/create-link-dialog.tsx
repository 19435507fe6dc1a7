import type { InternetProduct } from '@sente/contract/internet-products';
import { dayMs, startOfDay } from '@sente/contract/kampala';
import { formatUgx } from '@sente/contract/money';
import {
  linkPurposeMaxLength,
  paymentLinkBody,
  type LinkKind,
  type PaymentLink,
  type PaymentLinkBody,
} from '@sente/contract/payment-links';
import type { Account } from '@sente/contract/accounts';
import { useQuery } from '@tanstack/react-query';
import { useWatch, type FieldErrors, type Resolver } from 'react-hook-form';
import * as z from 'zod/mini';
import { amountToCheck } from '../../lib/typed-amount.ts';
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

/** The typed texts, before they are parsed. */
interface LinkValues {
  accountId: string;
  kind: LinkKind;
  amount: string;
  leastAmount: string;
  mostAmount: string;
  productId: string;
  purpose: string;
  reference: string;
  isOnce: boolean;
  /** A day in Kampala; empty: never. */
  lastDay: string;
  returnUrl: string;
}

const kindOptions = [
  { value: 'fixed', label: 'One amount' },
  { value: 'chosen', label: 'The payer chooses' },
  { value: 'product', label: 'A product with vouchers' },
] as const;

function bodyOf(values: LinkValues): Record<string, unknown> {
  const { kind, accountId, lastDay } = values;
  const typed = (text: string) => (text.trim() === '' ? null : amountToCheck(text));
  return {
    accountId,
    reference: values.reference,
    isOnce: values.isOnce,
    returnUrl: values.returnUrl.trim() || null,
    expiresAt: lastDay === '' ? null : new Date(startOfDay(lastDay) + dayMs).toISOString(),
    ...(kind === 'product' ? { productId: values.productId || null } : { purpose: values.purpose }),
    ...(kind === 'fixed' && { amount: amountToCheck(values.amount) }),
    ...(kind === 'chosen' && {
      leastAmount: typed(values.leastAmount),
      mostAmount: typed(values.mostAmount),
    }),
  };
}

/** What the contract says, at the fields of this form. */
const resolver: Resolver<LinkValues, unknown, PaymentLinkBody> = (values) => {
  const result = z.safeParse(paymentLinkBody, bodyOf(values));
  const errors: Record<string, { type: string; message: string }> = {};
  for (const { path, message } of result.error?.issues ?? []) {
    const field = path[0] === 'expiresAt' ? 'lastDay' : String(path[0]);
    errors[field] ??= { type: 'custom', message };
  }
  // The contract compares fields only once each of them is right, and people fill in all of them.
  const missing = (field: string, message: string) => {
    errors[field] = { type: 'custom', message };
  };
  if (values.accountId === '') missing('accountId', 'Please select an account');
  if (values.kind !== 'product') {
    if (values.purpose.trim() === '') missing('purpose', 'Purpose is required');
  } else if (values.productId === '') {
    missing('productId', 'Please select a product');
    delete errors['purpose'];
  }
  return result.success && Object.keys(errors).length === 0
    ? { values: result.data, errors: {} }
    : { values: {}, errors: errors as FieldErrors<LinkValues> };
};

interface CreateFormProps {
  frame: FormFrame;
  accounts: readonly Account[];
  products: readonly InternetProduct[];
  onCreated: (link: PaymentLink) => void;
}

function CreateForm({ frame, accounts, products, onCreated }: CreateFormProps) {
  const create = useCreateLink();
  const fields = useContractForm<LinkValues, PaymentLinkBody>({
    schema: resolver,
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
          label="For"
          required
          maxLength={linkPurposeMaxLength}
          readOnly={isBusy}
          {...field('purpose')}
          hint="The payer reads it on the page, and on the phone with MTN"
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
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          label="Your Reference"
          maxLength={100}
          readOnly={isBusy}
          {...field('reference')}
          hint="Optional, such as an order number"
        />
        <TextField
          label="Last Day"
          type="date"
          readOnly={isBusy}
          {...field('lastDay')}
          hint="Optional: payable until the end of this day in Kampala"
        />
      </div>
      <TextField
        label="Return Page"
        inputMode="url"
        readOnly={isBusy}
        {...field('returnUrl')}
        hint="Optional: the page of your shop to which payers go back, beginning with https://"
      />
      <Checkbox
        label="For one payment only"
        description="When it is paid, nobody can pay it again."
        disabled={isBusy}
        {...form.register('isOnce')}
      />
    </DialogForm>
  );
}
