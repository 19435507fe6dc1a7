import { adminRoutes } from './admin-routes.ts';
import { clientRoutes } from './client-routes.ts';
import { lazyComponent } from '../lib/lazy-component.tsx';
import { publicRoutes } from './public-routes.ts';
import type { AppRoute } from './route.ts';

const scopedPrefix = '/client/company/:companyId';

/** Every client page has a second name that carries the company. */
const scopedClientRoutes = clientRoutes.map((route) => ({
  ...route,
  path: route.path.replace('/client', scopedPrefix),
}));

const unknown = {
  title: 'Page not found',
  layout: 'bare',
  page: lazyComponent(() => import('./elsewhere.tsx')),
} as const;

export const routes: readonly AppRoute[] = [
  ...publicRoutes,
  ...adminRoutes,
  ...clientRoutes,
  ...scopedClientRoutes,
  // So that another company is refused before its path turns out to be unknown.
  { ...unknown, path: `${scopedPrefix}/*`, guard: { kind: 'company' } },
  { ...unknown, path: '*', guard: { kind: 'public' } },
];
