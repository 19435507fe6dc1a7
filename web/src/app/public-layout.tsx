import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { paths } from '../lib/paths.ts';
import { homeOf } from '../session/home.ts';
import { useSession } from '../session/use-session.ts';
import { Brand } from '../ui/brand.tsx';
import { ButtonLink } from '../ui/button.tsx';
import { ThemeToggle } from '../ui/theme-toggle.tsx';

const links = [
  { label: 'About', to: paths.landingSection('about') },
  { label: 'Services', to: paths.landingSection('services') },
  { label: 'Testimonials', to: paths.landingSection('testimonials') },
  { label: 'Contact', to: paths.landingSection('contact') },
  { label: 'Wallet', to: paths.wallet() },
];

export default function PublicLayout({ children }: { children: ReactNode }) {
  const session = useSession();
  return (
    <div className="flex min-h-dvh flex-col text-base">
      <a
        href="#main"
        className="fixed top-2 left-2 z-50 -translate-y-16 rounded-lg bg-accent px-4 py-2 font-medium text-on-accent focus:translate-y-0"
      >
        Skip to content
      </a>
      <header className="sticky top-0 z-20 border-b bg-surface">
        <div className="mx-auto flex h-16 max-w-6xl items-center gap-4 px-4 sm:px-6">
          <Link to={paths.landing()} className="flex rounded-lg">
            <Brand text="Sente" textClassName="text-lg" />
          </Link>
          <nav aria-label="Main" className="ml-4 hidden md:block">
            <SiteLinks className="flex gap-1 text-sm" />
          </nav>
          <div className="ml-auto flex items-center gap-2">
            <ThemeToggle />
            {session ? (
              <ButtonLink variant="primary" to={homeOf(session.user)}>
                Open portal
              </ButtonLink>
            ) : (
              <ButtonLink variant="primary" to={paths.login()}>
                Sign In
              </ButtonLink>
            )}
          </div>
        </div>
      </header>
      <main id="main" tabIndex={-1} className="flex flex-1 flex-col">
        {children}
      </main>
      <footer className="border-t bg-surface">
        <div className="mx-auto flex max-w-6xl flex-col gap-4 px-4 py-8 text-sm text-muted sm:px-6 md:flex-row md:items-center md:justify-between">
          <p>Sente. Company accounts and mobile-money payments in Uganda.</p>
          <nav aria-label="Footer">
            <SiteLinks className="-mx-3 flex flex-wrap gap-x-1" />
          </nav>
        </div>
      </footer>
    </div>
  );
}

function SiteLinks({ className }: { className: string }) {
  return (
    <ul className={className}>
      {links.map(({ label, to }) => (
        <li key={label}>
          <Link to={to} className="block rounded-lg px-3 py-1.5 text-muted hover:text-ink">
            {label}
          </Link>
        </li>
      ))}
    </ul>
  );
}
