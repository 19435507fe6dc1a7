import type { ReactNode } from 'react';
import { paths } from '../lib/paths.ts';
import { Brand } from './brand.tsx';
import { Link } from './link.tsx';
import { ThemeToggle } from './theme-toggle.tsx';

/** A page outside the portals with one thing in its middle, such as signing in. */
export function PaperPage({ children }: { children: ReactNode }) {
  return (
    <div className="site-paper flex min-h-dvh flex-col">
      <header className="flex h-16 items-center justify-between px-4 sm:px-6">
        <Link to={paths.landing()} aria-label="Sente, home page" className="flex rounded-lg">
          <Brand text="Sente" textClassName="text-lg" />
        </Link>
        <ThemeToggle />
      </header>
      <main
        id="main"
        tabIndex={-1}
        className="flex flex-1 flex-col items-center justify-center px-4 pt-4 pb-24 outline-none"
      >
        {children}
      </main>
    </div>
  );
}
