import * as z from 'zod/mini';
import { dateTime, id } from './fields.ts';
import { money } from './money.ts';

/** What a completed payment, or any other completed transaction, is proved with. */
export const receipt = z.object({
  /** Of the transaction, or of the payment if it has none. */
  id,
  /** Made of the id, so that it never changes; null if there is no receipt. */
  number: z.nullable(z.string()),
  /** Why there is no receipt, as a sentence; null if there is one. */
  whyNone: z.nullable(z.string()),
  /** It was taken back, or it takes an earlier one back. */
  mark: z.nullable(z.enum(['test', 'reversed', 'reversal'])),
  company: z.object({
    id,
    name: z.string(),
    address: z.string(),
    phone: z.string(),
    /** As a path of this server. */
    logo: z.nullable(z.string()),
  }),
  /** "Payment received", "Payment sent", "Deposit". */
  title: z.string(),
  /** What was paid for: the product, or the description of the request. */
  purpose: z.nullable(z.string()),
  /** The gross amount, before the fee. */
  amount: money,
  /** Of the amount, what was given back to the payer; a server of the release before does not say. */
  refunded: z.optional(money),
  /** The provider's fee: deducted from what came in, added to what went out. */
  fee: money,
  /** What of the fee is tax. */
  tax: money,
  /** What the account gained, or lost if negative; null until money moved. */
  net: z.nullable(money),
  accountName: z.string(),
  /** Of a mobile-money payment. */
  party: z.nullable(
    z.object({
      role: z.enum(['payer', 'receiver']),
      phoneNumber: z.string(),
      network: z.string(),
      networkReference: z.nullable(z.string()),
      /** The id that the payments API uses. */
      shortId: z.string(),
    }),
  ),
  /** Masked. `productCodes.reveal` returns it in clear. */
  voucher: z.nullable(z.object({ id, masked: z.string() })),
  reference: z.nullable(z.string()),
  /** When money moved; until then, when it was asked for. */
  date: dateTime,
  status: z.string(),
});
export type Receipt = z.infer<typeof receipt>;
