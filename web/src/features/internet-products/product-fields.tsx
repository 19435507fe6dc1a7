import {
  defaultLowStockAt,
  fewVouchers,
  internetProductBody,
  type InternetProduct,
} from '@sente/contract/internet-products';
import { positiveMoney } from '@sente/contract/money';
import { useWatch } from 'react-hook-form';
import * as z from 'zod/mini';
import { readAmount } from '../../lib/typed-amount.ts';
import { useContractForm, type ContractForm } from '../../ui/contract-form.tsx';
import { TextField } from '../../ui/field.tsx';
import { MoneyField } from '../../ui/money-field.tsx';
import { Switch } from '../../ui/switch.tsx';

/* Shared by the dialog of a new product and the page of an existing one. */

const { productCode, productName } = internetProductBody.def.shape;

export const productFormSchema = z.object({
  productCode,
  productName,
  amount: z.pipe(
    z.string().check(
      z.refine((text) => text.trim() === '' || !Number.isNaN(readAmount(text)), {
        error: 'Amount must be a number of UGX',
      }),
    ),
    z.pipe(z.transform(readAmount), positiveMoney),
  ),
  /** Empty: nobody is told. */
  lowStockAt: z.pipe(
    z.string(),
    z.pipe(
      z.transform((text: string) => (text.trim() === '' ? null : readAmount(text))),
      z.nullable(fewVouchers),
    ),
  ),
  active: z.boolean(),
});
type ProductFormInput = z.input<typeof productFormSchema>;
type ProductFormValues = z.output<typeof productFormSchema>;

function formValuesOf(product?: InternetProduct): ProductFormInput {
  return {
    productCode: product?.productCode ?? '',
    productName: product?.productName ?? '',
    amount: product ? String(product.amount) : '',
    lowStockAt: fewOf(product),
    active: product?.active ?? true,
  };
}

const labels = {
  productCode: 'Product Code',
  productName: 'Product Name',
  amount: 'Amount',
  lowStockAt: 'Low Stock',
  active: 'Active',
} as const;

function fewOf(product?: InternetProduct): string {
  const few = product ? product.lowStockAt : defaultLowStockAt;
  return few === null ? '' : String(few);
}

type ProductForm = ContractForm<ProductFormInput, ProductFormValues>;

interface ProductFormOptions {
  /** The product to change; undefined for a new one. */
  product?: InternetProduct;
  submit: (values: ProductFormValues) => Promise<unknown>;
  /** Shown when the server refuses without a reason. */
  failed: string;
  isInline?: boolean;
}

export function useProductForm({ product, ...options }: ProductFormOptions): ProductForm {
  return useContractForm({
    schema: productFormSchema,
    values: formValuesOf(product),
    labels: product && labels,
    ...options,
  });
}

export function ProductFields({ form, field, isBusy }: ProductForm) {
  const amount = useWatch({ control: form.control, name: 'amount' });
  const text = (name: 'productCode' | 'productName' | 'amount') => ({
    ...field(name),
    readOnly: isBusy,
    required: true,
    autoComplete: 'off',
  });
  return (
    <div className="flex flex-col gap-5">
      <TextField
        label="Product Code"
        hint="Short and your own, such as DAY-1. Your systems sell the product by it."
        maxLength={50}
        spellCheck={false}
        {...text('productCode')}
      />
      <TextField label="Product Name" maxLength={200} {...text('productName')} />
      <MoneyField label="Amount" inputMode="decimal" hint={hintOf(amount)} {...text('amount')} />
      <TextField
        label="Low Stock"
        inputMode="numeric"
        hint="People who manage products are told when this many vouchers are left. Empty: never."
        readOnly={isBusy}
        autoComplete="off"
        {...field('lowStockAt')}
      />
      <Switch
        label="Active"
        description="An inactive product cannot be sold."
        disabled={isBusy}
        {...form.register('active')}
      />
    </div>
  );
}

function hintOf(text: string): string {
  const amount = readAmount(text);
  return Number.isNaN(amount) || Number.isInteger(amount)
    ? 'The price of one voucher'
    : 'Mobile money takes whole shillings only: with cents it cannot be sold through the API.';
}
