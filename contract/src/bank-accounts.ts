import * as z from 'zod/mini';
import { company } from './access.ts';
import { endpoint } from './endpoint.ts';
import { dateTime, id, idParams, optionalText, requiredText } from './fields.ts';
import { proof } from './own-factor.ts';

/** Of one company that are not retired. */
export const maxBankAccounts = 20;

/** Refused: a second person did not approve it. A change is a new one. */
export const bankAccountStates = ['waiting', 'approved', 'refused', 'retired'] as const;
export type BankAccountState = (typeof bankAccountStates)[number];

/** Where a company's settlements go. */
export const bankAccount = z.object({
  id,
  bank: z.string(),
  branch: z.nullable(z.string()),
  accountName: z.string(),
  /** Whole to those who manage them, otherwise its last four digits. */
  accountNumber: z.string(),
  state: z.enum(bankAccountStates),
  addedAt: dateTime,
});
export type BankAccount = z.infer<typeof bankAccount>;

const numberMessage = 'Must be 5 to 25 digits';

export const bankAccountFields = z.strictObject({
  bank: requiredText('Bank is required', 80),
  branch: optionalText(80),
  accountName: requiredText('Account name is required', 100),
  /** Spaces and dashes do not count. */
  accountNumber: requiredText('Account number is required', 40).check(
    z.refine((text: string) => /^\d{5,25}$/.test(text.replace(/[ -]/g, '')), {
      error: numberMessage,
    }),
  ),
});
const bankAccountBody = z.strictObject({ ...bankAccountFields.shape, ...proof.shape });
export type BankAccountBody = z.output<typeof bankAccountBody>;

const ofCompany = { type: 'companies', from: 'params.id' } as const;

export const bankAccounts = {
  list: endpoint({
    method: 'GET',
    path: '/Company/{id}/bank-accounts',
    summary: 'List the bank accounts that a company settles to, without retired ones',
    access: company(
      'staffRead',
      'params.id',
      'canManageCompany',
      'canManageAccounts',
      'canViewTransactions',
    ),
    params: idParams,
    reply: z.array(bankAccount),
    notFound: 'Company not found',
    about: ofCompany,
  }),
  create: endpoint({
    method: 'POST',
    path: '/Company/{id}/bank-accounts',
    summary:
      'Add a bank account with your own password and factor; it counts once a second person, of the provider, has approved it',
    access: company('staffMoney', 'params.id', 'canManageCompany'),
    params: idParams,
    body: bankAccountBody,
    reply: bankAccount,
    notFound: 'Company not found',
    about: ofCompany,
  }),
  retire: endpoint({
    method: 'POST',
    path: '/BankAccounts/{id}/retire',
    summary: 'Retire a bank account at once: nothing is settled to it any more',
    access: company('staffMoney', 'record', 'canManageCompany'),
    params: idParams,
    reply: z.null(),
    notFound: 'Bank account not found',
  }),
};
