import { sessions, type Session } from '@sente/contract/sessions';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { useChange } from '../../api/change.ts';
import { key } from '../../api/keys.ts';
import { queryState } from '../../api/query-state.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ChangeButton } from '../../ui/change-button.tsx';
import { ConfirmAction } from '../../ui/confirm-action.tsx';
import { DateText } from '../../ui/date-display.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { deviceName } from '@sente/contract/device-name';

const sessionsKey = (userId: string) => key('sessions', userId);

const sessionsQuery = (userId: string) =>
  queryOptions({
    queryKey: sessionsKey(userId),
    queryFn: async ({ signal }) =>
      (await call(sessions.list, { params: { id: userId }, signal })).data,
  });

interface SessionsCardProps {
  userId: string;
  /** Of somebody else: all sessions are others. */
  of?: string | undefined;
}

/** Where a person is signed in, and how to end it. */
export default function SessionsCard({ userId, of }: SessionsCardProps) {
  const { data, failure, isLoading } = queryState(useQuery(sessionsQuery(userId)));
  const [isAsking, setIsAsking] = useState(false);
  const endAll = useChange({
    send: (id: string) => call(sessions.endAll, { params: { id } }),
    // Trusted browsers are forgotten as well.
    invalidates: [sessionsKey(userId), key('factors', userId)],
    after: ['success', 'failure'],
  });
  const label = of ? 'Sign Out Everywhere' : 'Sign Out Other Browsers';
  return (
    <Card
      title="Sessions"
      description={of ? `Where ${of} is signed in` : 'Where you are signed in'}
      flush
      // Also with no other session: it forgets browsers, which are known and trusted for longer.
      actions={
        data ? (
          <Button size="sm" onClick={() => setIsAsking(true)}>
            {label}
          </Button>
        ) : null
      }
    >
      {failure ? (
        <ErrorPanel title="Failed to load sessions" retryLabel="Try Again" failure={failure} />
      ) : null}
      {isLoading ? <SkeletonRows count={2} label="Loading sessions" className="p-5" /> : null}
      {data?.length === 0 ? (
        <div className="p-5 text-muted">
          <p>Not signed in anywhere</p>
          {/* Why the button is there all the same. */}
          <p className="mt-1 text-13">
            {label} then forgets trusted browsers and ends links for a new password or email.
          </p>
        </div>
      ) : null}
      <ul className="divide-y">
        {data?.map((session) => (
          <SessionItem key={session.id} userId={userId} session={session} />
        ))}
      </ul>
      <ConfirmAction
        subject={isAsking ? userId : null}
        change={endAll}
        input={(id) => id}
        title={() => (of ? `Sign ${of} out everywhere?` : 'Sign out all other browsers?')}
        description={
          of
            ? `${of} has to sign in again, with the second factor in every browser. Links for a new password or email stop working. What was not saved is lost.`
            : 'This browser stays signed in. All others are signed out and forgotten, and links for a new password or email stop working. What was not saved there is lost.'
        }
        confirmLabel={label}
        busyLabel="Signing Out..."
        tone="danger"
        done="Signed out"
        failed="Failed to end the sessions"
        onClose={() => setIsAsking(false)}
      />
    </Card>
  );
}

function SessionItem({ userId, session }: { userId: string; session: Session }) {
  const end = useChange({
    send: (sessionId: string) => call(sessions.end, { params: { id: userId, sessionId } }),
    invalidates: [sessionsKey(userId)],
    after: ['success', 'outdated'],
  });
  const device = deviceName(session.userAgent);
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-5 py-3">
      <div className="min-w-0 flex-1 basis-48">
        <p className="flex flex-wrap items-center gap-2 font-medium">
          {device}
          {session.isCurrent ? <Badge tone="success">This browser</Badge> : null}
        </p>
        <p className="text-13 text-muted wrap-anywhere">
          {session.address ?? 'Unknown address'} · since{' '}
          <DateText value={session.createdAt} format="shortTime" /> · last used{' '}
          <DateText value={session.lastUsedAt} format="shortTime" />
        </p>
      </div>
      {session.isCurrent ? null : (
        <ChangeButton
          change={end}
          input={session.id}
          size="sm"
          aria-label={`Sign out ${device}, ${session.address ?? 'unknown address'}`}
          done={() => 'Signed out'}
          failed="Failed to end the session"
        >
          Sign Out
        </ChangeButton>
      )}
    </li>
  );
}
