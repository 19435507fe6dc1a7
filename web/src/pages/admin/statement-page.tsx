import { maxKeptBadLines, type StatementFile } from '@sente/contract/network-statements';
import { useQuery } from '@tanstack/react-query';
import { CircleCheck, SearchX } from 'lucide-react';
import { useParams } from 'react-router';
import { queryState } from '../../api/query-state.ts';
import { badLineColumns } from '../../features/network-statements/statement-columns.tsx';
import {
  statementQueries,
  statementsPageSize,
} from '../../features/network-statements/statement-queries.ts';
import {
  broughtBy,
  placesShown,
  StatementState,
  walletNames,
} from '../../features/network-statements/statement-texts.tsx';
import { paths } from '../../lib/paths.ts';
import { useUrlState } from '../../lib/url-state.ts';
import { Banner } from '../../ui/banner.tsx';
import { Card } from '../../ui/card.tsx';
import { DateText } from '../../ui/date-display.tsx';
import { DetailList } from '../../ui/detail-list.tsx';
import { Money } from '../../ui/money.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { PagedPanel } from '../../ui/paged-panel.tsx';
import { RecordNotLoaded } from '../../ui/record-not-loaded.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';

export default function StatementPage() {
  const { id = '' } = useParams();
  const { data, failure, isLoading } = queryState(useQuery(statementQueries.details(id)));
  const list = { to: paths.statements(), label: 'Statements' };
  return (
    <>
      <PageHeader
        title={data?.name ?? 'Statement'}
        subtitle={data ? placesShown[data.network] : undefined}
        meta={data ? <StatementState state={data.state} /> : undefined}
        back={list}
      />
      {failure ? (
        <RecordNotLoaded
          {...failure}
          icon={<SearchX />}
          missing={{ title: 'Statement not found', hint: 'There is no statement with this ID.' }}
          failedTitle="Failed to load the statement"
          back={{ ...list, label: 'Back to the statements' }}
          className="mb-4"
        />
      ) : null}
      {isLoading ? <SkeletonRows count={6} label="Loading the statement" /> : null}
      {data ? <Content key={id} file={data} /> : null}
    </>
  );
}

function Content({ file }: { file: StatementFile }) {
  return (
    <div className="flex flex-col gap-6">
      {file.problem ? (
        <Banner tone="danger" title="Nothing more could be imported">
          <span className="wrap-anywhere">{file.problem}</span>
        </Banner>
      ) : null}
      {gapOf(file) ? (
        <Banner tone="warning" title={`${gapOf(file)}: it does not count as complete.`}>
          No booking is called missing because of it.
        </Banner>
      ) : null}
      <Card>
        <DetailList columns={3} items={factsOf(file)} />
      </Card>
      {file.layout ? <BadLines file={file} /> : null}
    </div>
  );
}

/** Why lines are missing in what was read. */
function gapOf({ badLines, isBalanced }: StatementFile): string | null {
  if (badLines > 0) return 'Some lines could not be read';
  return isBalanced ? null : 'Its lines do not lead from the opening to the closing balance';
}

function factsOf(file: StatementFile) {
  const count = (number: number) => number.toLocaleString('en-US');
  const balance = (amount: number | null) =>
    amount === null ? 'Not told' : <Money amount={amount} />;
  const moment = (at: string | null) =>
    at === null ? 'None' : <DateText value={at} format="dateTime" />;
  return [
    { label: 'New lines', value: count(file.newLines) },
    { label: 'Known lines', value: count(file.knownLines) },
    { label: 'Bad lines', value: count(file.badLines) },
    { label: 'First line', value: moment(file.firstAt) },
    { label: 'Last line', value: moment(file.lastAt) },
    { label: 'Wallet', value: walletNames[file.wallet] },
    { label: 'Layout', value: file.layout ?? 'Not recognised' },
    { label: 'Opening balance', value: balance(file.openingBalance) },
    { label: 'Closing balance', value: balance(file.closingBalance) },
    {
      label: 'Imported',
      value: (
        <>
          <DateText value={file.begunAt} format="dateTime" />
          <span className="block text-13 text-muted">{broughtBy(file)}</span>
        </>
      ),
    },
  ];
}

function BadLines({ file }: { file: StatementFile }) {
  const address = useUrlState({});
  const query = useQuery(statementQueries.badLines(file.id, address.page));
  return (
    <section aria-labelledby="bad-lines">
      <h2 id="bad-lines" className="mb-3 text-base">
        Bad lines
      </h2>
      {file.badLines > maxKeptBadLines ? (
        <p className="mb-3 text-muted">
          The first {maxKeptBadLines.toLocaleString('en-US')} of{' '}
          {file.badLines.toLocaleString('en-US')} are kept.
        </p>
      ) : null}
      <PagedPanel
        query={query}
        failed={{ title: 'Failed to load bad lines' }}
        noneYet={{ icon: <CircleCheck />, title: 'Every line could be read.' }}
        caption="Bad lines"
        columns={badLineColumns}
        rowKey={({ lineNumber }) => String(lineNumber)}
        noun="bad lines"
        pageSize={statementsPageSize}
        onPage={address.setPage}
      />
    </section>
  );
}
