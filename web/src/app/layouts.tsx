import type { ReactNode } from 'react';
import { lazyComponent, type LazyComponent } from '../lib/lazy-component.tsx';
import type { LayoutName } from './route.ts';

interface LayoutProps {
  children: ReactNode;
}

/** Pages that bring their own frame. */
const Bare: LazyComponent<LayoutProps> = Object.assign(
  ({ children }: LayoutProps) => <>{children}</>,
  { preload: () => Promise.resolve() },
);

export const layouts: Record<LayoutName, LazyComponent<LayoutProps>> = {
  bare: Bare,
  public: lazyComponent(() => import('./public-layout.tsx')),
  wallet: lazyComponent(() => import('./wallet-layout.tsx')),
  admin: lazyComponent(() => import('./admin-layout.tsx')),
  client: lazyComponent(() => import('./client-layout.tsx')),
};
