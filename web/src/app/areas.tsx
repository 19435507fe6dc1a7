import { matchPath } from '../lib/route-match.ts';
import { paths } from '../lib/paths.ts';
import type { Late } from '../ui/late.tsx';
import type { Pages } from './guarded.tsx';
import { PortalSkeleton } from './page-skeleton.tsx';
import { PublicPages } from './public-area.tsx';
import { lateLayout, type AppRoute } from './route.tsx';

interface Area {
  readonly Pages: Late<object>;
  readonly load: () => Promise<{ readonly default: Pages }>;
}

/**
 * The portals. The pages of each, with their titles, permissions and lists of files, load with its
 * layout: the sign-in needs none of them.
 */
const areas = {
  admin: area(() => import('./admin-area.tsx')),
  client: area(() => import('./client-area.tsx')),
};

function area(load: Area['load']): Area {
  return { Pages: lateLayout(load, <PortalSkeleton />), load };
}

/** Where the addresses of the back-office begin. Others that nobody knows need none of its code. */
const staffAddresses = [
  paths.admin(),
  paths.approvals(),
  paths.payoutBrakes(),
  paths.reconciliation(),
  paths.settlements(),
  paths.settings(),
  paths.companies(),
  paths.blockedNumbers(),
  paths.enquiries(),
  paths.users(),
  paths.roles(),
  paths.transactions(),
  paths.reports(),
  paths.audit(),
  paths.accounts(),
];

/** Undefined for the public pages. */
function areaAt(pathname: string): Area | undefined {
  if (matchPath(`${paths.client.home()}/*`, pathname)) return areas.client;
  const isStaff = staffAddresses.some((address) => matchPath(`${address}/*`, pathname));
  return isStaff ? areas.admin : undefined;
}

export function PagesAt({ pathname }: { pathname: string }) {
  const Pages = areaAt(pathname)?.Pages ?? PublicPages;
  return <Pages />;
}

/** Loads the area of an address. */
export async function routesAt(pathname: string): Promise<readonly AppRoute[]> {
  const found = areaAt(pathname);
  if (!found) return PublicPages.routes;
  await found.Pages.preload();
  return (await found.load()).default.routes;
}
