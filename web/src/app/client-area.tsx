import ClientLayout from './client-layout.tsx';
import { routes } from './client-routes.ts';
import { pagesOf } from './guarded.tsx';

export default pagesOf(routes, ClientLayout);
