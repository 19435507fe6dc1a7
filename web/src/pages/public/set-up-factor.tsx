import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { createQueryClient } from '../../api/query-client.ts';
import { queryState } from '../../api/query-state.ts';
import { signOut } from '../../api/sign-out.ts';
import { SignInFrame } from '../../features/auth/sign-in-frame.tsx';
import { factorsQuery } from '../../features/factors/factor-queries.ts';
import { FactorSetup } from '../../features/factors/factor-setup.tsx';
import { changeSessionUser } from '../../session/session-store.ts';
import { useSession } from '../../session/use-session.ts';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';

/** For whoever has to have a second factor and has none; nothing else works until then. */
export default function SetUpFactorPage() {
  const user = useSession()?.user;
  // Public pages share none: the sign-in does without it.
  const [queryClient] = useState(createQueryClient);
  return (
    <SignInFrame
      title="Set up a second factor"
      subtitle="It is required of you. Signing in then asks for a code besides the password."
      below={
        <button type="button" className="link rounded-sm" onClick={() => signOut()}>
          Sign out
        </button>
      }
    >
      {user ? (
        <QueryClientProvider client={queryClient}>
          <Steps userId={user.id} />
        </QueryClientProvider>
      ) : null}
    </SignInFrame>
  );
}

function Steps({ userId }: { userId: string }) {
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
  return (
    <FactorSetup
      userId={userId}
      needsPassword={data.needsPassword}
      asksFactor={data.needsCode}
      held={data}
      doneLabel="I Have Saved Them"
      // The guard then continues to the page that was asked for.
      onDone={() => changeSessionUser({ mustSetUpFactor: false })}
    />
  );
}
