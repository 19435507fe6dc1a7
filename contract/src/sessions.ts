import * as z from 'zod/mini';
import { companyOrSelf } from './access.ts';
import { endpoint } from './endpoint.ts';
import { dateTime, id, idParams } from './fields.ts';

/** Where a person is signed in. */
export const session = z.object({
  id,
  /** What the browser calls itself; null if it does not say. */
  userAgent: z.nullable(z.string()),
  address: z.nullable(z.string()),
  createdAt: dateTime,
  /** To the minute. */
  lastUsedAt: dateTime,
  /** The one that makes this request. */
  isCurrent: z.boolean(),
});
export type Session = z.infer<typeof session>;

const access = companyOrSelf('staffUsers', 'record', 'canManageUsers');
const about = { type: 'users', from: 'params.id' } as const;
const notFound = 'User not found';

export const sessions = {
  list: endpoint({
    method: 'GET',
    path: '/User/{id}/sessions',
    summary: 'List where a user is signed in, the newest first; everyone may list their own',
    visitors: 'refused',
    access,
    params: idParams,
    reply: z.array(session),
    notFound,
    about,
  }),
  end: endpoint({
    method: 'DELETE',
    path: '/User/{id}/sessions/{sessionId}',
    summary: 'End one session of a user',
    access,
    params: z.strictObject({ id, sessionId: id }),
    reply: z.null(),
    notFound: 'This session has ended already',
    about,
  }),
  endAll: endpoint({
    method: 'DELETE',
    path: '/User/{id}/sessions',
    summary: 'End all sessions of a user but the one that makes this request',
    access,
    params: idParams,
    reply: z.object({ ended: z.number() }),
    notFound,
    about,
  }),
};
