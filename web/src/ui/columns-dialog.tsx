import { Button } from './button.tsx';
import { Checkbox } from './checkbox.tsx';
import { Dialog } from './dialog.tsx';

export interface ColumnChoice {
  /** The columns that can be hidden: the one with the row's link always stays. */
  readonly optional: readonly { readonly key: string; readonly header: string }[];
  readonly hidden: readonly string[];
  readonly setHidden: (keys: readonly string[]) => void;
}

interface ColumnsDialogProps {
  open: boolean;
  onClose: () => void;
  choice: ColumnChoice;
}

export default function ColumnsDialog({ open, onClose, choice }: ColumnsDialogProps) {
  const { optional, hidden, setHidden } = choice;
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Columns"
      description="Which columns this list shows, in this browser."
      size="sm"
      footer={
        <>
          <Button disabled={hidden.length === 0} onClick={() => setHidden([])}>
            Show all
          </Button>
          <Button variant="primary" onClick={onClose}>
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
                setHidden(
                  event.target.checked ? hidden.filter((each) => each !== key) : [...hidden, key],
                )
              }
            />
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
