import type { StatementBadLine, StatementFile } from '@sente/contract/network-statements';
import { DateText } from '../../ui/date-display.tsx';
import type { Column } from '../../ui/table.tsx';
import { broughtBy, placesShown, StatementState } from './statement-texts.tsx';

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
