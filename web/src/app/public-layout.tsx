import { useEffect, type ReactNode } from 'react';
import { startFrame } from '../features/site/frame-behaviour.ts';
import { SiteFooter } from '../features/site/site-footer.tsx';
import { SiteHeader } from '../features/site/site-header.tsx';
import { SkipLink } from '../ui/skip-link.tsx';

/** The layout of the public pages, rendered at build time or by the portal. */
export default function PublicLayout({ children }: { children: ReactNode }) {
  useEffect(startFrame, []);
  return (
    <div data-site className="flex min-h-dvh flex-col text-base">
      <SkipLink />
      <SiteHeader />
      <main id="main" tabIndex={-1} className="flex flex-1 flex-col">
        {children}
      </main>
      <SiteFooter />
    </div>
  );
}
