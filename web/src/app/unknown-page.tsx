import { useLocation } from '../lib/router.tsx';
import { usePageTitle } from '../lib/page-title.ts';
import { paths } from '../lib/paths.ts';
import { homeOf } from '../session/home.ts';
import { useSession } from '../session/use-session.ts';
import { Banner } from '../ui/banner.tsx';
import { ButtonLink } from '../ui/button.tsx';

/** In the history entry of the landing page, to which unknown addresses lead. */
export interface FromUnknown {
  readonly unknownPage?: string;
}

/** Says why the landing page is shown instead of what was asked for, and leads back to work. */
export function UnknownPage() {
  const { unknownPage } = (useLocation().state ?? {}) as FromUnknown;
  return unknownPage ? <Notice address={unknownPage} /> : null;
}

function Notice({ address }: { address: string }) {
  const user = useSession()?.user;
  usePageTitle('Page Not Found');
  return (
    <div className="mx-auto w-full max-w-6xl px-4 pt-6 sm:px-6">
      <Banner
        tone="warning"
        title="Page not found"
        action={
          <ButtonLink
            variant="primary"
            className="self-center"
            to={user ? homeOf(user) : paths.login()}
          >
            {user ? 'Go to the dashboard' : 'Sign In'}
          </ButtonLink>
        }
      >
        There is no page at <span className="font-medium wrap-anywhere">{address}</span>. The
        address may be mistyped, or the page has moved.
      </Banner>
    </div>
  );
}
