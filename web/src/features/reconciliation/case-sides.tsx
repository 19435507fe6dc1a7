import { phoneText } from '@sente/contract/phone';
import { statusWord } from '@sente/contract/movement-words';
import type { CaseDetails } from '@sente/contract/reconciliation';
import { paths } from '../../lib/paths.ts';
import { Card } from '../../ui/card.tsx';
import { DateText } from '../../ui/date-display.tsx';
import { DetailList } from '../../ui/detail-list.tsx';
import { Link } from '../../ui/link.tsx';
import { Money } from '../../ui/money.tsx';
import { TransactionLink } from '../../ui/transaction-link.tsx';

const link = 'rounded-sm underline underline-offset-3';

/** Their line on the left, ours on the right; of a pair that people make, both. */
export function CaseSides({ of }: { of: CaseDetails }) {
  const { network, other } = of;
  const { theirs, ours } = other ?? of;
  return (
    <div className="grid gap-4 lg:grid-cols-2">
      <Card title={network === 'BANK' ? 'At the bank' : 'At the network'}>
        {theirs ? (
          <DetailList columns={2} items={theirFacts(theirs, network === 'BANK')} />
        ) : (
          <p className="text-muted">The statements of that time have no such line.</p>
        )}
      </Card>
      <Card title="In our books">
        {ours ? (
          <DetailList columns={2} items={ourFacts(ours, of.company)} />
        ) : (
          <p className="text-muted">Nothing here belongs to it.</p>
        )}
      </Card>
    </div>
  );
}

const phone = (number: string | null): string => (number === null ? 'None' : phoneText(number));
const directions = { collection: 'Received', payout: 'Paid out' } as const;
const statuses = { completed: 'Completed', failed: 'Failed', pending: 'Pending' } as const;

/** What failed or is pending there moved nothing. */
const movedWords = {
  moved: { in: 'Came in', out: 'Went out' },
  tried: { in: 'Tried to come in', out: 'Tried to go out' },
} as const;

function theirFacts(line: NonNullable<CaseDetails['theirs']>, isBank: boolean) {
  const { direction, amount, fee } = line;
  const hasMoved = line.status === 'completed';
  return [
    {
      label: movedWords[hasMoved ? 'moved' : 'tried'][direction],
      value: (
        <Money
          amount={amount}
          direction={hasMoved ? (direction === 'in' ? 'credit' : 'debit') : undefined}
          isVoid={!hasMoved}
        />
      ),
    },
    { label: 'Status', value: statuses[line.status] },
    { label: 'Time', value: <DateText value={line.at} format="dateTime" /> },
    { label: 'Reference', value: line.reference ?? 'None' },
    // A bank tells neither.
    ...(isBank
      ? []
      : [
          { label: 'Number', value: phone(line.phoneNumber) },
          {
            label: 'Fee of the network',
            value: fee === null ? 'Not told' : <Money amount={fee} />,
          },
        ]),
    ...(line.orderId ? [{ label: 'Our id', value: line.orderId }] : []),
    ...(line.text ? [{ label: 'Text', value: line.text }] : []),
    {
      label: 'Statement',
      value: (
        <Link to={paths.statement(line.statementId)} className={link}>
          {line.statementName}, line {line.lineNumber}
        </Link>
      ),
    },
  ];
}

function ourFacts(ours: NonNullable<CaseDetails['ours']>, company: CaseDetails['company']) {
  return [
    {
      label: ours.direction === null ? 'Amount' : directions[ours.direction],
      value: <Money amount={ours.amount} isVoid={ours.bookedAt === null} />,
    },
    {
      label: 'Status',
      value: ours.status === null ? 'Booked' : statusWord(ours.status),
    },
    {
      label: 'Booked',
      value: <DateText value={ours.bookedAt} format="dateTime" empty="Not booked" />,
    },
    { label: 'Number', value: phone(ours.phoneNumber) },
    { label: 'Reference', value: ours.networkReference ?? 'None' },
    ...(company
      ? [
          {
            label: 'Company',
            value: (
              <Link to={paths.company(company.id)} className={link}>
                {company.name}
              </Link>
            ),
          },
        ]
      : []),
    { label: 'Account', value: ours.account ?? 'None' },
    { label: 'Requested', value: <DateText value={ours.createdAt} format="dateTime" /> },
    {
      label: 'Record',
      value: (
        <TransactionLink transactionId={ours.recordId} className={link}>
          {ours.status === null ? 'Open the transaction' : 'Open the payment'}
        </TransactionLink>
      ),
    },
  ];
}
