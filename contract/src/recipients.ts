import * as z from 'zod/mini';
import { ownCompany } from './access.ts';
import { endpoint } from './endpoint.ts';
import { dateTime, id, idParams, requiredText } from './fields.ts';
import { money } from './money.ts';
import { chosenNetwork, networkNames } from './payments.ts';

/** Of one company. */
export const maxRecipients = 500;

export const recipientLabelMaxLength = 60;

const label = requiredText('Name is required', recipientLabelMaxLength);

/** A receiver of money that a company keeps. */
export const recipient = z.object({
  id,
  /** What the company calls the receiver. */
  label: z.string(),
  /** +256772123456 */
  phoneNumber: z.string(),
  network: z.enum(networkNames),
  /** The holder of the wallet as the network named it when it was saved; null if it did not. */
  checkedName: z.nullable(z.string()),
  checkedAt: z.nullable(dateTime),
});
export type Recipient = z.infer<typeof recipient>;

/** How many payouts of one recipient are added up at most. */
export const maxPayoutsAddedUp = 200;

/** In the list, with what the company sent there. */
export const listedRecipient = z.extend(recipient, {
  /** Payouts that succeeded and were not reversed; null without canViewTransactions. */
  payouts: z.nullable(
    z.object({
      /** The newest, up to `maxPayoutsAddedUp`. */
      count: z.number(),
      amount: money,
      lastAt: z.nullable(dateTime),
    }),
  ),
});
export type ListedRecipient = z.infer<typeof listedRecipient>;

export const recipientBody = z.strictObject({
  label,
  phoneNumber: requiredText('Phone number is required', 20),
  network: chosenNetwork,
});

const notFound = 'Recipient not found';
const access = ownCompany('canManageAccounts');

/** The company's own; its people who may send money keep them together. */
export const recipients = {
  list: endpoint({
    method: 'GET',
    path: '/Recipients',
    summary: "List the company's saved recipients with what was sent to each, by name",
    access,
    reply: z.array(listedRecipient),
  }),
  create: endpoint({
    method: 'POST',
    path: '/Recipients',
    summary: 'Save a recipient; the network is asked who has the number',
    access,
    body: recipientBody,
    reply: recipient,
  }),
  rename: endpoint({
    method: 'PUT',
    path: '/Recipients/{id}',
    summary: 'Rename a saved recipient',
    access,
    params: idParams,
    body: z.strictObject({ label }),
    reply: recipient,
    notFound,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/Recipients/{id}',
    summary: 'Remove a saved recipient',
    access,
    params: idParams,
    reply: z.null(),
    notFound,
  }),
};
