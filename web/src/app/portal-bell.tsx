import { Bell as BellIcon } from 'lucide-react';
import { type ComponentType, useState } from 'react';
import { useOverPage } from '../lib/use-over-page.ts';
import type { BellProps } from '../ui/bell-props.ts';
import { IconButton } from '../ui/icon-button.tsx';

interface PortalBellProps {
  /** What the bell counts and shows. */
  bell: ComponentType<BellProps>;
}

export function PortalBell({ bell: Bell }: PortalBellProps) {
  const [isOpen, setIsOpen] = useOverPage<true>();
  const [hasNews, setHasNews] = useState(false);
  return (
    <>
      <IconButton
        label={hasNews ? 'Notifications, something is new' : 'Notifications'}
        icon={
          <span className="relative">
            <BellIcon />
            {hasNews ? (
              <span
                aria-hidden="true"
                data-bell-dot=""
                className="absolute -top-1 -right-1 size-2 rounded-full border border-surface bg-danger"
              />
            ) : null}
          </span>
        }
        aria-haspopup="dialog"
        onClick={() => setIsOpen(true)}
      />
      <Bell open={isOpen !== null} onClose={() => setIsOpen(null)} onNews={setHasNews} />
    </>
  );
}
