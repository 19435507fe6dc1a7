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
    key: 'new',
    header: 'New',
    align: 'right',
    phone: 'named',
    cell: ({ newLines }) => count(newLines),
  },
  {
    key: 'known',
    header: 'Known',
    align: 'right',
    phone: 'named',
    cell: ({ knownLines }) => count(knownLines),
  },
  {
    key: 'bad',
    header: 'Bad lines',
    align: 'right',
    phone: 'named',
    cell: ({ badLines }) =>
      badLines === 0 ? count(0) : <span className="text-danger-text">{count(badLines)}</span>,
  },
  {
    key: 'when',
    header: 'Imported',
    phone: 'line',
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
