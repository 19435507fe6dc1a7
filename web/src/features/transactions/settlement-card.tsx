import type { Settlement } from '@sente/contract/settlement';
import type { ReactNode } from 'react';
import { paths } from '../../lib/paths.ts';
import { Card } from '../../ui/card.tsx';
import { Copyable } from '../../ui/copy-button.tsx';
import { DateText } from '../../ui/date-display.tsx';
import { DetailList } from '../../ui/detail-list.tsx';
import { Link } from '../../ui/link.tsx';
import { Money } from '../../ui/money.tsx';
import { SettlementStateBadge } from '../settlements/settlement-state.tsx';
import type { Portal } from './transaction-portal.tsx';

interface SettlementCardProps {
  settlement: Settlement;
  portal: Portal;
}

/** The bank that the money goes to, how far it is, and the page where it goes on. */
export function SettlementCard({ settlement, portal }: SettlementCardProps) {
  const { bank, bankAccountName, bankAccountNumber, bankReference } = settlement;
  return (
    <Card title="Settlement" actions={<Onward settlement={settlement} portal={portal} />}>
      <DetailList
        items={[
          { label: 'Bank Receives', value: <Money amount={settlement.amount} /> },
          { label: 'State', value: <State settlement={settlement} /> },
          {
            label: 'To',
            value: (
              <>
                {bank} <span className="tabular whitespace-nowrap">{bankAccountNumber}</span>
                <span className="block text-13 text-muted">{bankAccountName}</span>
              </>
            ),
          },
          { label: 'Asked for', value: <Asked settlement={settlement} /> },
          ...(settlement.paidAt
            ? [
                {
                  label: 'Paid',
                  value: <DateText value={settlement.paidAt} format="exactTime" />,
                },
              ]
            : []),
          ...(bankReference
            ? [
                {
                  label: 'Bank Reference',
                  value: <Copyable value={bankReference} label="Bank reference" />,
                },
              ]
            : []),
        ]}
      />
    </Card>
  );
}

function State({ settlement }: { settlement: Settlement }) {
  const { endedAt, heldUpBy, reason } = settlement;
  return (
    <>
      <SettlementStateBadge {...settlement} />
      {heldUpBy ? (
        <span className="block text-13 text-warning-text">Held up: {heldUpBy}</span>
      ) : null}
      {endedAt ? (
        <span className="block text-13 text-muted">
          <DateText value={endedAt} format="shortTime" />
        </span>
      ) : null}
      {reason ? <span className="block text-13 wrap-anywhere">{reason}</span> : null}
    </>
  );
}

function Asked({
  settlement: { requestedAt, requestedBy, isScheduled },
}: {
  settlement: Settlement;
}) {
  return (
    <>
      {isScheduled ? 'By the schedule' : (requestedBy ?? 'Not known')}
      <span className="block text-13 text-muted">
        <DateText value={requestedAt} format="shortTime" />
      </span>
    </>
  );
}

/** A batch has its page, and what waits for one is in the list of those. */
function Onward({ settlement: { state, batchId }, portal }: SettlementCardProps): ReactNode {
  const [to, text] =
    portal === 'client'
      ? [paths.client.settlements(), 'All settlements']
      : batchId
        ? [paths.settlementBatch(batchId), 'Open the batch']
        : state === 'requested'
          ? [paths.settlements(), 'Put it into a batch']
          : [paths.settlements({ tab: 'all' }), 'All settlements'];
  return (
    <Link to={to} className="rounded-sm text-13 underline underline-offset-3">
      {text}
    </Link>
  );
}
