import * as z from 'zod/mini';
import { ownCompany } from './access.ts';
import { endpoint } from './endpoint.ts';
import { dateTime, day, id, idParams, oneOf, queryInteger } from './fields.ts';
import { searchText } from './paging.ts';

/** Days that requests are kept. */
export const requestDays = 30;

export const requestOutcomes = ['succeeded', 'failed'] as const;

/** One signed request of the company's own systems. */
export const apiRequest = z.object({
  /** The id that its answer carries, also as requestId of an error. */
  id,
  at: dateTime,
  method: z.string(),
  /** With its query; numbers of phones are masked. */
  path: z.string(),
  status: z.number(),
  /** Of the answer; null if it succeeded. */
  errorCode: z.nullable(z.string()),
  errorMessage: z.nullable(z.string()),
  channelId: z.string(),
  /** Null if the key is gone. */
  keyName: z.nullable(z.string()),
  address: z.string(),
  durationMs: z.number(),
});
export type ApiRequest = z.infer<typeof apiRequest>;

export const apiRequestDetails = z.object({
  ...apiRequest.shape,
  idempotencyKey: z.nullable(z.string()),
  /** Masked and cut; null without a body, or if its signature was wrong. */
  requestBody: z.nullable(z.string()),
  answerBody: z.nullable(z.string()),
});
export type ApiRequestDetails = z.infer<typeof apiRequestDetails>;

/** All requests of the last days that failed with one code. */
export const errorGroup = z.object({
  errorCode: z.string(),
  errorMessage: z.nullable(z.string()),
  status: z.number(),
  count: z.number(),
  lastAt: dateTime,
  /** The newest of them. */
  lastId: id,
});
export type ErrorGroup = z.infer<typeof errorGroup>;

const access = ownCompany('canManageCompany');

export const apiRequests = {
  list: endpoint({
    method: 'GET',
    path: '/ApiRequests',
    summary: `List the signed requests of the company's systems of ${requestDays} days, newest first`,
    access,
    query: z.strictObject({
      /** A part of the path, or a whole request id. */
      search: z.optional(searchText),
      outcome: z.optional(oneOf(requestOutcomes)),
      errorCode: z.optional(z.string().check(z.maxLength(60, 'Must be at most 60 characters'))),
      /** The channel id of a key. */
      channel: z.optional(z.string().check(z.maxLength(100, 'Must be at most 100 characters'))),
      startDate: z.optional(day),
      endDate: z.optional(day),
      limit: z.optional(queryInteger(1, 100)),
      after: z.optional(id),
    }),
    reply: z.array(apiRequest),
    meta: z.object({ nextAfter: z.nullable(id) }),
  }),
  errors: endpoint({
    method: 'GET',
    path: '/ApiRequests/errors',
    summary: `Count the failed requests of ${requestDays} days by their error code`,
    access,
    reply: z.array(errorGroup),
  }),
  get: endpoint({
    method: 'GET',
    path: '/ApiRequests/{id}',
    summary: 'Get a request with its masked bodies',
    access,
    params: idParams,
    reply: apiRequestDetails,
    notFound: 'Request not found',
  }),
};
