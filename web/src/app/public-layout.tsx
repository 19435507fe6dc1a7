import { useEffect, type ReactNode } from 'react';
import { startFrame } from '../features/site/frame-behaviour.ts';
import { SiteFooter } from '../features/site/site-footer.tsx';
import { SiteHeader } from '../features/site/site-header.tsx';

/** Around the pages of the public site, rendered at build time or by the portal. */
export default function PublicLayout({ children }: { children: ReactNode }) {
  useEffect(startFrame, []);
  return (
    <div data-site className="flex min-h-dvh flex-col text-base">
      <a
        href="#main"
        className="fixed top-2 left-2 z-50 -translate-y-16 rounded-lg bg-accent px-4 py-2 font-medium text-on-accent focus:translate-y-0"
      >
        Skip to content
      </a>
      <SiteHeader />
      <main id="main" tabIndex={-1} className="flex flex-1 flex-col">
        {children}
      </main>
      <SiteFooter />
    </div>
  );
}
