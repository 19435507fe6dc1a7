import { useEffect, useState } from 'react';
import { BellButton } from '../features/dashboards/bell-button.tsx';
import type { BellProps } from '../features/dashboards/use-bell-look.ts';
import { useOverPage } from '../lib/use-over-page.ts';
import type { LazyDialog } from '../ui/lazy-dialog.tsx';

interface WholeBellProps {
  /** What it counts and shows; fetched after the page has been painted, or when the bell is pressed. */
  bell: LazyDialog<BellProps>;
}

export function WholeBell({ bell: Bell }: WholeBellProps) {
  const [isOpen, setIsOpen] = useOverPage<true>();
  const [hasNews, setHasNews] = useState(false);
  useEffect(() => afterPaint(Bell.preload), [Bell]);
  return (
    <>
      <BellButton hasNews={hasNews} onClick={() => setIsOpen(true)} />
      <Bell open={isOpen !== null} onClose={() => setIsOpen(null)} onNews={setHasNews} />
    </>
  );
}

/** The frame comes right before the painting, what it puts off right after. */
function afterPaint(act: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const frame = requestAnimationFrame(() => {
    timer = setTimeout(act);
  });
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}
