import { LockKeyhole } from 'lucide-react';
import type { ReactNode } from 'react';
import { paths } from '../lib/paths.ts';
import { ButtonLink } from './button.tsx';
import { EmptyState } from './empty-state.tsx';
import { ErrorPanel } from './error-panel.tsx';
import { PageHeader } from './page-header.tsx';

interface NoPermissionProps {
  heading: string;
  text: string;
  /** The dashboard of the portal. */
  home?: string;
}

/** Replaces a page that the user's roles do not allow. */
export function NoPermission({ heading, text, home = paths.client.home() }: NoPermissionProps) {
  return (
    <section className="rounded-lg border bg-surface">
      <EmptyState
        icon={<LockKeyhole />}
        title={heading}
        heading="h1"
        hint={text}
        action={<ButtonLink to={home}>Back to Dashboard</ButtonLink>}
        className="py-20"
      />
    </section>
  );
}

interface NoCompanyProps {
  title: string;
  subtitle?: ReactNode;
  /** The line of a failed load of this page. */
  failure: string;
}

/** Replaces a page of a company for a user without one. */
export function NoCompany({ title, subtitle, failure }: NoCompanyProps) {
  return (
    <>
      <PageHeader title={title} subtitle={subtitle} />
      <ErrorPanel title={failure} message="No company ID" />
    </>
  );
}
