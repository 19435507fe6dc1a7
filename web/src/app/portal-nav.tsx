import type { LucideIcon } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { useLocation } from '../lib/router.tsx';
import { cn } from '../lib/cn.ts';
import { useMediaQuery } from '../lib/media-query.ts';
import { Link } from '../ui/link.tsx';
import { Tooltip } from '../ui/tooltip.tsx';

export interface NavEntry {
  label: string;
  icon: LucideIcon;
  to: string;
  /** After the label, such as how many wait there. */
  badge?: ReactNode;
  isCurrent?: (path: string) => boolean;
}

interface PortalNavProps {
  entries: readonly NavEntry[];
  /** The sidebar shows only icons in a narrow window; the phone's drawer never does. */
  canShrink: boolean;
  onNavigate?: (() => void) | undefined;
}

const railQuery = '(max-width: 1279.98px)';

const entryClass = cn(
  'relative flex h-9 w-full items-center gap-3 rounded-lg px-2.5 max-md:h-11 font-medium text-muted transition-colors duration-100',
  // All entries of the client portal fit into a window of 768 pixels.
  'md:[@media(min-height:48.5rem)_and_(max-height:52rem)]:h-8 md:[@media(max-height:48.49rem)]:h-7',
  'hover:bg-surface-hover hover:text-ink aria-[current=page]:bg-accent-soft aria-[current=page]:text-accent-text',
);

export function PortalNav({ entries, canShrink, onNavigate }: PortalNavProps) {
  const path = withoutScope(useLocation().pathname);
  const isRail = useMediaQuery(railQuery) && canShrink;
  const list = useRef<HTMLUListElement>(null);
  // In a window that is lower than the menu, the current entry may be out of sight.
  useEffect(() => {
    list.current?.querySelector('[aria-current]')?.scrollIntoView?.({ block: 'nearest' });
  }, [path]);
  return (
    <nav aria-label="Main">
      <ul ref={list} className="flex flex-col gap-0.5">
        {entries.map((entry) => {
          const content = (
            <>
              <entry.icon aria-hidden="true" className="size-4.5 shrink-0" />
              <span className={isRail ? 'sr-only' : 'truncate'}>{entry.label}</span>
              {entry.badge}
            </>
          );
          const className = cn(entryClass, isRail && 'justify-center');
          const control = (
            <Link
              to={entry.to}
              onClick={onNavigate}
              aria-current={isCurrent(entry, path) ? 'page' : undefined}
              className={className}
            >
              {content}
            </Link>
          );
          return (
            <li key={entry.label}>
              {isRail ? (
                <Tooltip text={entry.label} isName side="right">
                  {control}
                </Tooltip>
              ) : (
                control
              )}
            </li>
          );
        })}
      </ul>
    </nav>
  );
}

function isCurrent(entry: NavEntry, path: string): boolean {
  return entry.isCurrent ? entry.isCurrent(path) : isOrBelow(path, entry.to);
}

export function isOrBelow(path: string, address: string): boolean {
  return path === address || path.startsWith(`${address}/`);
}

/** `/client/company/{id}/users` is an alias of `/client/users`. */
function withoutScope(path: string): string {
  return path.replace(/^\/client\/company\/[^/]+/, '/client');
}
