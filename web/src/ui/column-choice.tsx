import { Columns3 } from 'lucide-react';
import { useState } from 'react';
import { Button } from './button.tsx';
import { Checkbox } from './checkbox.tsx';
import { Dialog } from './dialog.tsx';
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

/** The columns of a list that the person chose, and the button to choose them. */
export function useColumnChoice<Row>(list: string, columns: readonly Column<Row>[]) {
  const [hidden, setHidden] = useState(() => readHidden(list));
  const [isOpen, setIsOpen] = useState(false);
  const change = (next: readonly string[]) => {
    setHidden(next);
    writeHidden(list, next);
  };
  // The one with the row's link always stays.
  const optional = columns.filter(({ primary }) => !primary);
  const shown = columns.filter(({ key, primary }) => primary || !hidden.includes(key));
  const count = columns.length - shown.length;
  const button = (
    <>
      <Button icon={<Columns3 />} aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        {count === 0 ? 'Columns' : `Columns (${count} hidden)`}
      </Button>
      <Dialog
        open={isOpen}
        onClose={() => setIsOpen(false)}
        title="Columns"
        description="Which columns this list shows, in this browser."
        size="sm"
        footer={
          <>
            <Button disabled={count === 0} onClick={() => change([])}>
              Show all
            </Button>
            <Button variant="primary" onClick={() => setIsOpen(false)}>
              Done
            </Button>
          </>
        }
      >
        <ul className="flex flex-col gap-2">
          {optional.map(({ key, header }) => (
            <li key={key}>
              <Checkbox
                label={header}
                checked={!hidden.includes(key)}
                onChange={(event) =>
                  change(
                    event.target.checked ? hidden.filter((each) => each !== key) : [...hidden, key],
                  )
                }
              />
            </li>
          ))}
        </ul>
      </Dialog>
    </>
  );
  return { shown, button, hidden, setHidden: change };
}
