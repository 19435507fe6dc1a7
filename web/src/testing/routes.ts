import { routes as admin } from '../app/admin-routes.ts';
import { routes as client } from '../app/client-routes.ts';
import { routes as site } from '../app/public-area.tsx';
import { unknownPage, type AppRoute } from '../app/route.tsx';

/** All pages, of every area. */
export const routes: readonly AppRoute[] = [
  ...[...site, ...admin, ...client].filter((route) => route !== unknownPage),
  unknownPage,
];
