import type { BodyOf } from '@sente/contract/endpoint';
import {
  examinations,
  type Examination,
  type ExaminationRequirement,
  type ExaminationSummary,
} from '@sente/contract/examinations';
import { queryOptions } from '@tanstack/react-query';
import { isRecord } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { useChange } from '../../api/change.ts';
import { key } from '../../api/keys.ts';
import { invalidFormat, readList } from '../../api/read.ts';

export const loadFailure = 'Failed to load examinations';

const all = key('examinations', 'list');
const whileItRunsMs = 2_000;

export const examinationQueries = {
  list: () =>
    queryOptions({
      queryKey: all,
      queryFn: async ({ signal }): Promise<readonly ExaminationSummary[]> =>
        (await call(examinations.list, { signal, read: readList(loadFailure) })).data,
      refetchInterval: ({ state: { data } }) =>
        data?.some(({ state }) => state === 'running') ? whileItRunsMs : false,
    }),
  one: (id: string) =>
    queryOptions({
      queryKey: key('examinations', 'one', id),
      queryFn: async ({ signal }): Promise<Examination> => {
        const { data } = await call(examinations.get, { params: { id }, signal });
        if (!isRecord(data) || !Array.isArray(data['checks'])) throw invalidFormat(200);
        return data;
      },
      refetchInterval: ({ state: { data } }) => (data?.state === 'running' ? whileItRunsMs : false),
    }),
  requirement: () =>
    queryOptions({
      queryKey: key('examinations', 'requirement'),
      queryFn: async ({ signal }): Promise<ExaminationRequirement> =>
        (await call(examinations.requirement, { signal })).data,
    }),
};

export function useStartExamination() {
  return useChange({
    send: async (body: BodyOf<typeof examinations.start>): Promise<Examination> =>
      (await call(examinations.start, { body })).data,
    invalidates: [all],
    after: ['success', 'unanswered'],
  });
}
