import { type ComponentProps, type ReactNode, useEffect } from 'react';
import type { ListPage } from '../api/query-options.ts';
import { type Query, queryState } from '../api/query-state.ts';
import { cn } from '../lib/cn.ts';
import type { Sort } from '../lib/url-state.ts';
import { NoneMatch } from './empty-state.tsx';
import { ErrorPanel } from './error-panel.tsx';
import { PageHeader, type PageHeaderProps } from './page-header.tsx';
import { Pager, type PagerProps } from './pager.tsx';
import { RefreshButton } from './refresh-button.tsx';
import { SearchInput, type SearchInputProps } from './search-input.tsx';
import { DataTable, type DataTableProps } from './table.tsx';
import { notify } from './toast.tsx';

/** The part of useUrlState that every list has. */
interface ListAddress {
  readonly search: string;
  readonly sort: Sort;
  readonly isFiltered: boolean;
  readonly setSearch: (text: string) => void;
  readonly setSort: (sort: Sort) => void;
  readonly setPage: (page: number) => void;
  readonly clearFilters: () => void;
}

interface ListTexts {
  /** Title of the panel when the list does not load. */
  readonly failed: string;
  /** Its second line when the server gives no reason; a function words every failure. */
  readonly failedMessage?: ComponentProps<typeof ErrorPanel>['message'];
  readonly retryLabel?: string | undefined;
  /** Also said in a toast. */
  readonly failedToast?: string | undefined;
  readonly noneMatch: string;
  readonly noneMatchIcon?: ReactNode;
  /** Beside Clear Filters. */
  readonly noneMatchMore?: ReactNode;
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

interface ListProps<Row, Data> {
  /** Left out where the list is a part of a page, which then has its own heading and Refresh. */
  heading?: Omit<PageHeaderProps, 'actions'> | undefined;
  /** Beside Refresh: Create, Export. */
  actions?: ReactNode;
  address: ListAddress;
  query: Query<Data>;
  /** What Refresh asks for, where that is more than `query`. */
  refresh?: ComponentProps<typeof RefreshButton>['query'] | undefined;
  /** The rows to show, where `Data` is no ListPage or is filtered here. */
  rows: (data: Data) => readonly Row[];
  search: Pick<SearchInputProps, 'label' | 'className' | 'placeholder' | 'debounceMs'>;
  /** Beside the search box. */
  filters?: ReactNode;
  /** How search and filters stand, where they have labels beside them. */
  filtersClassName?: string | undefined;
  /** Search and filters work on what was loaded: they go when it does not load. */
  filtersHere?: boolean | undefined;
  /** Between the heading and the search box; undefined while the list loads. */
  summary?: ((data: Data | undefined) => ReactNode) | undefined;
  texts: ListTexts;
  /** An EmptyState for a list without any record. */
  noneYet: ReactNode;
  footer?: ((data: Data) => ReactNode) | undefined;
}

/** As a table, or as children: cards or another shape. */
export type ListScreenProps<Row, Data> = ListProps<Row, Data> &
  ((Table<Row> & { children?: undefined }) | { children: (shown: ShownList<Row>) => ReactNode });

export interface ShownList<Row> {
  readonly rows: readonly Row[];
  readonly loading: boolean;
  readonly empty: ReactNode;
  readonly footer: ReactNode;
}

/**
 * A list with everything around it: heading, search and filters that live in the address, the states
 * loading, failed, none yet, none match and loaded, and the footer with its pager.
 */
export function ListScreen<Row, Data>(props: ListScreenProps<Row, Data>) {
  const { heading, actions, address, query, filtersHere = false, summary, texts } = props;
  const { data, failure, isLoading } = queryState(query);
  useFailureToast(query.error, texts.failedToast);
  const isShown = data !== undefined || isLoading;
  const notLoaded = failure ? (
    <ErrorPanel
      className="mb-4"
      title={texts.failed}
      failure={failure}
      message={texts.failedMessage}
      retryLabel={texts.retryLabel}
    />
  ) : null;
  return (
    <>
      {heading ? (
        <PageHeader
          {...heading}
          actions={
            <>
              <RefreshButton query={props.refresh ?? query} />
              {actions}
            </>
          }
        />
      ) : null}
      {filtersHere ? notLoaded : null}
      {isShown ? summary?.(data) : null}
      {isShown || !filtersHere ? <Filters {...props} /> : null}
      {filtersHere ? null : notLoaded}
      {isShown ? (
        <Rows
          {...props}
          shown={{
            rows: data === undefined ? [] : props.rows(data),
            loading: isLoading,
            empty: address.isFiltered ? <NoneFound {...props} /> : props.noneYet,
            footer: data === undefined ? null : props.footer?.(data),
          }}
        />
      ) : null}
    </>
  );
}

function Filters<Row, Data>(props: ListProps<Row, Data>) {
  const { address, search, filters, filtersClassName = 'gap-2' } = props;
  return (
    <div className={cn('mb-4 flex flex-wrap', filtersClassName)}>
      <SearchInput
        {...search}
        className={search.className ?? 'w-full sm:w-80'}
        value={address.search}
        onChange={address.setSearch}
      />
      {filters}
    </div>
  );
}

function NoneFound<Row, Data>({ address, texts }: ListProps<Row, Data>) {
  return (
    <NoneMatch
      title={texts.noneMatch}
      icon={texts.noneMatchIcon}
      onClear={address.clearFilters}
      more={texts.noneMatchMore}
    />
  );
}

type RowsProps<Row, Data> = ListScreenProps<Row, Data> & { shown: ShownList<Row> };

function Rows<Row, Data>({ shown, ...props }: RowsProps<Row, Data>) {
  if (props.children) return props.children(shown);
  const { address, caption, columns, rowKey, rowHref, onRowOpen, onRowIntent, rowActions } = props;
  return (
    <DataTable
      {...{ ...shown, caption, columns, rowKey, rowHref, onRowOpen, onRowIntent, rowActions }}
      skeletonRows={props.skeletonRows}
      sort={address.sort}
      onSort={address.setSort}
    />
  );
}

function useFailureToast(error: Error | null, text: string | undefined): void {
  useEffect(() => {
    if (error && text) notify.error(text);
  }, [error, text]);
}

interface ListPagerProps extends Pick<
  PagerProps,
  'onPage' | 'noun' | 'compact' | 'maxButtons' | 'className'
> {
  list: ListPage<unknown>;
  pageSize: number;
}

/** Nothing when there is only one page. */
export function ListPager({ list, pageSize, ...pager }: ListPagerProps) {
  const from = (list.page - 1) * pageSize;
  return (
    <Pager
      {...pager}
      page={list.page}
      pageCount={list.totalPages}
      from={from + 1}
      to={from + list.rows.length}
      total={list.totalCount}
    />
  );
}
