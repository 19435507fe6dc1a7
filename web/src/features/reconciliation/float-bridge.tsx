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
  const { network, day, float, difference, start } = bridge;
  const isBank = network === 'BANK';
  const place = isBank ? 'the bank' : 'the network';
  const books = `${isBank ? 'Settlement' : 'Clearing'} accounts`;
  const steps = [
    { label: books, amount: bridge.ledger },
    { label: given, amount: bridge.opening },
    { label: `Paid at ${place}, not booked by then`, amount: bridge.paidNotBooked },
    { label: `Booked, not at ${place} by then`, amount: -bridge.bookedNotPaid },
    { label: 'Open cases', amount: bridge.openCases },
  ];
  return (
    <Card
      title={isBank ? 'Balance at the bank' : `Float at ${placeNames[network]}`}
      description={
        day === null ? (
          'No statement yet'
        ) : (
          <>
            By the last statement, at the end of <DateText value={day} />
          </>
        )
      }
      actions={<Verdict difference={day === null ? null : difference} bridge={bridge} />}
    >
      {day === null ? null : (
        <>
          <dl className={grid}>
            {steps
              .filter(({ amount }, index) => index === 0 || amount !== 0)
              .map(({ label, amount }) => (
                <Line key={label} label={label}>
                  <SignedAmount amount={amount} />
                </Line>
              ))}
            <Line label="Should be there" isSum>
              <Money amount={bridge.explained} />
            </Line>
            <Line label="By the statement" isSum>
              {float === null ? 'Not told' : <Money amount={float} />}
            </Line>
          </dl>
          {start ? (
            <p className="mt-3 text-13 text-muted">
              Compared since <DateText value={start.day} />, when the first statement begins with{' '}
              <Money amount={start.balance} />.{bridge.opening === 0 ? null : ` ${givenWhy}`}
            </p>
          ) : null}
        </>
      )}
      {bridge.called ? <Called bridge={bridge} of={bridge.called} books={books} /> : null}
    </Card>
  );
}

const given = 'Taken as given at the start';
const givenWhy = 'What of it is not in our books is taken as given: nothing explains it.';

interface CalledProps {
  bridge: FloatBridge;
  of: NonNullable<FloatBridge['called']>;
  /** What the accounts of the place are called. */
  books: string;
}

/** What the network told itself, beside what should have been there at that moment. */
function Called({ bridge, of, books }: CalledProps) {
  return (
    // No landmark: each card of a network has one.
    <div
      role="group"
      aria-label="Asked directly"
      className={bridge.day === null ? '' : 'mt-4 border-t pt-4'}
    >
      <div className="mb-2 flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h3 className="font-medium">
          Asked directly, <DateText value={of.at} format="shortTime" />
        </h3>
        {of.difference === 0 && of.amount !== of.explained ? (
          <Badge tone="success">Explained by what is under way</Badge>
        ) : of.difference === null ? null : (
          <Verdict difference={of.difference} bridge={bridge} />
        )}
      </div>
      <dl className={grid}>
        {of.parts ? <Parts of={of.parts} books={books} /> : null}
        {of.explained === null ? null : (
          <Line label="Should have been there" isSum={of.parts ? true : undefined}>
            <Money amount={of.explained} />
          </Line>
        )}
        {of.underWayIn === 0 ? null : (
          <Line label="Coming in, perhaps counted already">
            <SignedAmount amount={of.underWayIn} />
          </Line>
        )}
        {of.underWayOut === 0 ? null : (
          <Line label="Going out, perhaps gone already">
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

/** How it is derived what should have been there. */
function Parts({ of, books }: { of: NonNullable<CalledProps['of']['parts']>; books: string }) {
  const parts = [
    { label: `${books} then`, amount: of.ledger },
    { label: given, amount: of.opening },
    { label: 'On one side only then', amount: of.notBooked },
    { label: 'Open cases then', amount: of.openCases },
  ];
  return parts
    .filter(({ amount }, index) => index === 0 || amount !== 0)
    .map(({ label, amount }) => (
      <Line key={label} label={label}>
        <SignedAmount amount={amount} />
      </Line>
    ));
}

const grid = 'grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-1.5';

interface VerdictProps extends Pick<FloatBridge, 'difference'> {
  bridge: Pick<FloatBridge, 'start' | 'opening' | 'openCases'>;
}

/** What was there before the comparison starts is not explained: then it is said since when it agrees. */
function Verdict({ difference, bridge: { start, opening, openCases } }: VerdictProps) {
  if (difference === null) return <Badge>No balance</Badge>;
  // Green is for what nobody has to do anything about.
  if (difference === 0 && openCases !== 0) {
    return <Badge tone="warning">Agrees but for open cases</Badge>;
  }
  if (difference === 0 && start && opening !== 0) {
    return (
      <Badge tone="success">
        Agrees since <DateText value={start.day} />
      </Badge>
    );
  }
  if (difference === 0) return <Badge tone="success">Explained to the shilling</Badge>;
  return (
    <Badge tone="danger">
      <SignedAmount amount={difference} /> not explained
    </Badge>
  );
}

function Line({
  label,
  isSum,
  children,
}: {
  label: string;
  isSum?: true | undefined;
  children: ReactNode;
}) {
  const weight = isSum ? 'font-medium' : '';
  return (
    <>
      <dt className={isSum ? weight : 'text-muted'}>{label}</dt>
      <dd className={`text-right ${weight}`}>{children}</dd>
    </>
  );
}
