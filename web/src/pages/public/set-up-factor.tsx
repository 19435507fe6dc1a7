import type { FactorState } from '@sente/contract/factors';
import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { createQueryClient } from '../../api/query-client.ts';
import { queryState } from '../../api/query-state.ts';
import { signOut } from '../../api/sign-out.ts';
import { SignInFrame } from '../../features/auth/sign-in-frame.tsx';
import { factorsQuery } from '../../features/factors/factor-queries.ts';
import { FactorSetup } from '../../features/factors/factor-setup.tsx';
import { canUsePasskeys } from '../../lib/passkey-support.ts';
import { changeSessionUser } from '../../session/session-store.ts';
import { useSession } from '../../session/use-session.ts';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { lateChosen } from '../../ui/late.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';

const PasskeySetup = lateChosen(() => import('../../features/factors/passkey-setup.tsx'));

/** For whoever has to have a second factor and has none; nothing else works until then. */
export default function SetUpFactorPage() {
  const user = useSession()?.user;
  // Public pages share none: the sign-in does without it.
  const [queryClient] = useState(createQueryClient);
  const [hasCodes, setHasCodes] = useState(false);
  return (
    <SignInFrame
      {...(hasCodes ? savingCodes : settingUp)}
      below={
        <button type="button" className="link rounded-sm" onClick={() => signOut()}>
          Sign out
        </button>
      }
    >
      {user ? (
        <QueryClientProvider client={queryClient}>
          <Steps userId={user.id} hasCodes={hasCodes} onCodes={() => setHasCodes(true)} />
        </QueryClientProvider>
      ) : null}
    </SignInFrame>
  );
}

const settingUp = {
  title: 'Set up a second factor',
  subtitle:
    'It is required of you. Signing in then asks for something that you have, besides the password.',
};
const savingCodes = {
  title: 'Save your recovery codes',
  subtitle: 'Your second factor is set up. This is the last step.',
};

interface StepsProps {
  userId: string;
  /** The recovery codes are on the screen. */
  hasCodes: boolean;
  onCodes: () => void;
}

function Steps({ userId, ...codes }: StepsProps) {
  const { data, failure } = queryState(useQuery({ ...factorsQuery(userId), staleTime: Infinity }));
  if (failure) {
    return (
      <ErrorPanel
        title="Failed to load the second factor"
        retryLabel="Try Again"
        failure={failure}
      />
    );
  }
  if (!data) return <SkeletonRows count={4} label="Loading" />;
  return <Choice userId={userId} state={data} {...codes} />;
}

/** An app or a passkey; each can be replaced or joined by the other later. */
function Choice({ userId, state, hasCodes, onCodes }: StepsProps & { state: FactorState }) {
  const [way, setWay] = useState<'app' | 'passkey'>('app');
  const steps = {
    userId,
    doneLabel: 'I Have Saved Them',
    onCodes,
    // The guard then continues to the page that was asked for.
    onDone: () => changeSessionUser({ mustSetUpFactor: false }),
  };
  return (
    <>
      {way === 'app' ? (
        <FactorSetup
          {...steps}
          needsPassword={state.needsPassword}
          asksFactor={state.needsCode}
          held={state}
        />
      ) : (
        <PasskeySetup {...steps} before={state} />
      )}
      {canUsePasskeys() && !hasCodes ? (
        <button
          type="button"
          className="link mt-5 rounded-sm"
          onClick={() => setWay(way === 'app' ? 'passkey' : 'app')}
        >
          {way === 'app' ? 'Use a passkey instead' : 'Use an authenticator app instead'}
        </button>
      ) : null}
    </>
  );
}
