import type { BrakeState, PayoutBrake } from '@sente/contract/payout-brakes';
import { useQuery } from '@tanstack/react-query';
import { CircleCheck, OctagonPause } from 'lucide-react';
import { useState } from 'react';
import { queryState } from '../../api/query-state.ts';
import { paths } from '../../lib/paths.ts';
import { Allowed } from '../../session/allowed.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { DateText, RelativeTime } from '../../ui/date-display.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { late, lateWindow } from '../../ui/late.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { RefreshButton } from '../../ui/refresh-button.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { brakeQueries } from './brake-queries.ts';
import { heldText, stateOf, titleOf, trippedBy } from './brake-texts.ts';

const EarlierBrakes = late(() => import('./earlier-brakes-panel.tsx'));
const StopPayoutsDialog = lateWindow(() => import('./stop-payouts-dialog.tsx'));

/** Whether payouts go out, whether somebody watches, and what was earlier. */
export function BrakesScreen() {
  const query = useQuery(brakeQueries.state());
  const { data, failure, isLoading } = queryState(query);
  const [isStopping, setIsStopping] = useState(false);
  const isAllStopped = data?.brakes.some(({ companyId }) => companyId === null) ?? true;
  return (
    <>
      <PageHeader
        title="Payout Brake"
        subtitle="Stops payouts when something looks like a robbery, until two people have looked"
        actions={
          <>
            <RefreshButton query={query} />
            <Allowed to="staffMoney">
              <Button
                variant="danger"
                icon={<OctagonPause />}
                aria-haspopup="dialog"
                disabled={isAllStopped}
                onClick={() => setIsStopping(true)}
              >
                Stop All Payouts
              </Button>
            </Allowed>
          </>
        }
      />
      <div className="flex flex-col gap-4">
        {failure ? <ErrorPanel title="Failed to load the payout brake" failure={failure} /> : null}
        {isLoading ? <SkeletonRows count={4} label="Loading the payout brake" /> : null}
        {data ? <State state={data} /> : null}
        <EarlierBrakes />
      </div>
      <StopPayoutsDialog open={isStopping} company={null} onClose={() => setIsStopping(false)} />
    </>
  );
}

function State({ state: { brakes, watcher } }: { state: BrakeState }) {
  return (
    <>
      <Watcher watcher={watcher} />
      {brakes.length === 0 ? (
        <Card>
          <div className="flex items-start gap-3">
            <CircleCheck aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-success-text" />
            <div>
              <p className="font-medium">The brake is off: payouts go out</p>
              {watcher.lastLookedAt && !watcher.isLate ? (
                <p className="mt-0.5 text-13 text-muted">
                  The watcher, which stops unusual payouts, checked them{' '}
                  <RelativeTime value={watcher.lastLookedAt} />.
                </p>
              ) : null}
            </div>
          </div>
        </Card>
      ) : (
        brakes.map((brake) => <BrakeCard key={brake.id} brake={brake} />)
      )}
    </>
  );
}

function Watcher({ watcher: { lastLookedAt, isLate, canSeal } }: Pick<BrakeState, 'watcher'>) {
  if (!isLate) {
    return canSeal ? null : (
      <Banner tone="warning" title="Nobody can end a payout brake">
        The watcher runs, but does not have the key of the API credentials, with which it seals
        brakes. Give it the same SENTE_CREDENTIAL_KEY as the servers.
      </Banner>
    );
  }
  return (
    <Banner tone="warning" title="Unusual payouts are not stopped automatically">
      {lastLookedAt ? (
        <>
          The watcher, the program that stops them, has not run since{' '}
          <DateText value={lastLookedAt} format="dateTime" /> (
          <RelativeTime value={lastLookedAt} />
          ).{' '}
        </>
      ) : (
        'The watcher, the program that stops them, has never run. '
      )}
      Until it runs, only people stop payouts.
    </Banner>
  );
}

/** A brake that is on. */
function BrakeCard({ brake }: { brake: PayoutBrake }) {
  const { label, tone } = stateOf(brake);
  return (
    <Card
      title={titleOf(brake)}
      actions={
        <>
          <Badge tone={tone}>{label}</Badge>
          <ButtonLink size="sm" to={paths.payoutBrake(brake.id)}>
            Look and Decide
          </ButtonLink>
        </>
      }
      className="border-danger-line"
    >
      <p className="font-medium wrap-anywhere">{brake.reason}</p>
      <p className="mt-1 text-13 text-muted">
        {trippedBy(brake)}, <RelativeTime value={brake.trippedAt} />
        {' · '}
        {brake.heldCount + brake.heldSettlements.count === 0
          ? 'no payout waits yet'
          : `${heldText(brake)} wait`}
      </p>
    </Card>
  );
}
