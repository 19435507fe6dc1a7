import type { Mode } from '@sente/contract/test-mode';
import type { ReactNode } from 'react';
import { Brand } from '../../ui/brand.tsx';
import { ThemeToggle } from '../../ui/theme-toggle.tsx';

interface TillFrameProps {
  /** Of the device; unknown before it is paired. */
  mode?: Mode;
  title: string;
  subtitle: ReactNode;
  children: ReactNode;
  /** Below the card. */
  below?: ReactNode;
}

/** Before a shift: a heading and one card. Nothing on a paired device leads to the portal. */
export function TillFrame({ mode = 'live', title, subtitle, children, below }: TillFrameProps) {
  return (
    <div className="flex min-h-dvh flex-col">
      <TillTestBar mode={mode} />
      <header className="flex h-16 items-center justify-between px-4 sm:px-6">
        <Brand text="Sente Till" textClassName="text-lg" />
        <ThemeToggle />
      </header>
      <main
        id="main"
        tabIndex={-1}
        className="flex flex-1 flex-col items-center justify-center px-4 pt-2 pb-20"
      >
        <div className="w-full max-w-sm">
          <h1 className="text-2xl leading-8 wrap-anywhere">{title}</h1>
          <p className="mt-1 wrap-anywhere text-muted">{subtitle}</p>
          <div className="mt-6 rounded-xl border bg-surface p-6 shadow-sm">{children}</div>
          {below}
        </div>
      </main>
    </div>
  );
}

/** On every screen of a device that was paired in test mode, and on what it prints. */
export function TillTestBar({ mode }: { mode: Mode }) {
  if (mode === 'live') return null;
  return (
    <p className="bg-test px-3 py-2 text-center text-13 font-medium text-on-test">
      Test mode: no real money moves
    </p>
  );
}
