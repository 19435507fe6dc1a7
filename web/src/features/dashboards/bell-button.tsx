import { Bell } from 'lucide-react';
import { IconButton } from '../../ui/icon-button.tsx';

interface BellButtonProps {
  hasNews?: boolean | undefined;
  onClick?: (() => void) | undefined;
}

/** Stands in the top bar before the code behind it has arrived. */
export function BellButton({ hasNews = false, onClick }: BellButtonProps) {
  return (
    <IconButton
      label={hasNews ? 'Notifications, something is new' : 'Notifications'}
      icon={
        <span className="relative">
          <Bell />
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
      onClick={onClick}
    />
  );
}
