import type { UseQueryResult } from '@tanstack/react-query';
import { type ComponentProps, type ReactNode, useEffect } from 'react';
import { errorSentences } from '../api/error-text.ts';
import type { ListPage } from '../api/query-options.ts';
import { queryState } from '../api/query-state.ts';
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
  readonly failedMessage?: string | ((error: Error) => ReactNode) | undefined;
  readonly retryLabel?: string | undefined;
  /** Also said in a toast. */
  readonly failedToast?: string | undefined;
  readonly noneMatch: string;
  readonly noneMatchIcon?: ReactNode;
}

type Table<Row> = Omit<
  DataTableProps<Row>,
  'rows' | 'loading' | 'empty' | 'footer' | 'sort' | 'onSort'
>;

interface ListProps<Row, Data> {
  heading: Omit<PageHeaderProps, 'actions'>;
  /** Beside Refresh: Create, Export. */
  actions?: ReactNode;
  address: ListAddress;
  query: UseQueryResult<Data>;
  /** What Refresh asks for, where that is more than `query`. */
  refresh?: ComponentProps<typeof RefreshButton>['query'] | undefined;
  /** The rows to show, where `Data` is no ListPage or is filtered here. */
  rows: (data: Data) => readonly Row[];
  search: Pick<SearchInputProps, 'label' | 'className' | 'placeholder' | 'debounceMs'>;
  /** Beside the search box. */
  filters?: ReactNode;
  /** How search and filters stand, where they have labels beside them. */
  filtersClassName?: string | undefined;
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
  const { heading, actions, address, query, rows, search, filters, summary, texts } = props;
  const { filtersClassName = 'gap-2', refresh, noneYet, footer } = props;
  const { data, failure, isLoading } = queryState(query);
  useFailureToast(query.error, texts.failedToast);
  const shown: ShownList<Row> = {
    rows: data === undefined ? [] : rows(data),
    loading: isLoading,
    empty: address.isFiltered ? (
      <NoneMatch
        title={texts.noneMatch}
        icon={texts.noneMatchIcon}
        onClear={address.clearFilters}
      />
    ) : (
      noneYet
    ),
    footer: data === undefined ? null : footer?.(data),
  };
  return (
    <>
      <PageHeader
        {...heading}
        actions={
          <>
            <RefreshButton query={refresh ?? query} />
            {actions}
          </>
        }
      />
      {summary && (data !== undefined || isLoading) ? summary(data) : null}
      <div className={cn('mb-4 flex flex-wrap', filtersClassName)}>
        <SearchInput
          {...search}
          className={search.className ?? 'w-full sm:w-80'}
          value={address.search}
          onChange={address.setSearch}
        />
        {filters}
      </div>
      {failure ? (
        <ErrorPanel
          className="mb-4"
          title={texts.failed}
          message={failureMessage(failure.error, texts.failedMessage)}
          retryLabel={texts.retryLabel}
          busy={failure.busy}
          onRetry={failure.onRetry}
        />
      ) : null}
      {data === undefined && !isLoading ? null : props.children ? (
        props.children(shown)
      ) : (
        <DataTable {...props} {...shown} sort={address.sort} onSort={address.setSort} />
      )}
    </>
  );
}

function failureMessage(error: Error, message: ListTexts['failedMessage'] = ''): ReactNode {
  return typeof message === 'function' ? message(error) : errorSentences(error, message);
}

function useFailureToast(error: Error | null, text: string | undefined): void {
  useEffect(() => {
    if (error && text) notify.error(text);
  }, [error, text]);
}

interface ListPagerProps extends Pick<PagerProps, 'onPage' | 'noun' | 'compact' | 'className'> {
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
