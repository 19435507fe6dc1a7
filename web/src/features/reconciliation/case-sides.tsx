import { phoneText } from '@sente/contract/phone';
import { statusWord } from '@sente/contract/movement-words';
import type { CaseDetails } from '@sente/contract/reconciliation';
import { paths } from '../../lib/paths.ts';
import { Card } from '../../ui/card.tsx';
import { DateText } from '../../ui/date-display.tsx';
import { Link } from '../../ui/link.tsx';
import { Money } from '../../ui/money.tsx';
import { Mark, SidesTable, type SidesRow } from '../../ui/sides-table.tsx';
import { TransactionLink } from '../../ui/transaction-link.tsx';

type Theirs = NonNullable<CaseDetails['theirs']>;
type Ours = NonNullable<CaseDetails['ours']>;

const link = 'rounded-sm underline underline-offset-3';
/** A column of a phone is narrower than a large amount. */
const wrapping = 'max-sm:whitespace-normal!';

/** Their line and our booking fact by fact, with what differs; of a pair that people make, both. */
export function CaseSides({ of }: { of: CaseDetails }) {
  const { theirs, ours } = of.other ?? of;
  return (
    <Card title="Both sides">
      {theirs && ours ? null : (
        <p className="mb-2">
          <Mark
            text={
              theirs
                ? 'Nothing here belongs to it.'
                : 'The statements of that time have no such line.'
            }
          />
        </p>
      )}
      <SidesTable
        isBank={of.network === 'BANK'}
        caption="What the statement and our books say"
        rows={rowsOf(of, theirs, ours)}
        only={theirs && ours ? undefined : theirs ? 'theirs' : 'ours'}
      />
    </Card>
  );
}

const phone = (number: string | null): string | null =>
  number === null ? null : phoneText(number);
const directions = { collection: 'Received', payout: 'Paid out' } as const;
const statuses = { completed: 'Completed', failed: 'Failed', pending: 'Pending' } as const;

/** What failed or is pending there moved nothing. */
const movedWords = {
  moved: { in: 'Came in', out: 'Went out' },
  tried: { in: 'Tried to come in', out: 'Tried to go out' },
} as const;

function rowsOf(of: CaseDetails, theirs: Theirs | null, ours: Ours | null): SidesRow[] {
  // What only one side has is no difference of a fact.
  const both = theirs && ours ? { theirs, ours } : null;
  const told = (one: string | null, other: string | null) =>
    one !== null && other !== null && one !== other;
  const isOther = (what: 'number' | 'amount' | 'time' | 'reference') =>
    of.other?.pair.differences.some((one) => one.of === what) ?? false;
  const rows: SidesRow[] = [
    {
      label: 'Amount',
      theirs: theirs && <TheirAmount of={theirs} />,
      ours: ours && <OurAmount of={ours} />,
      differs: isOther('amount') || (both !== null && both.theirs.amount !== both.ours.amount),
    },
    {
      label: 'Time',
      theirs: theirs && <Time value={theirs.at} />,
      ours: ours && (ours.bookedAt ? <Time value={ours.bookedAt} /> : 'Not booked'),
      differs: isOther('time'),
    },
    {
      label: 'Number',
      theirs: phone(theirs?.phoneNumber ?? null),
      ours: phone(ours?.phoneNumber ?? null),
      differs:
        isOther('number') ||
        (both !== null && told(phone(both.theirs.phoneNumber), phone(both.ours.phoneNumber))),
    },
    {
      label: 'Reference',
      theirs: theirs?.reference,
      ours: ours?.networkReference,
      differs:
        isOther('reference') ||
        (both !== null && told(both.theirs.reference, both.ours.networkReference)),
    },
    {
      label: 'Status',
      theirs: theirs && statuses[theirs.status],
      ours: ours && (ours.status === null ? 'Booked' : statusWord(ours.status)),
      differs:
        both !== null && (both.theirs.status === 'completed') !== (both.ours.bookedAt !== null),
    },
    ...moreRows(of, theirs, ours),
  ];
  return rows.filter((row) => Boolean(row.theirs || row.ours));
}

/** What only one side can tell, and where both come from. */
function moreRows({ company, network }: CaseDetails, theirs: Theirs | null, ours: Ours | null) {
  const isFeeTold = theirs?.fee !== null && theirs?.fee !== undefined;
  const rows: SidesRow[] = [
    {
      label: 'Fee',
      // A bank tells none.
      theirs:
        network === 'BANK' || !theirs ? null : isFeeTold ? (
          <Money amount={theirs.fee} />
        ) : (
          'Not told'
        ),
      ours: null,
    },
    { label: 'Our id', theirs: theirs?.orderId, ours: null },
    { label: 'Text', theirs: theirs?.text, ours: null },
    {
      label: 'Company',
      theirs: null,
      ours: ours && company && (
        <Link to={paths.company(company.id)} className={link}>
          {company.name}
        </Link>
      ),
    },
    { label: 'Account', theirs: null, ours: ours?.account },
    { label: 'Requested', theirs: null, ours: ours && <Time value={ours.createdAt} /> },
    {
      label: 'Record',
      theirs: theirs && (
        <Link to={paths.statement(theirs.statementId)} className={link}>
          {theirs.statementName}, line {theirs.lineNumber}
        </Link>
      ),
      ours: ours && (
        <TransactionLink transactionId={ours.recordId} className={link}>
          {ours.status === null ? 'Open the transaction' : 'Open the payment'}
        </TransactionLink>
      ),
    },
  ];
  return rows;
}

function Time({ value }: { value: string }) {
  return <DateText value={value} format="dateTime" className="whitespace-normal!" />;
}

function TheirAmount({ of: { amount, direction, status } }: { of: Theirs }) {
  const hasMoved = status === 'completed';
  return (
    <>
      <Money
        amount={amount}
        direction={hasMoved ? (direction === 'in' ? 'credit' : 'debit') : undefined}
        isVoid={!hasMoved}
        className={wrapping}
      />
      <span className="block text-13 text-muted">
        {movedWords[hasMoved ? 'moved' : 'tried'][direction]}
      </span>
    </>
  );
}

function OurAmount({ of: { amount, direction, bookedAt } }: { of: Ours }) {
  return (
    <>
      <Money amount={amount} isVoid={bookedAt === null} className={wrapping} />
      {direction === null ? null : (
        <span className="block text-13 text-muted">{directions[direction]}</span>
      )}
    </>
  );
}
