import { ChevronDown, UserRound } from 'lucide-react';
import type { ComponentProps } from 'react';
import { Button } from '../ui/button.tsx';

/** Opens the user menu of the back-office. */
export function UserButton(props: Omit<ComponentProps<typeof Button>, 'children'>) {
  return (
    <Button {...props} variant="ghost" className="max-sm:w-9 max-sm:px-0">
      <span className="flex items-center gap-2">
        <UserRound aria-hidden="true" className="text-muted" />
        {/* A fixed name is asked for; who it really is stands inside the menu. */}
        <span className="max-sm:sr-only">Admin User</span>
        <ChevronDown aria-hidden="true" className="text-muted max-sm:hidden" />
      </span>
    </Button>
  );
}
