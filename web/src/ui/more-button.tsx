import { Ellipsis } from 'lucide-react';
import { lateMenuButton } from './menu-button.tsx';

/** What can be done besides the main things, which have buttons of their own. */
export const MoreButton = lateMenuButton(
  { label: 'More', icon: <Ellipsis /> },
  () => import('./more-menu.tsx'),
);
