import type { ReactNode } from 'react';
import { late, type Late } from '../ui/late.tsx';
import { ReloadPanel } from './error-boundary.tsx';
import type { Guard, Restriction } from './guards.ts';
import { PageSkeleton, PortalSkeleton, SiteSkeleton } from './page-skeleton.tsx';

export interface AppRoute {
  readonly path: string;
  /** In the browser's tab. */
  readonly title: string;
  readonly guard: Guard;
  readonly restriction?: Restriction;
  /** The layout; undefined for none. */
  readonly layout?: Late<LayoutProps>;
  /** Undefined: the address is unknown and redirects to the landing page. */
  readonly page?: Late<object>;
}

interface LayoutProps {
  children: ReactNode;
}

const failed = () => <ReloadPanel />;

export function page(load: Late<object>['load']): Late<object> {
  return late(load, { waiting: <PageSkeleton />, failed });
}

function layout(load: Late<LayoutProps>['load'], waiting: ReactNode): Late<LayoutProps> {
  return late(load, { waiting, failed });
}

export const layouts = {
  public: layout(() => import('./public-layout.tsx'), <SiteSkeleton barClassName="h-16" />),
  wallet: layout(() => import('./wallet-layout.tsx'), <SiteSkeleton barClassName="h-14" />),
  admin: layout(() => import('./admin-layout.tsx'), <PortalSkeleton />),
  client: layout(() => import('./client-layout.tsx'), <PortalSkeleton />),
};
