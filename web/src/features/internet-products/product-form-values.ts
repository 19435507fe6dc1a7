import { internetProductBody, type InternetProduct } from '@sente/contract/internet-products';
import { positiveMoney } from '@sente/contract/money';
import * as z from 'zod/mini';
import { readAmount } from '../../lib/typed-amount.ts';

/* What stands in the inputs is text; the rules of the contract apply to what it means. */

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
  active: z.boolean(),
});
export type ProductFormInput = z.input<typeof productFormSchema>;
export type ProductFormValues = z.output<typeof productFormSchema>;

export function formValuesOf(product?: InternetProduct): ProductFormInput {
  return {
    productCode: product?.productCode ?? '',
    productName: product?.productName ?? '',
    amount: product ? String(product.amount) : '',
    active: product?.active ?? true,
  };
}
