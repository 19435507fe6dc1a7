import { useWatch, type UseFormReturn } from 'react-hook-form';
import { readAmount } from '../../lib/typed-amount.ts';
import { TextField } from '../../ui/field.tsx';
import { Switch } from '../../ui/switch.tsx';
import type { ProductFormInput, ProductFormValues } from './product-form-values.ts';

interface ProductFieldsProps {
  form: UseFormReturn<ProductFormInput, unknown, ProductFormValues>;
  isBusy: boolean;
}

export function ProductFields({ form, isBusy }: ProductFieldsProps) {
  const { errors } = form.formState;
  const amount = useWatch({ control: form.control, name: 'amount' });
  const text = (name: 'productCode' | 'productName' | 'amount') => ({
    ...form.register(name),
    error: errors[name]?.message,
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
      <TextField
        label="Amount"
        prefix="UGX"
        inputMode="decimal"
        hint={hintOf(amount)}
        {...text('amount')}
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
