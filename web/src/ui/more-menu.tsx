import { Ellipsis } from 'lucide-react';
import { Button } from './button.tsx';
import { Menu, type MenuItem } from './menu.tsx';

export interface MoreMenuProps {
  open: boolean;
  onClose: () => void;
  items: readonly MenuItem[];
}

/** Replaces its button when that is first pressed, and stays. */
export default function MoreMenu({ items }: MoreMenuProps) {
  return <Menu defaultOpen trigger={<Button icon={<Ellipsis />}>More</Button>} items={items} />;
}
