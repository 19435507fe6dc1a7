import {
  accountTypes,
  createAccountBody,
  initialDeposit,
  type Account,
} from '@sente/contract/accounts';
import * as z from 'zod/mini';

/* What stands in the inputs is text; the rules of the contract apply to what it means. */

const { accountName, accountType } = createAccountBody.def.shape;

/** An empty text is "not a number": `Number('')` would be a deposit of nothing. */
const toNumber = z.transform((text: string) => (text.trim() === '' ? Number.NaN : Number(text)));

/** A company opens its accounts empty: no money appears from nothing. */
const emptyAccountFields = {
  accountName,
  accountType: z.pipe(z.pipe(z.string(), toNumber), accountType),
};
export const emptyAccountSchema = z.object(emptyAccountFields);
export type EmptyAccountInput = z.input<typeof emptyAccountSchema>;
export type EmptyAccountValues = z.output<typeof emptyAccountSchema>;

export const createFormSchema = z.object({
  ...emptyAccountFields,
  initialDeposit: z.pipe(
    z.string().check(z.trim(), z.minLength(1, 'Initial deposit is required for new accounts')),
    z.pipe(toNumber, initialDeposit),
  ),
});
export type CreateFormInput = z.input<typeof createFormSchema>;
export type CreateFormValues = z.output<typeof createFormSchema>;

export const editFormSchema = z.object({ accountName, isActive: z.boolean() });
export type EditFormValues = z.output<typeof editFormSchema>;

export const typeOptions = Object.entries(accountTypes).map(([value, label]) => ({ value, label }));

export const emptyForm: CreateFormInput = { accountName: '', accountType: '', initialDeposit: '' };

export function editValuesOf(account: Account): EditFormValues {
  return { accountName: account.accountName, isActive: account.isActive };
}
