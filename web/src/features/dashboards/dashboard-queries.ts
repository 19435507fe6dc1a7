import { readAdminStatistics } from '@sente/contract/admin-statistics';
import { queryOptions } from '@tanstack/react-query';
import { isRecord } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { keys } from '../../api/keys.ts';
import { invalidFormat } from '../../api/read.ts';
import { completeStatistics, type ShownStatistics } from './statistics.ts';

export const dashboardQueries = {
  statistics: () =>
    queryOptions({
      queryKey: keys.dashboards.admin,
      queryFn: async ({ signal }): Promise<ShownStatistics> => {
        const { data } = await call(readAdminStatistics, { signal });
        // An answer without data is a platform without activity.
        const answer: unknown = data ?? {};
        if (!isRecord(answer)) throw invalidFormat(200);
        return completeStatistics(answer);
      },
    }),
};
