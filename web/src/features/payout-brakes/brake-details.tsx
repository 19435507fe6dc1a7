import type { PayoutBrake, WholeBrake } from '@sente/contract/payout-brakes';
import { useQuery } from '@tanstack/react-query';
import { SearchX } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { queryState } from '../../api/query-state.ts';
import { paths } from '../../lib/paths.ts';
import { Allowed } from '../../session/allowed.tsx';
import { useCan } from '../../session/permissions.ts';
import { Badge } from '../../ui/badge.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { RelativeTime } from '../../ui/date-display.tsx';
import { late, lateWindow } from '../../ui/late.tsx';
import { Link } from '../../ui/link.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { RecordNotLoaded } from '../../ui/record-not-loaded.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { BrakeEnd, BrakeReason } from './brake-facts.tsx';
import { brakeQueries, type Proposal } from './brake-queries.ts';
import { countText, settlementsText, stateOf, titleOf } from './brake-texts.ts';
import { HeldSettlements } from './held-settlements.tsx';
import type { AskedEnd } from './propose-end-dialog.tsx';

const HeldPayouts = late(() => import('./held-payouts-panel.tsx'));
const ProposeEndDialog = lateWindow(() => import('./propose-end-dialog.tsx'));

interface BrakeDetailsProps {
  id: string;
  /** Approve and Reject of a request that waits. */
  decision: (approvalId: string) => ReactNode;
}

/** The page of one brake: why, what waits, and what becomes of it. */
export function BrakeDetails({ id, decision }: BrakeDetailsProps) {
  const { data, failure, isLoading } = queryState(useQuery(brakeQueries.details(id)));
  const list = paths.payoutBrakes();
  return (
    <>
      <PageHeader
        title={data ? titleOf(data) : 'Payout Brake'}
        meta={data ? <Badge tone={stateOf(data).tone}>{stateOf(data).label}</Badge> : undefined}
        back={{ to: list, label: 'Back to Payout Brake' }}
      />
      {failure ? (
        <RecordNotLoaded
          {...failure}
          icon={<SearchX />}
          missing={{ title: 'Payout brake not found', hint: 'There is no brake with this ID.' }}
          failedTitle="Failed to load the payout brake"
          back={{ to: list, label: 'Back to Payout Brake' }}
          className="mb-4"
        />
      ) : null}
      {isLoading ? <SkeletonRows count={6} label="Loading the payout brake" /> : null}
      {data ? <Content brake={data} decision={decision} /> : null}
    </>
  );
}

function Content({ brake, decision }: { brake: WholeBrake } & Pick<BrakeDetailsProps, 'decision'>) {
  const canMoveMoney = useCan('staffMoney');
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const [asked, setAsked] = useState<AskedEnd | null>(null);
  const isOpenToDecide = brake.end === null && brake.proposal === null && canMoveMoney;
  return (
    <div className="flex flex-col gap-4">
      <BrakeReason brake={brake} />
      {brake.end ? (
        <BrakeEnd end={brake.end} />
      ) : (
        <Waiting
          brake={brake}
          cancelledIds={isOpenToDecide ? [...ids] : []}
          onPropose={(proposal) => setAsked({ brake, ...proposal })}
          decision={decision}
        />
      )}
      {brake.end ? null : <HeldSettlements settlements={brake.settlements} />}
      <section aria-label="Payouts">
        <HeldPayouts
          brake={brake}
          selection={
            isOpenToDecide
              ? {
                  ids,
                  onChange: setIds,
                  onPropose: (selected) =>
                    setAsked({ brake, decision: 'release', cancelledIds: [], selected }),
                }
              : null
          }
        />
      </section>
      <ProposeEndDialog open={asked !== null} asked={asked} onClose={() => setAsked(null)} />
    </div>
  );
}

interface WaitingProps extends Pick<BrakeDetailsProps, 'decision'> {
  brake: WholeBrake;
  cancelledIds: readonly string[];
  onPropose: (proposal: Proposal) => void;
}

/** What waits, and the decision: proposed by one person, approved by another one. */
function Waiting({ brake, cancelledIds, onPropose, decision }: WaitingProps) {
  return (
    <Card title="What waits">
      <p className="text-base font-medium">
        {brake.heldCount === 0
          ? 'No payout waits yet. Those that come in while it is on are listed here.'
          : countText(brake.heldCount, brake.heldAmount)}
      </p>
      {brake.heldSettlements.count > 0 ? (
        <p className="mt-1 font-medium">
          {settlementsText(brake.heldSettlements)}: held up as well, and sent when the brake ends
        </p>
      ) : null}
      <p className="mt-1 text-13 text-muted">
        Nothing is sent until two people have decided. Released payouts are sent at once; cancelled
        ones fail, and their money is free again.
      </p>
      {brake.proposal ? (
        <ProposalNotice proposal={brake.proposal}>
          {decision(brake.proposal.approvalId)}
        </ProposalNotice>
      ) : (
        <Allowed to="staffMoney">
          <div className="mt-4 flex flex-wrap gap-2">
            <Button
              variant="primary"
              aria-haspopup="dialog"
              disabled={cancelledIds.length > 0}
              onClick={() => onPropose({ decision: 'release', cancelledIds })}
            >
              Propose Release
            </Button>
            {cancelledIds.length > 0 ? (
              <Button
                variant="danger"
                aria-haspopup="dialog"
                onClick={() => onPropose({ decision: 'release', cancelledIds })}
              >
                {`Cancel ${cancelledIds.length} Selected, Release the Others`}
              </Button>
            ) : brake.heldCount > 0 ? (
              <Button
                variant="danger-quiet"
                aria-haspopup="dialog"
                onClick={() => onPropose({ decision: 'cancel', cancelledIds })}
              >
                Propose to Cancel All
              </Button>
            ) : null}
          </div>
        </Allowed>
      )}
    </Card>
  );
}

function ProposalNotice({
  proposal,
  children,
}: {
  proposal: NonNullable<PayoutBrake['proposal']>;
  children: ReactNode;
}) {
  const { approvalId, decision, cancelledCount, by, at } = proposal;
  const what =
    decision === 'cancel'
      ? 'to cancel all of them'
      : cancelledCount > 0
        ? `to cancel ${cancelledCount.toLocaleString('en-US')} and to release the others`
        : 'to release all of them';
  return (
    <Banner tone="warning" className="mt-4" title="A decision waits for a second person">
      {by} proposes {what}, <RelativeTime value={at} />.{' '}
      <Link to={paths.approval(approvalId)} className="rounded-sm underline underline-offset-3">
        Open the request
      </Link>
      {children}
    </Banner>
  );
}
