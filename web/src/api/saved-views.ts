import { savedViews, type SavedView, type ViewedList } from '@sente/contract/saved-views';
import { queryOptions } from '@tanstack/react-query';
import { call } from './call.ts';
import { useChange } from './change.ts';
import { key } from './keys.ts';
import { readList } from './read.ts';

const ofList = (list: ViewedList) => key('saved-views', list);

export function savedViewsQuery(list: ViewedList) {
  return queryOptions({
    queryKey: ofList(list),
    queryFn: async ({ signal }) => {
      const options = { query: { list }, signal, read: readList('Failed to load views') };
      return (await call(savedViews.list, options)).data;
    },
  });
}

export type ViewContent = Pick<SavedView, 'filters' | 'hiddenColumns'>;

/** Without an id it is a new one. */
export function useSaveView(list: ViewedList) {
  return useChange({
    send: ({ id, ...view }: { id?: string; name: string } & Partial<ViewContent>) =>
      id === undefined
        ? call(savedViews.create, {
            body: { list, filters: '', hiddenColumns: [], ...view },
          })
        : call(savedViews.update, { params: { id }, body: view }),
    invalidates: [ofList(list)],
  });
}

export function useDeleteView(list: ViewedList) {
  return useChange({
    send: (id: string) => call(savedViews.remove, { params: { id } }),
    invalidates: [ofList(list)],
    after: ['success', 'outdated'],
  });
}
