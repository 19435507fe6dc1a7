import * as z from 'zod/mini';
import { credential, ownCompany } from './access.ts';
import { endpoint } from './endpoint.ts';
import { eventTypes } from './event-types.ts';
import { dateTime, id, oneOf, queryInteger } from './fields.ts';
import { searchText } from './paging.ts';
import { modes } from './test-mode.ts';

/** The longest that a call waits for an event, in seconds. */
export const longestWait = 30;

/** What happened to a payment or a settlement of the company. */
export const event = z.object({
  id,
  /** Counts the company's events from 1, without gaps. */
  sequence: z.int(),
  /** Of the event before it; null for the first. */
  previousSequence: z.nullable(z.int()),
  type: z.string(),
  timestamp: dateTime,
  /** test: nothing of it is real. */
  mode: z.enum(modes),
  data: z.record(z.string(), z.unknown()),
});
export type CompanyEvent = z.infer<typeof event>;

const atLeastNone = queryInteger(0, Number.MAX_SAFE_INTEGER);

/** Of a company's own systems, signed. */
export const eventCalls = {
  listEvents: endpoint({
    method: 'GET',
    path: '/v1/Events',
    summary: 'List events, the oldest first; can wait for the next one',
    access: credential('read'),
    query: z.strictObject({
      /** The sequence of the last event that the caller has; from the first event on by default. */
      after: z.optional(atLeastNone),
      limit: z.optional(queryInteger(1, 100)),
      /** Seconds to wait if there is none yet. */
      wait: z.optional(queryInteger(0, longestWait)),
    }),
    reply: z.array(event),
    meta: z.object({
      /** Of the company's last event; 0 if there is none. */
      lastSequence: z.int(),
    }),
  }),
};

/** Of the company's people, newest first; vouchers are masked. */
export const events = {
  list: endpoint({
    method: 'GET',
    path: '/Events',
    summary: "List the company's events, newest first",
    access: ownCompany('canManageCompany'),
    query: z.strictObject({
      type: z.optional(oneOf(eventTypes)),
      /**
       * A phone number or a part of it, a reference, or an id, as payments are searched; the name of a bulk payout; or the
       * id or the number of the event.
       */
      search: z.optional(searchText),
      limit: z.optional(queryInteger(1, 100)),
      /** The sequence of the last row of the previous page. */
      before: z.optional(atLeastNone),
    }),
    reply: z.array(event),
    meta: z.object({ nextBefore: z.nullable(z.int()) }),
  }),
};
