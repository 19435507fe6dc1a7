import type { SessionUser } from '@sente/contract/auth';
import { ArrowRight } from 'lucide-react';
import { paths } from '../../lib/paths.ts';
import { areaOf } from '../../session/home.ts';
import { isAdministrator } from '../../session/role.ts';
import { ButtonLink } from '../../ui/button.tsx';

/** The way to the real figures, for whoever has any. */
export function OwnArea({ user }: { user: SessionUser }) {
  const area = areaOf(user);
  if (area === paths.dashboard()) {
    return (
      <p className="max-w-sm text-13 text-balance text-muted sm:text-right">
        Your sign-in belongs to no company yet, so there is no portal to go to. An administrator can
        add you to one.
      </p>
    );
  }
  return (
    <ButtonLink to={area}>
      {isAdministrator(user) ? 'Go to the back-office' : 'Go to the client portal'}
      <ArrowRight aria-hidden="true" />
    </ButtonLink>
  );
}
