import { LogIn, Menu, X, Moon, Sun } from 'lucide-react';
import { useLocation } from '../../lib/router.tsx';
import { cn } from '../../lib/cn.ts';
import { paths } from '../../lib/paths.ts';
import { Brand } from '../../ui/brand.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { iconButtonClass } from '../../ui/icon-button.tsx';
import { docsLink, type SiteLink, sections, walletLink } from './site-links.ts';

const menuId = 'site-menu';

export function SiteHeader() {
  return (
    <header className="site-header sticky top-0 z-20 border-b">
      <div className="mx-auto flex h-16 max-w-6xl items-center gap-3 px-4 sm:px-6">
        <a href={paths.landing()} className="flex rounded-lg">
          <Brand text="Sente" textClassName="text-lg" />
        </a>
        <nav aria-label="Main" className="ml-4 hidden lg:block">
          <NavLinks className="flex gap-0.5 text-sm" linkClassName="px-3 py-2" />
        </nav>
        <div className="ml-auto flex items-center gap-2">
          <ThemeSwitch />
          <PortalLink />
          <button
            type="button"
            popoverTarget={menuId}
            className={cn(iconButtonClass({ variant: 'secondary' }), 'lg:hidden')}
          >
            <Menu aria-hidden="true" />
            <span className="sr-only">Open menu</span>
          </button>
        </div>
      </div>
      <PhoneMenu />
    </header>
  );
}

/** Both are in the HTML; public/theme.js detects a signed-in user before the first paint. */
function PortalLink() {
  return (
    <>
      <ButtonLink variant="primary" to={paths.login()} className="site-signed-out">
        Sign In
      </ButtonLink>
      {/* The sign-in page redirects a signed-in user to their own area. */}
      <ButtonLink variant="primary" to={paths.login()} data-home-link className="site-signed-in">
        Go to dashboard
      </ButtonLink>
    </>
  );
}

/** The browser's popover: opens without a script, closes on Escape and on a press outside. */
function PhoneMenu() {
  return (
    <div id={menuId} popover="auto" className="site-menu">
      <div className="flex h-16 items-center justify-between border-b px-4 sm:px-6">
        <Brand text="Sente" textClassName="text-lg" />
        <button
          type="button"
          popoverTarget={menuId}
          popoverTargetAction="hide"
          className={iconButtonClass({ variant: 'secondary' })}
        >
          <X aria-hidden="true" />
          <span className="sr-only">Close menu</span>
        </button>
      </div>
      <nav aria-label="Menu" className="px-4 py-3 sm:px-6">
        <NavLinks className="flex flex-col" linkClassName="px-3 py-3 text-lg" />
        <ButtonLink
          size="lg"
          fullWidth
          to={paths.login()}
          icon={<LogIn aria-hidden="true" />}
          className="mt-3 mb-2"
        >
          Sign In or open your portal
        </ButtonLink>
      </nav>
    </div>
  );
}

const links: readonly SiteLink[] = [...sections, walletLink, { ...docsLink, label: 'Docs' }];

function NavLinks({ className, linkClassName }: { className: string; linkClassName: string }) {
  const { pathname } = useLocation();
  return (
    <ul className={className}>
      {links.map(({ label, to, section }) => (
        <li key={label}>
          <a
            href={to}
            data-section-link={section}
            aria-current={pathname === to ? 'page' : undefined}
            className={cn(
              'site-nav-link block rounded-lg text-muted hover:text-ink',
              linkClassName,
            )}
          >
            {label}
          </a>
        </li>
      ))}
    </ul>
  );
}

/**
 * The portal's toggle without state: both icons are in the HTML and the theme shows one of them, so
 * that the prerendered HTML is right in either theme. frame-behaviour.ts handles the press.
 */
function ThemeSwitch() {
  return (
    <button type="button" data-theme-switch className={iconButtonClass({})}>
      <span className="grid place-items-center dark:hidden">
        <Moon aria-hidden="true" />
        <span className="sr-only">Switch to dark theme</span>
      </span>
      <span className="hidden place-items-center dark:grid">
        <Sun aria-hidden="true" />
        <span className="sr-only">Switch to light theme</span>
      </span>
    </button>
  );
}
