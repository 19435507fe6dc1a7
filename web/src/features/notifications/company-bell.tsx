import { lateWindow } from '../../ui/late.tsx';

/** What the person was told. */
export const CompanyBell = lateWindow(() => import('./company-bell-sheet.tsx'));
