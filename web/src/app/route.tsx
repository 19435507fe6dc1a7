import type { ReactNode } from 'react';
import { late, type Late } from '../ui/late.tsx';
import { ReloadPanel } from './error-boundary.tsx';
import type { Guard, Restriction } from './guards.ts';
import { PageSkeleton } from './page-skeleton.tsx';

export interface AppRoute {
  readonly path: string;
  /** In the browser's tab. */
  readonly title: string;
  readonly guard: Guard;
  readonly restriction?: Restriction;
  /** Of public pages; a portal has its own. */
  readonly layout?: Late<LayoutProps>;
  /** Undefined: the address is unknown and redirects to `/`, where a page says so. */
  readonly page?: Late<object>;
}

export interface LayoutProps {
  children: ReactNode;
  /** The pages that share the layout: the search of a portal offers those that the person may open. */
  routes?: readonly AppRoute[] | undefined;
}

export type LoadPage = Late<object>['load'];

const failed = () => <ReloadPanel />;

export function page(load: LoadPage): Late<object> {
  return late(load, { waiting: <PageSkeleton />, failed });
}

export function lateLayout<Props extends object>(
  load: Late<Props>['load'],
  waiting: ReactNode,
): Late<Props> {
  return late(load, { waiting, failed });
}

/** The address of a placeholder record, such as `paths.company(':id')`, in the router's syntax. */
export function pattern(address: string): string {
  return decodeURIComponent(address);
}

export const unknownPage: AppRoute = {
  path: '*',
  title: 'Page not found',
  guard: { kind: 'public' },
};

/** In the history entry of `/`, to which unknown addresses lead. */
export interface FromUnknown {
  readonly unknownPage?: string;
}
