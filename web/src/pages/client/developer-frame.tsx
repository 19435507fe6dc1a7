import type { ReactNode } from 'react';
import { useLocation } from '../../lib/router.tsx';
import { cn } from '../../lib/cn.ts';
import { paths } from '../../lib/paths.ts';
import { Link } from '../../ui/link.tsx';
import { PageHeader } from '../../ui/page-header.tsx';

const pages = [
  { label: 'Keys', to: paths.client.developers() },
  { label: 'Webhooks', to: paths.client.webhooks() },
  { label: 'Events', to: paths.client.events() },
  { label: 'Requests', to: paths.client.apiRequests() },
  { label: 'Examinations', to: paths.client.examinations() },
];

interface DeveloperFrameProps {
  subtitle: string;
  actions?: ReactNode;
  children: ReactNode;
}

/** What the pages for developers have in common: the heading, and the way between them. */
export function DeveloperFrame({ subtitle, actions, children }: DeveloperFrameProps) {
  const { pathname } = useLocation();
  return (
    <>
      <PageHeader title="Developers" subtitle={subtitle} actions={actions} />
      <nav
        aria-label="Developers"
        className="mb-5 flex gap-5 overflow-x-auto border-b max-sm:justify-between max-sm:gap-2.5"
      >
        {pages.map(({ label, to }) => {
          // The address may contain the company.
          const isHere = pathname.endsWith(to.slice(paths.client.home().length));
          return (
            <Link
              key={to}
              to={to}
              aria-current={isHere ? 'page' : undefined}
              className={cn(
                'relative flex h-10 shrink-0 items-center font-medium focus-visible:-outline-offset-2',
                'after:absolute after:inset-x-0 after:bottom-0 after:h-0.5 after:rounded-full',
                isHere ? 'text-ink after:bg-accent-text' : 'text-muted hover:text-ink',
              )}
            >
              {label}
            </Link>
          );
        })}
      </nav>
      {children}
    </>
  );
}
