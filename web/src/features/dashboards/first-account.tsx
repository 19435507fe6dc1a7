import { paths } from '../../lib/paths.ts';
import { Banner } from '../../ui/banner.tsx';
import { ButtonLink } from '../../ui/button.tsx';

/** What to do with a portal in which there is nothing yet. */
export function FirstAccount({ canOpenOne }: { canOpenOne: boolean }) {
  return (
    <Banner
      className="mb-6"
      title="Your company has no account yet"
      action={
        canOpenOne ? (
          <ButtonLink
            to={paths.client.accounts({ action: 'new-account' })}
            size="sm"
            className="self-center"
          >
            New Account
          </ButtonLink>
        ) : undefined
      }
    >
      {canOpenOne
        ? 'Open the first one to collect, hold and send money.'
        : 'Somebody who may manage accounts has to open the first one.'}
    </Banner>
  );
}
