import * as z from 'zod/mini';
import { anyone } from './access.ts';
import { endpoint } from './endpoint.ts';

/** What differs between installations; the pages are built once for all of them. */
export const siteOffers = z.object({
  /** The contact form stores what is sent; otherwise it sends nothing and says so. */
  takesEnquiries: z.boolean(),
  /** Visitors can look around in the demo data without a password. */
  hasOpenDemo: z.boolean(),
  /** Mails reach people; otherwise nobody gets a link by mail. */
  sendsMail: z.boolean(),
});
export type SiteOffers = z.infer<typeof siteOffers>;

export const site = {
  offers: endpoint({
    method: 'GET',
    path: '/Site',
    summary: 'Get what this installation offers to visitors, and whether it sends mail',
    access: anyone,
    reply: siteOffers,
  }),
};
