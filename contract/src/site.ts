import * as z from 'zod/mini';
import { anyone } from './access.ts';
import { endpoint } from './endpoint.ts';

/** What the public site offers at this installation. Its pages are built once for all of them. */
export const siteOffers = z.object({
  /** The contact form stores what is sent; otherwise it sends nothing and says so. */
  takesEnquiries: z.boolean(),
  /** Visitors can look around in the demo data without a password. */
  hasOpenDemo: z.boolean(),
});
export type SiteOffers = z.infer<typeof siteOffers>;

export const site = {
  offers: endpoint({
    method: 'GET',
    path: '/Site',
    summary: 'Get what the public site offers',
    access: anyone,
    reply: siteOffers,
  }),
};
