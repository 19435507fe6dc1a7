import * as z from 'zod/mini';
import { anyone } from './access.ts';
import { sessionUser } from './auth.ts';
import { endpoint } from './endpoint.ts';
import { dateTime } from './fields.ts';

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

/** Whom a visitor of the open demo looks over the shoulder of. */
export const demoRoles = ['operator', 'owner'] as const;
export type DemoRole = (typeof demoRoles)[number];

export const demoReply = z.object({ token: z.string(), user: sessionUser, expiration: dateTime });
export type DemoReply = z.infer<typeof demoReply>;

export const site = {
  offers: endpoint({
    method: 'GET',
    path: '/Site',
    summary: 'Get what this installation offers to visitors, and whether it sends mail',
    access: anyone,
    reply: siteOffers,
  }),
  openDemo: endpoint({
    method: 'POST',
    path: '/Auth/demo',
    summary: 'Look around in the demo data for an hour, without a password; 404 without demo data',
    access: anyone,
    body: z.strictObject({ as: z.enum(demoRoles, 'Must be operator or owner') }),
    reply: demoReply,
  }),
};
