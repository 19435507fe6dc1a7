import * as z from 'zod/mini';
import { signedIn } from './access.ts';
import { endpoint } from './endpoint.ts';

/**
 * What a portal may have to read again. Events carry no data: whoever hears of one asks with the usual calls,
 * which check what the person may see.
 */
export const liveTopics = ['money', 'approvals', 'news', 'brakes'] as const;
export type LiveTopic = (typeof liveTopics)[number];

/** One server-sent event. `all`: events may have been missed. */
const liveEvent = z.object({ topics: z.array(z.enum([...liveTopics, 'all'])) });

/**
 * A stream of server-sent events. It has no reply of the usual form and is therefore not in the table of
 * calls. It ends after some minutes, so that a caller whose session has ended does not keep it.
 */
export const listen = endpoint({
  method: 'GET',
  path: '/Live',
  summary: 'Server-sent events that say what has changed, without data',
  access: signedIn,
  reply: liveEvent,
});
