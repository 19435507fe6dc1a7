import { debts } from '@sente/contract/debts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { keys } from '../../api/keys.ts';

export const debtQueries = {
  ofCompany: (companyId: string) =>
    queryOptions({
      queryKey: keys.debts.ofCompany(companyId),
      queryFn: async ({ signal }) =>
        (await call(debts.ofCompany, { params: { id: companyId }, signal })).data,
    }),
};
