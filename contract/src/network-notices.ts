import * as z from 'zod/mini';
import { staff } from './access.ts';
import { endpoint } from './endpoint.ts';
import { dateTime, id, idParams, requiredText } from './fields.ts';

/** What a network said about a payment that does not exist here. */
export const networkNotice = z.object({
  id,
  network: z.string(),
  /** The payment's id at the network; empty if the message contains none. */
  reference: z.string(),
  said: z.string(),
  /** Whether the message carried the secret or the hash that only the network can have. */
  isProven: z.boolean(),
  /** The beginning of the last message. */
  content: z.string(),
  firstAt: dateTime,
  lastAt: dateTime,
  times: z.number(),
});
export type NetworkNotice = z.infer<typeof networkNotice>;

export const networkNotices = {
  list: endpoint({
    method: 'GET',
    path: '/NetworkNotices',
    summary:
      'List what networks said about payments that do not exist here, proven messages first, then newest first',
    access: staff,
    reply: z.array(networkNotice),
  }),
  close: endpoint({
    method: 'POST',
    path: '/NetworkNotices/{id}/close',
    summary: 'Close a notice with a note on what was found',
    access: staff,
    params: idParams,
    body: z.strictObject({ note: requiredText('A note is required', 200) }),
    reply: z.null(),
    notFound: 'This notice is not open',
  }),
};
