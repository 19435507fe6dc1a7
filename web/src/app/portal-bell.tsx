import { Bell as BellIcon } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { BellProps } from '../features/dashboards/bell-news.ts';
import { useOverPage } from '../lib/use-over-page.ts';
import { IconButton } from '../ui/icon-button.tsx';
import type { Late } from '../ui/late.tsx';

interface PortalBellProps {
  /** What the bell counts and shows; fetched after the first paint, or when the bell is pressed. */
  bell: Late<BellProps>;
}

export function PortalBell({ bell: Bell }: PortalBellProps) {
  const [isOpen, setIsOpen] = useOverPage<true>();
  const [hasNews, setHasNews] = useState(false);
  useEffect(() => afterPaint(Bell.preload), [Bell]);
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

/** An animation frame comes right before a paint, a timeout set in it right after. */
function afterPaint(act: () => unknown): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const frame = requestAnimationFrame(() => {
    timer = setTimeout(act);
  });
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}
