import * as z from 'zod/mini';
import { company, signedIn, staff } from './access.ts';
import { endpoint } from './endpoint.ts';
import { companyIdParams, dateTime, oneOf, requiredText } from './fields.ts';
import { money } from './money.ts';
import { networkNames, paymentDirections } from './payments.ts';

/** State of a mobile-money network, for staff and companies. */
export const networkHealth = z.object({
  network: z.string(),
  displayName: z.string(),
  /** What can be paid with it: a provider may use a network for one direction only. */
  directions: z.array(z.enum(paymentDirections)),
  /** down: some or all new payments are refused until `retryAt`; degraded: some calls fail. */
  status: z.enum(['up', 'degraded', 'down']),
  /** What is refused: the operations of a network fail separately. */
  refuses: z.array(z.enum(paymentDirections)),
  retryAt: z.nullable(dateTime),
  /**
   * Success rate of payments that finished in the last 24 hours, 0 to 100; null without any.
   * Companies see their own payments, staff all of them.
   */
  successRate: z.nullable(z.number()),
  finished: z.number(),
  /** True for the built-in simulator. */
  isSimulated: z.boolean(),
  /** The page on which a person approves or declines simulated payments. */
  simulatorUrl: z.nullable(z.string()),
});
export type NetworkHealth = z.infer<typeof networkHealth>;

/** Who has a mobile-money number, to be shown before a payout. It never blocks one. */
export const walletHolder = z.object({
  /** unknown: the network could not be asked or does not tell. */
  status: z.enum(['registered', 'barred', 'not-registered', 'unknown']),
  /** Null also if the network does not tell the name of a registered holder. */
  name: z.nullable(z.string()),
});
export type WalletHolder = z.infer<typeof walletHolder>;

/** The provider's own money at a network. */
export const networkFloat = z.object({
  network: z.string(),
  /** A network has one wallet for both directions, or one for each. */
  product: z.enum(['collection', 'disbursement', 'wallet']),
  /** Null if the network does not tell it. */
  amount: z.nullable(money),
  readAt: dateTime,
});
export type NetworkFloatState = z.infer<typeof networkFloat>;

export const networks = {
  list: endpoint({
    method: 'GET',
    path: '/Networks',
    summary: 'List the mobile-money networks with their availability and success rate',
    access: signedIn,
    reply: z.array(networkHealth),
  }),
  holder: endpoint({
    method: 'GET',
    path: '/Networks/company/{companyId}/holder',
    summary: 'Look up who has a mobile-money number',
    visitors: 'refused',
    access: company('staffRead', 'params.companyId', 'canManageAccounts', 'canApprovePayouts'),
    params: companyIdParams,
    query: z.strictObject({
      phoneNumber: requiredText('Phone number is required', 20),
      network: z.optional(oneOf(networkNames)),
    }),
    reply: walletHolder,
    notFound: 'Company not found',
    about: { type: 'companies', from: 'params.companyId' },
  }),
  floats: endpoint({
    method: 'GET',
    path: '/Networks/floats',
    summary: "List the provider's money at each network",
    access: staff('staffRead'),
    reply: z.array(networkFloat),
  }),
};
