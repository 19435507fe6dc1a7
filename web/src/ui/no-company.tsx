import type { ReactNode } from 'react';
import { ErrorPanel } from './error-panel.tsx';
import { PageHeader } from './page-header.tsx';

interface NoCompanyProps {
  title: string;
  subtitle?: ReactNode;
  /** The line that a failed load of this page has. */
  failure: string;
}

/** A page of a company, for somebody who belongs to none. */
export function NoCompany({ title, subtitle, failure }: NoCompanyProps) {
  return (
    <>
      <PageHeader title={title} subtitle={subtitle} />
      <ErrorPanel title={failure} message="No company ID" />
    </>
  );
}
