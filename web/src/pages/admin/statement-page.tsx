import { maxKeptBadLines, type StatementFile } from '@sente/contract/network-statements';
import { useQuery } from '@tanstack/react-query';
import { CircleCheck, FileSpreadsheet, SearchX, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { useParams } from '../../lib/router.tsx';
import { queryState } from '../../api/query-state.ts';
import {
  badLineColumns,
  lineColumns,
} from '../../features/network-statements/statement-columns.tsx';
import {
  statementQueries,
  statementsPageSize,
  useWithdrawStatement,
} from '../../features/network-statements/statement-queries.ts';
import {
  broughtBy,
  placesShown,
  StatementState,
  walletNames,
} from '../../features/network-statements/statement-texts.tsx';
import { paths } from '../../lib/paths.ts';
import { type SetPage, useUrlState } from '../../lib/url-state.ts';
import { useCan } from '../../session/permissions.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { DateText } from '../../ui/date-display.tsx';
import { DetailList } from '../../ui/detail-list.tsx';
import { FilterChoice } from '../../ui/filter-choice.tsx';
import { Link } from '../../ui/link.tsx';
import { Money } from '../../ui/money.tsx';
import { NoteDialog } from '../../ui/note-dialog.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { PagedPanel } from '../../ui/paged-panel.tsx';
import { RecordNotLoaded } from '../../ui/record-not-loaded.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';

export default function StatementPage() {
  const { id = '' } = useParams();
  const { data, failure, isLoading } = queryState(useQuery(statementQueries.details(id)));
  const canWithdraw = useCan('staffMoney') && data !== undefined && mayBeWithdrawn(data);
  const [withdrawn, setWithdrawn] = useState<StatementFile | null>(null);
  const list = { to: paths.statements(), label: 'Back to Statements' };
  return (
    <>
      <PageHeader
        title={data?.name ?? 'Statement'}
        subtitle={data ? placesShown[data.network] : undefined}
        meta={data ? <StatementState state={data.state} /> : undefined}
        back={list}
        actions={
          canWithdraw ? (
            <Button icon={<Undo2 />} aria-haspopup="dialog" onClick={() => setWithdrawn(data)}>
              Withdraw
            </Button>
          ) : undefined
        }
      />
      {failure ? (
        <RecordNotLoaded
          {...failure}
          icon={<SearchX />}
          missing={{ title: 'Statement not found', hint: 'There is no statement with this ID.' }}
          failedTitle="Failed to load the statement"
          back={list}
          className="mb-4"
        />
      ) : null}
      {isLoading ? <SkeletonRows count={6} label="Loading the statement" /> : null}
      {data ? <Content key={id} file={data} /> : null}
      <NoteDialog
        subject={withdrawn}
        change={useWithdrawStatement()}
        values={(file) => ({ id: file.id })}
        title={({ name }) => `Withdraw ${name}?`}
        description="A second person approves it. Then its lines are no longer compared with the books, cases that rest on them end, and the file can be imported again. Nothing is posted."
        noteLabel="Reason"
        noteHint="Why it should not have been imported. The second person reads it."
        confirmLabel="Ask for Approval"
        busyLabel="Asking..."
        tone="danger"
        done="The withdrawal waits for a second person"
        failed="Failed to ask for the withdrawal"
        onClose={() => setWithdrawn(null)}
      />
    </>
  );
}

/** What the network itself told would come again. */
function mayBeWithdrawn({ state, source, newLines, withdrawal }: StatementFile): boolean {
  const isFile = source === 'upload' || source === 'folder';
  // Of one that failed at once there is nothing to withdraw.
  const hasLines = state === 'done' || (state === 'failed' && newLines > 0);
  return isFile && withdrawal === null && hasLines;
}

function Content({ file }: { file: StatementFile }) {
  return (
    <div className="flex flex-col gap-6">
      <Withdrawal of={file} />
      {file.problem ? (
        <Banner tone="danger" title="Nothing more could be imported">
          <span className="wrap-anywhere">{file.problem}</span>
        </Banner>
      ) : null}
      {file.state === 'done' && gapOf(file) ? (
        <Banner tone="warning" title={`${gapOf(file)}: it does not count as complete.`}>
          No booking is called missing because of it.
        </Banner>
      ) : null}
      <Card>
        <DetailList columns={3} items={factsOf(file)} />
      </Card>
      {file.layout ? <Lines file={file} /> : null}
    </div>
  );
}

function Withdrawal({ of: { withdrawal } }: { of: StatementFile }) {
  if (!withdrawal) return null;
  const { approvalId, askedBy, approvedBy, reason, at } = withdrawal;
  return (
    <Banner
      tone="info"
      title={at === null ? 'Somebody asked to withdraw it' : 'Withdrawn: it counts no longer'}
    >
      <p className="wrap-anywhere">
        {askedBy}: {reason}
      </p>
      <Link to={paths.approval(approvalId)} className="rounded-sm underline underline-offset-3">
        {at === null ? 'A second person approves or rejects it' : `Approved by ${approvedBy}`}
      </Link>
    </Banner>
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
    // An account of a bank has no wallets.
    ...(file.network === 'BANK' ? [] : [{ label: 'Wallet', value: walletNames[file.wallet] }]),
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

const lineState = { filters: { lines: ['all', 'bad'] } } as const;
const lineOptions = [
  { value: 'all', label: 'All lines' },
  { value: 'bad', label: 'Bad lines' },
] as const;

function Lines({ file }: { file: StatementFile }) {
  const address = useUrlState(lineState);
  const { lines } = address.filters;
  return (
    <section aria-labelledby="lines">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <h2 id="lines" className="text-base">
          Lines
        </h2>
        <FilterChoice
          label="Show"
          options={lineOptions}
          value={lines}
          onChange={(value) => address.setFilter('lines', value)}
        />
      </div>
      {lines === 'bad' ? (
        <BadLines file={file} page={address.page} onPage={address.setPage} />
      ) : (
        <AllLines file={file} page={address.page} onPage={address.setPage} />
      )}
    </section>
  );
}

interface LinesProps {
  file: StatementFile;
  page: number;
  onPage: SetPage;
}

function AllLines({ file, page, onPage }: LinesProps) {
  const query = useQuery(statementQueries.lines(file.id, page));
  return (
    <>
      {file.knownLines > 0 ? (
        <p className="mb-3 text-muted">
          Without the {file.knownLines.toLocaleString('en-US')} that another statement told before.
        </p>
      ) : null}
      <PagedPanel
        query={query}
        failed={{ title: 'Failed to load lines' }}
        noneYet={{ icon: <FileSpreadsheet />, title: 'It told no line first.' }}
        caption="Lines"
        columns={lineColumns}
        rowKey={({ lineNumber }) => String(lineNumber)}
        noun="lines"
        pageSize={statementsPageSize}
        page={page}
        onPage={onPage}
      />
    </>
  );
}

function BadLines({ file, page, onPage }: LinesProps) {
  const query = useQuery(statementQueries.badLines(file.id, page));
  return (
    <>
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
        page={page}
        onPage={onPage}
      />
    </>
  );
}
