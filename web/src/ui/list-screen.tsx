import { SearchX } from 'lucide-react';
import type { ReactNode } from 'react';
import { type ListPage, wholeList } from '../api/query-options.ts';
import { type Query, queryState } from '../api/query-state.ts';
import { cn } from '../lib/cn.ts';
import type { SetPage, Sort } from '../lib/url-state.ts';
import { EmptyState } from './empty-state.tsx';
import { ListStates, type ListTexts, type ShownList } from './list-states.tsx';
import { NewRows } from './new-rows.tsx';
import { PageHeader, type PageHeaderProps } from './page-header.tsx';
import { ListPager, type ListPagerProps } from './pager.tsx';
import { RefreshButton } from './refresh-button.tsx';
import { SearchInput, type SearchInputProps } from './search-input.tsx';
import { DataTable, type DataTableProps } from './table.tsx';
import { useLastPage } from './use-last-page.ts';

/** The part of useUrlState that every list has. */
interface ListAddress {
  readonly search: string;
  readonly sort: Sort;
  readonly isFiltered: boolean;
  readonly setSearch: (text: string) => void;
  readonly setSort: (sort: Sort) => void;
  readonly page: number;
  readonly setPage: SetPage;
  readonly clearFilters: () => void;
}

type Table<Row> = Pick<
  DataTableProps<Row>,
  | 'caption'
  | 'columns'
  | 'rowKey'
  | 'rowHref'
  | 'onRowOpen'
  | 'onRowIntent'
  | 'rowActions'
  | 'skeletonRows'
>;

interface ListProps<Row, Data> extends ListTexts {
  /** Undefined where the list is part of a page, which has its own heading and Refresh. */
  heading?: Omit<PageHeaderProps, 'actions'> | undefined;
  /** After Refresh: Export, Create. */
  actions?: ReactNode;
  address: ListAddress;
  query: Query<Data>;
  /** The first part of the list's key, if rows that come in are announced. */
  announces?: string | undefined;
  /** Selects the ListPage from the data, if the data is not one. */
  rows?: (data: Data) => ListPage<Row> | readonly Row[];
  search: Pick<SearchInputProps, 'label' | 'className' | 'placeholder' | 'debounceMs'>;
  /** Next to the search box. */
  filters?: ReactNode;
  /** Classes of the row of search and filters, if these have labels. */
  filtersClassName?: string | undefined;
  /** Why the filters cannot apply; then nothing is listed. */
  problem?: string | undefined;
  /** Search and filters apply to loaded rows, so they are hidden if loading fails. */
  filtersHere?: boolean | undefined;
  /** Between the heading and the search box; undefined while the list loads. */
  summary?: ((data: Data | undefined) => ReactNode) | undefined;
  pager?: Omit<ListPagerProps, 'list' | 'onPage'> | undefined;
  /** Below the rows, if more than the pager. */
  footer?: ((data: Data, pager: ReactNode) => ReactNode) | undefined;
}

/** As a table, or as children: cards or another layout. */
export type ListScreenProps<Row, Data> = ListProps<Row, Data> &
  ([Data] extends [ListPage<Row>] ? unknown : Required<Pick<ListProps<Row, Data>, 'rows'>>) &
  ((Table<Row> & { children?: undefined }) | { children: (shown: ShownRows<Row>) => ReactNode });

interface ShownRows<Row> extends ShownList {
  readonly rows: readonly Row[];
}

/**
 * A list with everything around it: heading, export, search and filters in the address, the states
 * loading, failed, none yet, no match and loaded, and the pager.
 */
export function ListScreen<Row, Data>(props: ListScreenProps<Row, Data>) {
  const { heading, address, query, filtersHere = false, problem } = props;
  const { failed, noneMatch, noneYet } = props;
  const { data, isLoading } = queryState(query);
  const list = data === undefined ? wholeList<Row>([]) : listOf(props, data);
  const isPaged = props.pager !== undefined && data !== undefined && !query.isPlaceholderData;
  useLastPage(address.page, address.setPage, isPaged ? list : undefined);
  const above = (
    <>
      {!problem && (data !== undefined || isLoading) ? props.summary?.(data) : null}
      <Filters {...props} />
    </>
  );
  return (
    <>
      {heading ? (
        <PageHeader
          {...heading}
          actions={
            <>
              <RefreshButton query={query} />
              {props.actions}
            </>
          }
        />
      ) : null}
      {filtersHere && !problem ? null : above}
      {problem ? (
        <Impossible problem={problem} />
      ) : (
        <ListStates
          {...{ query, failed, noneMatch, noneYet }}
          isFiltered={address.isFiltered}
          onClear={address.clearFilters}
        >
          {(shown) => (
            <>
              {filtersHere ? above : null}
              {props.announces ? <NewRows noun={props.announces} query={query} /> : null}
              {props.children ? (
                props.children({ ...shown, rows: list.rows })
              ) : (
                <DataTable
                  {...props}
                  {...shown}
                  rows={list.rows}
                  sort={address.sort}
                  onSort={address.setSort}
                  footer={data === undefined ? null : footerOf(props, data, list)}
                />
              )}
            </>
          )}
        </ListStates>
      )}
    </>
  );
}

export function Impossible({ problem }: { problem: string }) {
  return (
    <EmptyState icon={<SearchX />} title={problem} hint="Correct the filters to see the list." />
  );
}

/** The props type ensures that data is a ListPage if `rows` is undefined. */
function listOf<Row, Data>({ rows }: ListProps<Row, Data>, data: Data): ListPage<Row> {
  const shown = rows ? rows(data) : (data as ListPage<Row>);
  return 'totalPages' in shown ? shown : wholeList(shown);
}

function footerOf<Row, Data>(props: ListProps<Row, Data>, data: Data, list: ListPage<Row>) {
  const { pager, address, footer } = props;
  const turner = pager ? <ListPager {...pager} list={list} onPage={address.setPage} /> : null;
  return footer ? footer(data, turner) : turner;
}

function Filters<Row, Data>(props: ListProps<Row, Data>) {
  const { address, search, filters, filtersClassName = 'gap-2' } = props;
  return (
    <div className={cn('mb-4 flex flex-wrap', filtersClassName)}>
      <SearchInput
        {...search}
        className={search.className ?? 'w-full sm:max-w-80 sm:min-w-48 sm:flex-1'}
        value={address.search}
        onChange={address.setSearch}
      />
      {filters}
    </div>
  );
}
