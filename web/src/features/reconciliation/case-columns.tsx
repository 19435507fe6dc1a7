import { placeNames } from '@sente/contract/network-statements';
import { phoneText } from '@sente/contract/phone';
import { caseActionLabel, caseKinds, caseTexts } from '@sente/contract/case-kinds';
import { type ReconciliationCase } from '@sente/contract/reconciliation';
import { Badge } from '../../ui/badge.tsx';
import { DateText } from '../../ui/date-display.tsx';
import type { Column } from '../../ui/table.tsx';
import { Severity } from './case-work.tsx';
import { SignedAmount } from './signed-amount.tsx';

const findingWords = { missing: 'Missing', differs: 'Differs' } as const;

export function CaseState({ of }: { of: ReconciliationCase }) {
  if (of.settledBy === 'withdrawal') return <Badge>Withdrawn</Badge>;
  if (of.state === 'settled') {
    return (
      <Badge tone="success">{of.settledBy === 'server' ? 'Settled by itself' : 'Settled'}</Badge>
    );
  }
  if (of.proposed) return <Badge tone="info">Waits for approval</Badge>;
  if (of.waitUntil) {
    return (
      <Badge>
        Waits until <DateText value={of.waitUntil} />
      </Badge>
    );
  }
  return <Badge tone="warning">Open</Badge>;
}

export const caseColumns: readonly Column<ReconciliationCase>[] = [
  {
    key: 'kind',
    header: 'Case',
    primary: true,
    isTwoLine: true,
    className: 'min-w-44!',
    cell: ({ kind, number, network }) => (
      <>
        <span>{caseTexts(kind, network).label}</span>
        <span className="block text-13 font-normal text-muted">
          Case {number}, {placeNames[network]}
        </span>
      </>
    ),
  },
  {
    key: 'finding',
    header: 'Finding',
    spare: 1,
    phone: 'named',
    cell: ({ kind }) => findingWords[caseKinds[kind].finding],
  },
  {
    key: 'day',
    header: 'Day',
    spare: 2,
    sortable: true,
    phone: 'named',
    cell: ({ day }) => <DateText value={day} />,
  },
  {
    key: 'who',
    header: 'Company and number',
    phone: 'line',
    isTwoLine: true,
    cell: ({ company, phoneNumber }) => (
      <>
        <span className="wrap-anywhere">{company?.name ?? 'No company'}</span>
        <span className="block text-13 text-muted">
          {phoneNumber === null ? 'No number' : phoneText(phoneNumber)}
        </span>
      </>
    ),
  },
  {
    key: 'amount',
    header: 'Difference',
    sortable: true,
    align: 'right',
    phone: 'aside',
    cell: ({ effect }) => <SignedAmount amount={effect} />,
  },
  {
    key: 'due',
    header: 'Due and by whom',
    sortable: true,
    phone: 'named',
    isTwoLine: true,
    cell: (row) => (
      <>
        <span className="flex items-center gap-x-2 whitespace-nowrap">
          {row.dueOn ? <DateText value={row.dueOn} /> : '-'} <Severity of={row} />
        </span>
        <span className="block text-13 text-muted wrap-anywhere">
          {row.assignee?.name ?? (row.state === 'open' ? 'Nobody yet' : '')}
        </span>
      </>
    ),
  },
  {
    key: 'state',
    header: 'State',
    phone: 'aside',
    isTwoLine: true,
    cell: (row) => (
      <>
        <CaseState of={row} />
        {row.action ? (
          <span className="block text-13 text-muted">
            {caseActionLabel(row.action, row.network)}
          </span>
        ) : null}
      </>
    ),
  },
];
