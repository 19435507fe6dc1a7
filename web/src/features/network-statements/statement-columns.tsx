import type {
  StatementBadLine,
  StatementFile,
  StatementLine,
} from '@sente/contract/network-statements';
import { phoneText } from '@sente/contract/phone';
import { DateText } from '../../ui/date-display.tsx';
import { Money } from '../../ui/money.tsx';
import type { Column } from '../../ui/table.tsx';
import { broughtBy, LineFinding, placesShown, StatementState } from './statement-texts.tsx';

const count = (number: number) => <span className="tabular">{number.toLocaleString('en-US')}</span>;

export const statementColumns: readonly Column<StatementFile>[] = [
  {
    key: 'name',
    header: 'Statement',
    primary: true,
    isTwoLine: true,
    cell: ({ name, network }) => (
      <>
        <span className="wrap-anywhere">{name}</span>
        <span className="block text-13 font-normal text-muted">{placesShown[network]}</span>
      </>
    ),
  },
  {
    key: 'covers',
    header: 'Covers',
    phone: 'line',
    isTwoLine: true,
    cell: ({ firstAt, lastAt }) =>
      firstAt === null ? (
        'No lines'
      ) : (
        <>
          <DateText value={firstAt} format="shortTime" />
          <span className="block text-13 text-muted">
            to <DateText value={lastAt} format="shortTime" />
          </span>
        </>
      ),
  },
  {
    key: 'closing',
    header: 'Closing Balance',
    align: 'right',
    phone: 'named',
    spare: 2,
    cell: ({ closingBalance }) =>
      closingBalance === null ? 'Not told' : <Money amount={closingBalance} />,
  },
  {
    key: 'lines',
    header: 'Lines',
    align: 'right',
    phone: 'named',
    isTwoLine: true,
    cell: ({ newLines, knownLines, badLines }) => (
      <>
        {count(newLines)} new
        {knownLines > 0 ? (
          <span className="block text-13 text-muted">{count(knownLines)} known</span>
        ) : null}
        {badLines > 0 ? (
          <span className="block text-13 text-danger-text">{count(badLines)} bad</span>
        ) : null}
      </>
    ),
  },
  {
    key: 'when',
    header: 'Imported',
    phone: 'named',
    spare: 1,
    isTwoLine: true,
    cell: (file) => (
      <>
        <DateText value={file.begunAt} format="shortTime" />
        <span className="block text-13 text-muted">{broughtBy(file)}</span>
      </>
    ),
  },
  {
    key: 'state',
    header: 'State',
    phone: 'aside',
    cell: ({ state }) => <StatementState state={state} />,
  },
];

export const lineColumns: readonly Column<StatementLine>[] = [
  {
    key: 'at',
    header: 'Time',
    primary: true,
    isTwoLine: true,
    cell: ({ at, lineNumber }) => (
      <>
        <DateText value={at} format="shortTime" />
        <span className="block text-13 font-normal text-muted">Line {lineNumber}</span>
      </>
    ),
  },
  {
    key: 'who',
    header: 'Number and reference',
    phone: 'line',
    isTwoLine: true,
    cell: ({ phoneNumber, reference, text }) => (
      <>
        <span>{phoneNumber === null ? 'No number' : phoneText(phoneNumber)}</span>
        <span className="block text-13 wrap-anywhere text-muted">
          {[reference, text].filter(Boolean).join(', ')}
        </span>
      </>
    ),
  },
  {
    key: 'amount',
    header: 'Amount',
    align: 'right',
    phone: 'aside',
    cell: ({ amount, direction, status }) => (
      <Money
        amount={amount}
        direction={direction === 'in' ? 'credit' : 'debit'}
        isVoid={status !== 'completed'}
      />
    ),
  },
  {
    key: 'balance',
    header: 'Balance',
    align: 'right',
    phone: 'named',
    cell: ({ balanceAfter }) =>
      balanceAfter === null ? 'Not told' : <Money amount={balanceAfter} />,
  },
  {
    key: 'found',
    header: 'In our books',
    phone: 'aside',
    cell: (line) => <LineFinding of={line} />,
  },
];

export const badLineColumns: readonly Column<StatementBadLine>[] = [
  {
    key: 'problem',
    header: 'Problem',
    primary: true,
    cell: ({ problem }) => <span className="wrap-anywhere">{problem}</span>,
  },
  {
    key: 'line',
    header: 'Line',
    align: 'right',
    phone: 'named',
    cell: ({ lineNumber }) => count(lineNumber),
  },
  {
    key: 'content',
    header: 'As it is in the file',
    phone: 'line',
    cell: ({ content }) => <code className="text-13 wrap-anywhere text-muted">{content}</code>,
  },
];
