import type { ReactNode } from 'react';
import { cn } from '../../lib/cn.ts';
import { paths } from '../../lib/paths.ts';
import { Link } from '../../ui/link.tsx';
import { PaperPage } from '../../ui/paper-page.tsx';

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
    <PaperPage>
      <div className={cn('w-full', isWide ? 'max-w-4xl' : 'max-w-sm')}>
        <h1 className="text-2xl leading-8">{title}</h1>
        <p className="mt-1 wrap-anywhere text-muted">{subtitle}</p>
        <div className={cn('mt-6', !isWide && 'rounded-xl border bg-surface p-6 shadow-sm')}>
          {children}
        </div>
        <p className="mt-6 text-center">{below}</p>
      </div>
    </PaperPage>
  );
}

export function BackToSignIn() {
  return (
    <Link to={paths.login()} className="link rounded-sm">
      Back to sign-in
    </Link>
  );
}
