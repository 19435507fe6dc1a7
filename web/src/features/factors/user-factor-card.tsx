import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queryState } from '../../api/query-state.ts';
import { paths } from '../../lib/paths.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { DateText } from '../../ui/date-display.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { lateWindow } from '../../ui/late.tsx';
import { Link } from '../../ui/link.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { factorsQuery, hasFactor } from './factor-queries.ts';

const ResetDialog = lateWindow(() => import('./factor-reset-dialog.tsx'));

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
  return (
    <Card
      title="Two-Factor Authentication"
      actions={
        data && hasFactor(data) && !data.resetId ? (
          <Button size="sm" variant="danger-quiet" onClick={() => setIsAsking(true)}>
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
      <ResetDialog
        userId={userId}
        of={of}
        isStaff={isStaff}
        open={isAsking}
        onClose={() => setIsAsking(false)}
      />
    </Card>
  );
}
