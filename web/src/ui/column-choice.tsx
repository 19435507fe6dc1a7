import { Columns3 } from 'lucide-react';
import { useState } from 'react';
import { Button } from './button.tsx';
import type { ColumnChoice } from './columns-dialog.tsx';
import { lateWindow } from './late.tsx';
import type { Column } from './table-parts.tsx';

const storageKey = (list: string) => `sente.columns.${list}`;

/** In this browser only; a browser that stores nothing shows all columns the next time. */
function readHidden(list: string): readonly string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storageKey(list)) ?? '[]');
    return Array.isArray(stored) ? stored.filter((key) => typeof key === 'string') : [];
  } catch {
    return [];
  }
}

function writeHidden(list: string, hidden: readonly string[]): void {
  try {
    if (hidden.length === 0) localStorage.removeItem(storageKey(list));
    else localStorage.setItem(storageKey(list), JSON.stringify(hidden));
  } catch {
    // Storage may be full or forbidden; the choice then lasts until the page is left.
  }
}

export const ColumnsDialog = lateWindow(() => import('./columns-dialog.tsx'));

/** The columns of a list that the person chose, in this browser. */
export function useColumnChoice<Row>(list: string, columns: readonly Column<Row>[]) {
  const [hidden, setStored] = useState(() => readHidden(list));
  const setHidden = (next: readonly string[]) => {
    setStored(next);
    writeHidden(list, next);
  };
  const shown = columns.filter(({ key, primary }) => primary || !hidden.includes(key));
  return { shown, optional: columns.filter(({ primary }) => !primary), hidden, setHidden };
}

export function ColumnsButton({ choice }: { choice: ColumnChoice }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button icon={<Columns3 />} aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        {columnsText(choice)}
      </Button>
      <ColumnsDialog open={isOpen} onClose={() => setIsOpen(false)} choice={choice} />
    </>
  );
}

export function columnsText({ optional, hidden }: ColumnChoice): string {
  const count = optional.filter(({ key }) => hidden.includes(key)).length;
  return count === 0 ? 'Columns' : `Columns (${count} hidden)`;
}
