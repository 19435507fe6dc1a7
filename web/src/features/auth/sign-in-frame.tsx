import type { ReactNode } from 'react';
import { cn } from '../../lib/cn.ts';
import { paths } from '../../lib/paths.ts';
import { Brand } from '../../ui/brand.tsx';
import { Link } from '../../ui/link.tsx';
import { ThemeToggle } from '../../ui/theme-toggle.tsx';

interface SignInFrameProps {
  title: string;
  subtitle: ReactNode;
  /** Below the card. */
  below: ReactNode;
  /** For choices beside each other, without the card around them. */
  isWide?: boolean;
  children: ReactNode;
}

/** The page around signing in and choosing a password: a heading and one card. */
export function SignInFrame({
  title,
  subtitle,
  below,
  isWide = false,
  children,
}: SignInFrameProps) {
  return (
    <div className="site-paper flex min-h-dvh flex-col">
      <header className="flex h-16 items-center justify-between px-4 sm:px-6">
        <Link to={paths.landing()} className="flex rounded-lg">
          <Brand text="Sente" textClassName="text-lg" />
        </Link>
        <ThemeToggle />
      </header>
      <main
        id="main"
        tabIndex={-1}
        className="flex flex-1 flex-col items-center justify-center px-4 pt-4 pb-24"
      >
        <div className={cn('w-full', isWide ? 'max-w-4xl' : 'max-w-sm')}>
          <h1 className="text-2xl leading-8">{title}</h1>
          <p className="mt-1 wrap-anywhere text-muted">{subtitle}</p>
          <div className={cn('mt-6', !isWide && 'rounded-xl border bg-surface p-6 shadow-sm')}>
            {children}
          </div>
          <p className="mt-6 text-center">{below}</p>
        </div>
      </main>
    </div>
  );
}

export function BackToSignIn() {
  return (
    <Link to={paths.login()} className="link rounded-sm">
      Back to sign-in
    </Link>
  );
}
