import type { AccessLink, AccessLinkKind } from '@sente/contract/access-links';
import type { ReactNode } from 'react';
import { usePageTitle } from '../../lib/page-title.ts';
import { paths } from '../../lib/paths.ts';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { Link } from '../../ui/link.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { BackToSignIn, SignInFrame } from './sign-in-frame.tsx';
import { useAccessLink, type AccessLinkState } from './use-access-link.ts';

interface AccessLinkPageProps {
  kinds: readonly AccessLinkKind[];
  title: (link: AccessLink | null) => string;
  subtitle: (link: AccessLink) => ReactNode;
  /** How the person gets another link. */
  instead: ReactNode;
  children: (link: AccessLink, token: string, onEnded: () => void) => ReactNode;
}

/** A page that a link in a mail leads to. */
export function AccessLinkPage(props: AccessLinkPageProps) {
  const { state, end } = useAccessLink(props.kinds);
  const link = state.is === 'open' ? state.link : null;
  usePageTitle(hasNoLink(state) ? noLinkTitle : undefined);
  return (
    <SignInFrame
      title={hasNoLink(state) ? noLinkTitle : props.title(link)}
      subtitle={link ? props.subtitle(link) : subtitles[state.is]}
      below={<BackToSignIn />}
    >
      {state.is === 'loading' ? <SkeletonRows count={3} label="Checking the link" /> : null}
      {state.is === 'failed' ? (
        <ErrorPanel
          title="The link could not be checked"
          failure={state.failure}
          retryLabel="Try again"
        />
      ) : null}
      {hasNoLink(state) ? props.instead : null}
      {state.is === 'open' ? props.children(state.link, state.token, end) : null}
    </SignInFrame>
  );
}

const noLinkTitle = 'This link does not work';
const subtitles: Record<AccessLinkState['is'], string> = {
  loading: 'Checking your link.',
  failed: 'Your link may still work.',
  ended: 'It was used already, was replaced by a newer one, or has expired.',
  missing: 'Open the link in your mail again: it is not complete.',
  open: '',
};

function hasNoLink({ is }: AccessLinkState): boolean {
  return is === 'ended' || is === 'missing';
}

export function AskAgain() {
  return (
    <Link to={paths.forgotPassword()} className="link rounded-sm">
      Ask for a new link
    </Link>
  );
}
