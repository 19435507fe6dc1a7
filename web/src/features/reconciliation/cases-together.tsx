import { canSettleTogether, caseTexts } from '@sente/contract/case-kinds';
import { mostCasesTogether, type ReconciliationCase } from '@sente/contract/reconciliation';
import { Layers } from 'lucide-react';
import { useState } from 'react';
import { useCan } from '../../session/permissions.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { lateWindow } from '../../ui/late.tsx';
import type { Column } from '../../ui/table.tsx';
import { caseColumns } from './case-columns.tsx';
import { SignedAmount } from './signed-amount.tsx';

const TogetherDialog = lateWindow(() => import('./together-dialog.tsx'));

const canBeChosen = ({ state, proposed }: ReconciliationCase) =>
  state === 'open' && proposed === null;

/** Cases of one kind that are settled by one proposal: the columns with the choice, and what is above the list. */
export function useCasesTogether(rows: readonly ReconciliationCase[]) {
  const canPropose = useCan('staffMoney');
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  // What somebody else proposed or settled meanwhile is no longer there.
  const selected = rows.filter((row) => chosen.has(row.id) && canBeChosen(row));
  const [first] = selected;
  const choose = (cases: readonly ReconciliationCase[], isChosen: boolean) => {
    const next = new Set(selected.map(({ id }) => id));
    for (const { id } of cases)
      if (isChosen) next.add(id);
      else next.delete(id);
    setChosen(next);
  };
  const choice: Column<ReconciliationCase> = {
    key: 'choice',
    header: 'Select',
    phone: 'aside',
    className: 'w-0',
    cell: (row) =>
      canBeChosen(row) ? (
        <Checkbox
          className="max-sm:-mr-2.5"
          label={<span className="sr-only">Select case {row.number}</span>}
          checked={chosen.has(row.id)}
          disabled={first !== undefined && !canSettleTogether(row, first)}
          onChange={(event) => choose([row], event.target.checked)}
        />
      ) : null,
  };
  const isOffered = canPropose && rows.some(canBeChosen);
  const others = rows.filter((row) => canBeChosen(row) && first && canSettleTogether(row, first));
  return {
    columns: isOffered ? [choice, ...caseColumns] : caseColumns,
    bar: isOffered ? (
      <ChosenBar
        selected={selected}
        isAll={others.length === selected.length}
        onAll={() => choose(others.slice(0, mostCasesTogether), true)}
        onNone={() => setChosen(new Set())}
      />
    ) : null,
  };
}

interface ChosenBarProps {
  selected: readonly ReconciliationCase[];
  isAll: boolean;
  onAll: () => void;
  onNone: () => void;
}

function ChosenBar({ selected, isAll, onAll, onNone }: ChosenBarProps) {
  const [isOpen, setIsOpen] = useState(false);
  const [first] = selected;
  return (
    <div className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-3">
      {first ? (
        <Button
          variant="primary"
          icon={<Layers />}
          aria-haspopup="dialog"
          onClick={() => setIsOpen(true)}
        >
          Settle Together
        </Button>
      ) : null}
      <p role="status" className="text-13 text-muted">
        {first ? (
          <>
            {selected.length} chosen, {caseTexts(first.kind, first.network).label.toLowerCase()},{' '}
            <SignedAmount amount={selected.reduce((sum, { effect }) => sum + effect, 0)} />
          </>
        ) : (
          'Choose cases of one kind to settle them by one proposal.'
        )}
      </p>
      {first && !isAll ? (
        <Button size="sm" onClick={onAll}>
          Choose all of this kind
        </Button>
      ) : null}
      {first ? (
        <Button size="sm" onClick={onNone}>
          Choose none
        </Button>
      ) : null}
      <TogetherDialog
        open={isOpen && first !== undefined}
        cases={selected}
        onClose={() => setIsOpen(false)}
        onDone={onNone}
      />
    </div>
  );
}
