import { Ellipsis } from 'lucide-react';
import { Button } from './button.tsx';
import { Menu, type MenuItem } from './menu.tsx';

/** Replaces its button when that is first pressed, and stays. */
export default function MoreMenu({ items }: { items: readonly MenuItem[] }) {
  return <Menu defaultOpen trigger={<Button icon={<Ellipsis />}>More</Button>} items={items} />;
}
