import type { Approval } from '@sente/contract/approval';
import type { ApprovalTab } from '@sente/contract/approval-kinds';
import { CircleCheck } from 'lucide-react';
import { useRef, useState } from 'react';
import { formatAmount } from '../../lib/money.ts';
import { paths } from '../../lib/paths.ts';
import { Button } from '../../ui/button.tsx';
import { lateWindow } from '../../ui/late.tsx';
import { ListStates } from '../../ui/list-states.tsx';
import { NewRows } from '../../ui/new-rows.tsx';
import type { Query } from '../../api/query-state.ts';
import { ListPager } from '../../ui/pager.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { ApprovalCard } from './approval-card.tsx';
import { approvalsPageSize, type ApprovalsPage } from './approval-queries.ts';
import type { AskedAct } from './decision-dialog.tsx';
import { followedAct, followedSeveral } from './followed.ts';
import type { Several } from './several-dialog.tsx';
import { totalOf } from './approval-texts.ts';
import { useListKeys } from './use-list-keys.ts';

const DecisionDialog = lateWindow(() => import('./decision-dialog.tsx'));
const SeveralDialog = lateWindow(() => import('./several-dialog.tsx'));

interface ApprovalsListProps {
  query: Query<ApprovalsPage>;
  tab: ApprovalTab;
  portal: 'admin' | 'client';
  isFiltered: boolean;
  onClear: () => void;
  onPage: (page: number) => void;
}

const noneYet: Readonly<Record<ApprovalTab, string>> = {
  waiting: 'Nothing waits for you.',
  open: 'Nothing waits for approval.',
  mine: 'You have asked for nothing that needs approval.',
  decided: 'Nothing was decided yet.',
};

export function ApprovalsList(props: ApprovalsListProps) {
  const { query, tab, isFiltered, onClear } = props;
  return (
    <ListStates
      query={query}
      isFiltered={isFiltered}
      onClear={onClear}
      failed={{ title: 'Failed to load approvals', retryLabel: 'Try Again' }}
      noneMatch={{ title: 'No approvals match these filters.' }}
      noneYet={{
        icon: <CircleCheck />,
        title: noneYet[tab],
      }}
    >
      {({ loading, empty }) => {
        if (loading) return <SkeletonRows count={6} label="Loading approvals" />;
        const page = query.data;
        if (!page || page.rows.length === 0) return empty;
        return (
          <>
            <NewRows noun="approvals" query={query} />
            <Rows {...props} page={page} />
          </>
        );
      }}
    </ListStates>
  );
}

function Rows({ page, tab, portal, onPage }: ApprovalsListProps & { page: ApprovalsPage }) {
  const { rows } = page;
  const list = useRef<HTMLUListElement>(null);
  const [asked, setAsked] = useState<AskedAct | null>(null);
  const [several, setSeveral] = useState<Several | null>(null);
  const [selectedIds, setSelectedIds] = useState<ReadonlySet<string>>(new Set());
  const selected = rows.filter(({ id, canReject }) => canReject && selectedIds.has(id));
  const select = (id: string, isSelected: boolean) =>
    setSelectedIds((before) =>
      isSelected ? new Set([...before, id]) : new Set([...before].filter((one) => one !== id)),
    );
  useListKeys(list, (id, act) => {
    const approval = rows.find((row) => row.id === id);
    if (approval && (act === 'approve' ? approval.canApprove : approval.canReject)) {
      setAsked({ approval, act });
    }
  });
  const isDeciding = tab === 'waiting';
  return (
    <>
      <div className="mb-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <Totals page={page} tab={tab} />
        {isDeciding ? (
          <Toolbar
            rows={rows}
            selected={selected}
            onSelect={setSelectedIds}
            onDecide={(decision) => setSeveral({ decision, items: selected })}
          />
        ) : null}
      </div>
      <ul ref={list} aria-label="Approvals" className="divide-y rounded-lg border bg-surface">
        {rows.map((approval) => (
          <ApprovalCard
            key={approval.id}
            approval={approval}
            to={
              portal === 'admin' ? paths.approval(approval.id) : paths.client.approval(approval.id)
            }
            onAct={(act) => setAsked({ approval, act })}
            selection={
              isDeciding
                ? {
                    isSelected: selected.includes(approval),
                    onSelect: (isSelected) => select(approval.id, isSelected),
                  }
                : undefined
            }
          />
        ))}
      </ul>
      <ListPager
        className="mt-3"
        noun="requests"
        list={page}
        pageSize={approvalsPageSize}
        onPage={onPage}
      />
      <DecisionDialog
        open={asked !== null}
        asked={followedAct(asked, rows)}
        onClose={() => setAsked(null)}
      />
      <SeveralDialog
        open={several !== null}
        several={followedSeveral(several, rows)}
        onClose={() => setSeveral(null)}
        onDone={() => setSelectedIds(new Set())}
      />
    </>
  );
}

/** What was rejected, withdrawn or has expired is in no amount. */
const amountWords: Readonly<Record<ApprovalTab, string>> = {
  waiting: 'in all',
  open: 'in all',
  mine: 'waiting or approved',
  decided: 'approved',
};

function Totals({ page, tab }: { page: ApprovalsPage; tab: ApprovalTab }) {
  const { totalCount, totalAmount } = page;
  const what = totalCount === 1 ? '1 request' : `${totalCount} requests`;
  return (
    <p className="text-13 text-muted">
      {what}
      {totalAmount > 0 ? `, UGX ${formatAmount(totalAmount)} ${amountWords[tab]}` : ''}
      {tab === 'waiting' && page.rows.some(({ canReject }) => canReject) ? (
        <span className="max-md:hidden">
          {' · keys: '}
          <kbd>j</kbd> next, <kbd>k</kbd> previous, <kbd>a</kbd> approve, <kbd>r</kbd> reject
        </span>
      ) : null}
    </p>
  );
}

interface ToolbarProps {
  rows: readonly Approval[];
  selected: readonly Approval[];
  onSelect: (ids: ReadonlySet<string>) => void;
  onDecide: (decision: Several['decision']) => void;
}

/** Several at once. */
function Toolbar({ rows, selected, onSelect, onDecide }: ToolbarProps) {
  const open = rows.filter(({ canReject }) => canReject);
  const isAll = open.length > 0 && selected.length === open.length;
  const canApprove = selected.length > 0 && selected.every((one) => one.canApprove);
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Button
        size="sm"
        disabled={open.length === 0}
        onClick={() => onSelect(new Set(isAll ? [] : open.map(({ id }) => id)))}
      >
        {isAll ? 'Select none' : 'Select all on this page'}
      </Button>
      {selected.length > 0 ? (
        <>
          <p role="status" className="text-13 text-muted">
            {selected.length} selected, {totalOf(selected)}
          </p>
          <div className="ml-auto flex gap-2">
            <Button size="sm" aria-haspopup="dialog" onClick={() => onDecide('reject')}>
              Reject selected
            </Button>
            <Button
              size="sm"
              variant="primary"
              aria-haspopup="dialog"
              disabled={!canApprove}
              onClick={() => onDecide('approve')}
            >
              Approve selected
            </Button>
          </div>
        </>
      ) : null}
    </div>
  );
}
