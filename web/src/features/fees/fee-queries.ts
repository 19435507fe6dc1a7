import { fees } from '@sente/contract/fees';
import type { BodyInputOf } from '@sente/contract/endpoint';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { readList } from '../../api/read.ts';

export type FeeBody = BodyInputOf<typeof fees.add>;

export const feeQueries = {
  ofCompany: (companyId: string) =>
    queryOptions({
      queryKey: ['fees', companyId],
      queryFn: async ({ signal }) => {
        const read = readList('Failed to load fees');
        return (await call(fees.list, { params: { id: companyId }, signal, read })).data;
      },
    }),
};

export function useAddFee(companyId: string) {
  return useChange(companyId, (body: FeeBody) =>
    call(fees.add, { params: { id: companyId }, body }),
  );
}

export function useRemoveFee(companyId: string) {
  return useChange(companyId, (feeId: string) =>
    call(fees.remove, { params: { id: companyId, feeId } }),
  );
}

/** Also after a refusal: it may mean that a planned fee has begun, or that somebody was faster. */
function useChange<Input, Answer>(companyId: string, change: (input: Input) => Promise<Answer>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSettled: () => client.invalidateQueries(feeQueries.ofCompany(companyId)),
  });
}
