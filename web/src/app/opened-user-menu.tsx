import { LogOut, Settings, UserRound } from 'lucide-react';
import { paths } from '../lib/paths.ts';
import { signOut } from '../api/sign-out.ts';
import { useSession } from '../session/use-session.ts';
import { Menu } from '../ui/menu.tsx';
import { UserButton } from './user-button.tsx';

/** Replaces its button when that is first pressed, and stays. */
export default function OpenedUserMenu() {
  const session = useSession();
  return (
    <Menu
      defaultOpen
      trigger={<UserButton />}
      header={
        <span className="block max-w-64 text-13 break-words text-muted">
          Signed in as <span className="font-medium text-ink">{session?.user.email}</span>
          <span className="block">
            {session?.user.name} · {session?.user.role}
          </span>
        </span>
      }
      items={[
        { label: 'Profile', icon: <UserRound />, to: paths.settings('profile') },
        { label: 'Settings', icon: <Settings />, to: paths.settings('security') },
        'separator',
        { label: 'Logout', icon: <LogOut />, onSelect: () => signOut() },
      ]}
    />
  );
}
