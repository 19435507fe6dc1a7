import type { ReactNode } from 'react';
import { placeNames } from '@sente/contract/network-statements';
import type { FloatBridge } from '@sente/contract/reconciliation';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { DateText } from '../../ui/date-display.tsx';
import { Money } from '../../ui/money.tsx';
import { SignedAmount } from './signed-amount.tsx';

/** From what the ledger says to what the network or the bank says, step by step. */
export function FloatBridgeCard({ bridge }: { bridge: FloatBridge }) {
  const { network, day, float, difference } = bridge;
  const isBank = network === 'BANK';
  const place = isBank ? 'the bank' : 'the network';
  const steps = [
    {
      label: `${isBank ? 'Settlement' : 'Clearing'} accounts`,
      amount: bridge.ledger,
    },
    { label: 'Before the first statement', amount: bridge.opening },
    { label: `Paid at ${place}, booked later`, amount: bridge.paidNotBooked },
    { label: `Booked, later at ${place}`, amount: -bridge.bookedNotPaid },
    { label: 'Open cases', amount: bridge.openCases },
  ];
  return (
    <Card
      title={isBank ? 'Balance at the bank' : `Float at ${placeNames[network]}`}
      description={day === null ? 'No statement yet' : <DateText value={day} />}
      actions={<Verdict difference={day === null ? null : difference} />}
    >
      {day === null ? null : (
        <dl className={grid}>
          {steps
            .filter(({ amount }, index) => index < 2 || amount !== 0)
            .map(({ label, amount }) => (
              <Line key={label} label={label}>
                <SignedAmount amount={amount} />
              </Line>
            ))}
          <Line label="Explained" isSum>
            <Money amount={bridge.explained} />
          </Line>
          <Line label="By the statement" isSum>
            {float === null ? 'Not told' : <Money amount={float} />}
          </Line>
        </dl>
      )}
      {bridge.called ? <Called of={bridge.called} isFirst={day === null} /> : null}
    </Card>
  );
}

/** What the network told itself, beside what the books explained at that moment. */
function Called({ of, isFirst }: { of: NonNullable<FloatBridge['called']>; isFirst: boolean }) {
  return (
    // No landmark: each card of a network has one.
    <div role="group" aria-label="Told by call" className={isFirst ? '' : 'mt-4 border-t pt-4'}>
      <div className="mb-2 flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h3 className="font-medium">
          Told by call, <DateText value={of.at} format="shortTime" />
        </h3>
        {of.difference === 0 && of.amount !== of.explained ? (
          <Badge tone="success">Explained by what is under way</Badge>
        ) : of.difference === null ? null : (
          <Verdict difference={of.difference} />
        )}
      </div>
      <dl className={grid}>
        {of.explained === null ? null : (
          <Line label="Explained then">
            <Money amount={of.explained} />
          </Line>
        )}
        {of.underWayIn === 0 ? null : (
          <Line label="Under way, may be in it">
            <SignedAmount amount={of.underWayIn} />
          </Line>
        )}
        {of.underWayOut === 0 ? null : (
          <Line label="Under way, may have left it">
            <SignedAmount amount={-of.underWayOut} />
          </Line>
        )}
        <Line label="By the network itself" isSum>
          <Money amount={of.amount} />
        </Line>
      </dl>
    </div>
  );
}

const grid = 'grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-1.5';

function Verdict({ difference }: Pick<FloatBridge, 'difference'>) {
  if (difference === null) return <Badge>No balance</Badge>;
  if (difference === 0) return <Badge tone="success">Explained to the shilling</Badge>;
  return (
    <Badge tone="danger">
      <SignedAmount amount={difference} /> not explained
    </Badge>
  );
}

function Line({ label, isSum, children }: { label: string; isSum?: true; children: ReactNode }) {
  const weight = isSum ? 'font-medium' : '';
  return (
    <>
      <dt className={isSum ? weight : 'text-muted'}>{label}</dt>
      <dd className={`text-right ${weight}`}>{children}</dd>
    </>
  );
}
