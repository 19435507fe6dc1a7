import AdminLayout from './admin-layout.tsx';
import { routes } from './admin-routes.ts';
import { pagesOf } from './guarded.tsx';

export default pagesOf(routes, AdminLayout);
