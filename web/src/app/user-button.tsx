import { ChevronDown, UserRound } from 'lucide-react';
import type { ComponentProps } from 'react';
import { useSession } from '../session/use-session.ts';
import { Button } from '../ui/button.tsx';
import { Spinner } from '../ui/spinner.tsx';

interface UserButtonProps extends Omit<ComponentProps<typeof Button>, 'children' | 'busy'> {
  /** Pressed while the menu loads. It stays a button, so that leaving it cancels the menu. */
  isWaiting?: boolean | undefined;
}

/** Opens the user menu of the back-office. */
export function UserButton({ isWaiting = false, ...props }: UserButtonProps) {
  const user = useSession()?.user;
  const name = user?.name || user?.email;
  return (
    <Button {...props} variant="ghost" className="max-sm:w-9 max-sm:px-0">
      <span className="flex items-center gap-2">
        {isWaiting ? (
          <Spinner label="Loading" />
        ) : (
          <UserRound aria-hidden="true" className="text-muted" />
        )}
        <span className="max-w-40 truncate max-sm:sr-only" title={name}>
          {name}
        </span>
        <span className="sr-only">, user menu</span>
        <ChevronDown aria-hidden="true" className="text-muted max-sm:hidden" />
      </span>
    </Button>
  );
}
