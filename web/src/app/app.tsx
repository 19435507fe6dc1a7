import { useLocation, useRoutes, type RouteObject } from 'react-router';
import { paths } from '../lib/paths.ts';
import { Toaster } from '../ui/toast.tsx';
import { Guarded } from './guarded.tsx';
import { PageChange } from './page-change.tsx';
import { routes } from './routes.ts';

const table: RouteObject[] = routes.map((route) => ({
  path: route.path,
  element: <Guarded route={route} />,
}));

export function App() {
  const { pathname } = useLocation();
  const isClientArea = pathname.startsWith(paths.client.home());
  return (
    <>
      {useRoutes(table)}
      <PageChange />
      <Toaster successMs={isClientArea ? 4000 : 2000} />
    </>
  );
}
