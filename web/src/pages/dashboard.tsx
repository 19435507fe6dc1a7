import { homeOf } from '../session/home.ts';
import { ExpiryNotice } from '../session/expiry-notice.tsx';
import { isAdministrator } from '../session/role.ts';
import { useSession } from '../session/use-session.ts';
import { ButtonLink } from '../ui/button.tsx';
import { NotBuiltPanel } from '../ui/not-built-panel.tsx';

/** Open to everyone who is signed in; the demo wallet will stand here. */
export default function DashboardPage() {
  const session = useSession();
  if (!session) return null;
  return (
    <div className="mx-auto flex w-full max-w-3xl flex-col gap-6 px-4 py-10 text-sm sm:px-6">
      <ExpiryNotice />
      <NotBuiltPanel title="Dashboard" />
      <p className="flex flex-wrap items-center justify-center gap-3">
        <span className="text-muted">Your own figures are in your portal.</span>
        <ButtonLink to={homeOf(session.user)}>
          {isAdministrator(session.user) ? 'Go to the back-office' : 'Go to the client portal'}
        </ButtonLink>
      </p>
    </div>
  );
}
