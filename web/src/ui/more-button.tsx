import { Ellipsis } from 'lucide-react';
import { useState } from 'react';
import { Button } from './button.tsx';
import { lateInPlace } from './late.tsx';
import type { MenuItem } from './menu.tsx';
import type { MoreMenuProps } from './more-menu.tsx';

/** The menu's code loads when the pointer or the focus comes near. */
const OpenedMoreMenu = lateInPlace<MoreMenuProps & { onOpen: () => void }>(
  () => import('./more-menu.tsx'),
  ({ onOpen, preload }) => (
    <Button
      icon={<Ellipsis />}
      aria-haspopup="menu"
      aria-expanded={false}
      onPointerEnter={preload}
      onFocus={preload}
      onClick={onOpen}
    >
      More
    </Button>
  ),
);

/** What can be done besides the main things, which have buttons of their own. */
export function MoreButton({ items }: { items: readonly MenuItem[] }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <OpenedMoreMenu
      open={isOpen}
      onOpen={() => setIsOpen(true)}
      onClose={() => setIsOpen(false)}
      items={items}
    />
  );
}
