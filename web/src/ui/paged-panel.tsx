import type { ListPage } from '../api/query-options.ts';
import { type Query, queryState } from '../api/query-state.ts';
import type { SetPage } from '../lib/url-state.ts';
import { ListStates, type ListTexts } from './list-states.tsx';
import { ListPager } from './pager.tsx';
import { DataTable, type DataTableProps } from './table.tsx';
import { useLastPage } from './use-last-page.ts';

interface PagedPanelProps<Row>
  extends
    Omit<ListTexts, 'noneMatch'>,
    Pick<
      DataTableProps<Row>,
      'caption' | 'columns' | 'rowKey' | 'rowHref' | 'rowActions' | 'skeletonRows'
    > {
  query: Query<ListPage<Row>>;
  noun: string;
  pageSize: number;
  /** The one that is asked for. */
  page: number;
  onPage: SetPage;
  /** Undefined where nothing is filtered. */
  filter?: (ListTexts['noneMatch'] & { isActive: boolean; onClear: () => void }) | undefined;
}

/** A paged table with its states, as a part of a page. */
export function PagedPanel<Row>(props: PagedPanelProps<Row>) {
  const { query, failed, noneYet, noun, pageSize, page, onPage, filter, ...table } = props;
  const { isActive = false, onClear = () => {}, ...noneMatch } = filter ?? { title: '' };
  const { data } = queryState(query);
  useLastPage(page, onPage, query.isPlaceholderData ? undefined : data);
  return (
    <ListStates {...{ query, failed, noneYet, noneMatch, onClear }} isFiltered={isActive}>
      {(shown) => (
        <DataTable
          {...table}
          {...shown}
          rows={data?.rows ?? []}
          footer={data ? <ListPager {...{ noun, pageSize, onPage }} list={data} /> : null}
        />
      )}
    </ListStates>
  );
}
