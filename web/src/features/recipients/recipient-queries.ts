import { recipients } from '@sente/contract/recipients';
import type { BodyInputOf } from '@sente/contract/endpoint';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { useChange } from '../../api/change.ts';
import { key } from '../../api/keys.ts';
import { readList } from '../../api/read.ts';

const all = key('recipients');

export const loadFailure = 'Failed to load recipients';

export const recipientQueries = {
  /** Of the own company. */
  list: () =>
    queryOptions({
      queryKey: all,
      queryFn: async ({ signal }) =>
        (await call(recipients.list, { signal, read: readList(loadFailure) })).data,
    }),
};

export function useCreateRecipient() {
  return useChange({
    send: (body: BodyInputOf<typeof recipients.create>) => call(recipients.create, { body }),
    invalidates: [all],
    // The list then shows whether it was saved.
    after: ['success', 'unanswered'],
  });
}

export function useRenameRecipient() {
  return useChange({
    send: ({ id, label }: { id: string; label: string }) =>
      call(recipients.rename, { params: { id }, body: { label } }),
    invalidates: [all],
    after: ['success', 'outdated'],
  });
}

export function useRemoveRecipient() {
  return useChange({
    send: (id: string) => call(recipients.remove, { params: { id } }),
    invalidates: [all],
    after: ['success', 'outdated'],
  });
}
