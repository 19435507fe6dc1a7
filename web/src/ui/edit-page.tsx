import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { type Failure, queryState } from '../api/query-state.ts';
import { usePageTitle } from '../lib/page-title.ts';
import { PageHeader, type PageHeaderProps } from './page-header.tsx';

interface EditPageProps<Data> {
  query: UseQueryResult<Data>;
  /** Until the record is loaded, such as "Edit User". */
  title: string;
  titleOf: (record: Data) => string;
  /** If the heading differs from the page title. */
  heading?: ((record: Data) => Pick<PageHeaderProps, 'title' | 'subtitle'>) | undefined;
  toRecord: PageHeaderProps['back'];
  toList: PageHeaderProps['back'];
  skeleton: ReactNode;
  notLoaded: (failure: Failure) => ReactNode;
  /** With the record's id as its key, because the inputs of a form are filled once. */
  form: (record: Data) => ReactNode;
}

/** A page that edits a record: it loads the record, then shows the form. */
export function EditPage<Data>(props: EditPageProps<Data>) {
  const { data, failure, isLoading } = queryState(props.query);
  const title = data && props.titleOf(data);
  usePageTitle(title);
  return (
    <div className="max-w-3xl">
      <PageHeader
        title={title ?? props.title}
        {...(data && props.heading?.(data))}
        back={data ? props.toRecord : props.toList}
      />
      {isLoading ? props.skeleton : null}
      {failure ? props.notLoaded(failure) : null}
      {data ? props.form(data) : null}
    </div>
  );
}
