import { factors } from '@sente/contract/factors';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { useChange } from '../../api/change.ts';
import { key, keys } from '../../api/keys.ts';
import { queryState } from '../../api/query-state.ts';
import { paths } from '../../lib/paths.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { DateText } from '../../ui/date-display.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { Link } from '../../ui/link.tsx';
import { NoteDialog } from '../../ui/note-dialog.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { factorsKey, factorsQuery, hasFactor } from './factor-queries.ts';

interface UserFactorCardProps {
  userId: string;
  /** The person's name. */
  of: string;
  /** A second person has to agree. */
  isStaff: boolean;
}

/** The second factor of somebody else, and how to help them when it is lost. */
export default function UserFactorCard({ userId, of, isStaff }: UserFactorCardProps) {
  const { data, failure, isLoading } = queryState(useQuery(factorsQuery(userId)));
  const [isAsking, setIsAsking] = useState(false);
  const reset = useChange({
    send: ({ note }: { note: string }) =>
      call(factors.reset, { params: { id: userId }, body: { reason: note } }),
    invalidates: [factorsKey(userId), key('sessions', userId), keys.approvals.all],
    after: ['success', 'outdated'],
  });
  return (
    <Card
      title="Two-Factor Authentication"
      actions={
        data && hasFactor(data) && !data.resetId ? (
          <Button variant="danger-quiet" onClick={() => setIsAsking(true)}>
            Remove Second Factor
          </Button>
        ) : null
      }
    >
      {failure ? (
        <ErrorPanel
          title="Failed to load the second factor"
          failure={failure}
          retryLabel="Try Again"
        />
      ) : null}
      {isLoading ? <SkeletonRows count={1} label="Loading the second factor" /> : null}
      {data && !hasFactor(data) ? (
        <p>{data.isRequired ? `${of} has to set one up at the next sign-in.` : 'Off'}</p>
      ) : null}
      {data && hasFactor(data) ? (
        <p>
          {data.app ? (
            <>
              Authenticator app since <DateText value={data.app.since} format="dateTime" />.{' '}
            </>
          ) : null}
          {data.passkeys.length > 0 ? `Passkeys: ${data.passkeys.length}. ` : null}
          {data.recoveryCodesLeft} recovery codes left.
        </p>
      ) : null}
      {data?.resetId ? (
        <p className="mt-2">
          Its removal{' '}
          <Link to={paths.approval(data.resetId)} className="link rounded-sm">
            waits for a second person
          </Link>
          .
        </p>
      ) : null}
      <NoteDialog
        subject={isAsking ? userId : null}
        change={reset}
        values={() => ({})}
        title={() => `Remove the second factor of ${of}?`}
        description={
          isStaff
            ? `A second person has to approve it. ${of} then signs in with the password alone, and all sessions are ended. Make sure that it is really them who lost it.`
            : `${of} then signs in with the password alone, and all sessions are ended. Make sure that it is really them who lost it.`
        }
        noteLabel="Reason"
        noteHint="Who asked for it, and how you know that it was them"
        confirmLabel="Remove"
        busyLabel="Removing..."
        tone="danger"
        done={(_subject, { meta }) =>
          meta?.approvalId ? 'It waits for a second person' : 'The second factor is removed'
        }
        failed="Failed to remove the second factor"
        onClose={() => setIsAsking(false)}
      />
    </Card>
  );
}
