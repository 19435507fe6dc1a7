import { formatUgx } from '@sente/contract/money';
import type { Settlement } from '@sente/contract/settlement';
import { useQuery } from '@tanstack/react-query';
import { CircleCheck, Layers } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from '../../lib/router.tsx';
import { paths } from '../../lib/paths.ts';
import { useCan } from '../../session/permissions.ts';
import type { SetPage } from '../../lib/url-state.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { ConfirmAction } from '../../ui/confirm-action.tsx';
import { NewRows } from '../../ui/new-rows.tsx';
import { PagedPanel } from '../../ui/paged-panel.tsx';
import type { Column } from '../../ui/table.tsx';
import { allColumns } from './settlement-columns.tsx';
import { requestedPageSize, settlementQueries, useMakeBatch } from './settlement-queries.ts';
import { countText } from './settlement-texts.tsx';

/** All of them are requested: the state says something only where one is held up. */
const withoutState = allColumns.filter(({ key }) => key !== 'state');

/** What waits for a batch; those that are chosen become one. */
export function RequestedTab({ page, onPage }: { page: number; onPage: SetPage }) {
  const request = { state: 'requested', page, pageSize: requestedPageSize } as const;
  const query = useQuery(settlementQueries.list(request));
  const canMake = useCan('staffMoney');
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [isAsking, setIsAsking] = useState(false);
  const navigate = useNavigate();
  const rows = query.data?.rows ?? [];
  // A batch takes only what can be paid, and somebody else may have taken one meanwhile.
  const free = rows.filter(({ heldUpBy }) => heldUpBy === null);
  const selected = free.filter(({ id }) => chosen.has(id));
  const columns = free.length === rows.length ? withoutState : allColumns;
  const choose = (ids: readonly string[], isChosen: boolean) => {
    const next = new Set(chosen);
    for (const id of ids)
      if (isChosen) next.add(id);
      else next.delete(id);
    setChosen(next);
  };
  const isAll = free.length > 0 && selected.length === free.length;
  return (
    <>
      {canMake && rows.length > 0 ? (
        <div className="mb-4 flex flex-wrap items-center gap-x-5 gap-y-3">
          <Checkbox
            label="Select all"
            checked={isAll}
            disabled={free.length === 0}
            onChange={() =>
              choose(
                free.map(({ id }) => id),
                !isAll,
              )
            }
          />
          <Button
            variant="primary"
            icon={<Layers />}
            aria-haspopup="dialog"
            disabled={selected.length === 0}
            onClick={() => setIsAsking(true)}
          >
            Make Batch
          </Button>
          <p role="status" className="text-13 text-muted">
            {selected.length > 0
              ? `Selected: ${summaryOf(selected)}`
              : `On this page: ${summaryOf(rows)}`}
          </p>
        </div>
      ) : null}
      <NewRows noun="settlements" query={query} />
      <PagedPanel
        query={query}
        failed={{ title: 'Failed to load settlements' }}
        noneYet={{
          icon: <CircleCheck />,
          title: 'No settlement waits for a batch.',
          hint: 'What waits for a second person or is at the bank is under Batches.',
        }}
        caption="Requested settlements"
        columns={canMake ? [choice(chosen, choose), ...columns] : allColumns}
        rowKey={({ id }) => id}
        noun="settlements"
        pageSize={requestedPageSize}
        page={page}
        onPage={onPage}
      />
      <ConfirmAction
        subject={isAsking && selected.length > 0 ? selected : null}
        change={useMakeBatch()}
        input={(settlements) => settlements.map(({ id }) => id)}
        title={(settlements) => `Make a batch of ${countText(settlements.length)}?`}
        description={(settlements) =>
          `${summaryOf(settlements)}. A second person has to approve it; then the file for the bank is there.`
        }
        confirmLabel="Make Batch"
        busyLabel="Making..."
        tone="primary"
        done="The batch waits for a second person"
        failed="Failed to make the batch"
        onClose={() => setIsAsking(false)}
        onDone={() => {
          setChosen(new Set());
          navigate(paths.settlements({ tab: 'batches' }));
        }}
      />
    </>
  );
}

function summaryOf(settlements: readonly Settlement[]): string {
  const sum = settlements.reduce((total, { amount }) => total + amount, 0);
  return `${countText(settlements.length)}, ${formatUgx(sum)} together`;
}

function choice(
  chosen: ReadonlySet<string>,
  choose: (ids: readonly string[], isChosen: boolean) => void,
): Column<Settlement> {
  return {
    key: 'choice',
    header: 'Select',
    phone: 'aside',
    className: 'w-0',
    cell: ({ id, reference, heldUpBy }) => (
      <Checkbox
        label={<span className="sr-only">Select {reference}</span>}
        checked={chosen.has(id) && heldUpBy === null}
        disabled={heldUpBy !== null}
        onChange={(event) => choose([id], event.target.checked)}
      />
    ),
  };
}
