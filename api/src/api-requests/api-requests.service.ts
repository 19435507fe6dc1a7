import { requestDays, type ApiRequest, type apiRequests } from '@sente/contract/api-requests';
import { dayMs } from '@sente/contract/kampala';
import type { Database } from '../db/database.ts';
import { lowestUuidV7, timeOfUuidV7 } from '../db/uuid.ts';
import { notFound } from '../http/app-error.ts';
import { openRangeOf } from '../http/day-range.ts';
import type { Handlers } from '../http/serve.ts';
import {
  findRequest,
  groupErrors,
  listRequests,
  type RequestFilters,
} from './api-requests.queries.ts';

const defaultLimit = 20;
const aboveAll = 'ffffffff-ffff-ffff-ffff-ffffffffffff';
const wholeId = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export function apiRequestsRoutes(database: Database): Handlers<typeof apiRequests> {
  return {
    list: ({ actor, query }) =>
      database.within(actor.scope, async (db) => {
        const { limit = defaultLimit } = query;
        const filters = { ...filtersOf(query), limit: limit + 1 };
        const rows = await listRequests(db, actor.companyId ?? '', filters);
        const shown = rows.slice(0, limit);
        return {
          data: shown.map(withTime),
          meta: { nextAfter: rows.length > limit ? (shown.at(-1)?.id ?? null) : null },
        };
      }),

    errors: ({ actor }) =>
      database.within(actor.scope, async (db) => {
        const groups = await groupErrors(db, actor.companyId ?? '', oldest());
        return {
          data: groups.map((group) => ({
            ...group,
            lastAt: timeOfUuidV7(group.lastId).toISOString(),
          })),
        };
      }),

    get: ({ actor, params: { id } }) =>
      database.within(actor.scope, async (db) => {
        const row = await findRequest(db, actor.companyId ?? '', id);
        if (!row) throw notFound('Request not found');
        return { data: withTime(row) };
      }),
  };
}

type ListQuery = Parameters<Handlers<typeof apiRequests>['list']>[0]['query'];

function filtersOf({
  search = '',
  after = aboveAll,
  ...query
}: ListQuery): Omit<RequestFilters, 'limit'> {
  const { startMs, endMs } = openRangeOf(query);
  const endId = endMs === null ? aboveAll : lowestUuidV7(endMs);
  const isId = wholeId.test(search);
  return {
    id: isId ? search.toLowerCase() : null,
    path: isId ? null : search || null,
    outcome: query.outcome ?? null,
    errorCode: query.errorCode ?? null,
    channelId: query.channel ?? null,
    fromId: startMs === null ? oldest() : lowestUuidV7(startMs),
    belowId: after < endId ? after : endId,
  };
}

/** What is older waits to be deleted. */
const oldest = (): string => lowestUuidV7(Date.now() - requestDays * dayMs);

/** When the request came: its id begins with the time. */
function withTime<Row extends { readonly id: string }>(row: Row): Row & Pick<ApiRequest, 'at'> {
  return { ...row, at: timeOfUuidV7(row.id).toISOString() };
}
