import { useEffect, useState } from 'react';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import {
  endSession,
  msLeft,
  warningMs,
  willExpireSoon,
  type Session,
} from '../session/session-store.ts';
import { endedText } from '../session/session-end.ts';
import { signOut } from '../api/sign-out.ts';
import { useSession } from '../session/use-session.ts';

/** The maximum delay of a browser timer. */
const maxDelayMs = 2 ** 31 - 1;

/** Warns before the session expires, and opens the sign-in page when it does. */
export function ExpiryNotice() {
  const session = useSession();
  const isSoon = useExpiry(session);
  const [dismissedToken, setDismissedToken] = useState<string | null>(null);

  if (!session || !isSoon || dismissedToken === session.token) return null;
  return (
    <Banner
      tone="warning"
      title="Your session will expire soon"
      onDismiss={() => setDismissedToken(session.token)}
    >
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <p>Save your work. You come back to this page after signing in.</p>
        <Button size="sm" onClick={() => signOut({ keepPage: true })}>
          Sign in again
        </Button>
      </div>
    </Banner>
  );
}

function useExpiry(session: Session | null): boolean {
  const [isSoon, setIsSoon] = useState(false);

  useEffect(() => {
    if (!session) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const check = () => {
      clearTimeout(timer);
      const left = msLeft(session);
      if (left <= 0) {
        endSession({ ifToken: session.token, message: endedText });
        return;
      }
      setIsSoon(willExpireSoon(session));
      const next = left >= warningMs ? left - warningMs + 1 : left;
      timer = setTimeout(check, Math.min(next, maxDelayMs));
    };
    check();
    // Timers do not run while a laptop sleeps.
    document.addEventListener('visibilitychange', check);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', check);
    };
  }, [session]);

  return isSoon;
}
