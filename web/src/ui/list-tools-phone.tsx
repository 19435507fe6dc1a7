import { Ellipsis } from 'lucide-react';
import { useState } from 'react';
import { Button } from './button.tsx';
import { ColumnsDialog } from './column-choice.tsx';
import type { ColumnChoice } from './columns-dialog.tsx';
import type { ExportDialogProps } from './export-dialog.tsx';
import { lateInPlace } from './late.tsx';
import { ExportDialog } from './list-export.tsx';
import type { ListToolsMenuProps } from './list-tools-menu.tsx';
import { SavedViewsDialog, type SavedViewsProps } from './saved-views.tsx';

/** The code of the menu, and the views, load when the pointer or the focus comes near. */
const OpenedMenu = lateInPlace<ListToolsMenuProps & { onOpen: () => void }>(
  () => import('./list-tools-menu.tsx'),
  ({ onOpen, preload }) => (
    <Button
      icon={<Ellipsis />}
      aria-haspopup="menu"
      aria-expanded={false}
      onPointerEnter={preload}
      onFocus={preload}
      onClick={onOpen}
    >
      More
    </Button>
  ),
);

interface PhoneToolsProps extends SavedViewsProps {
  columns: ColumnChoice;
  exported: Omit<ExportDialogProps, 'open' | 'onClose'>;
}

/** On a phone one menu, so that the rows begin on the first screen. */
export function PhoneTools({ columns, exported, ...views }: PhoneToolsProps) {
  const [isOpen, setIsOpen] = useState(false);
  const [shown, setShown] = useState<Parameters<ListToolsMenuProps['onShow']>[0] | null>(null);
  const onClose = () => setShown(null);
  return (
    <>
      <OpenedMenu
        open={isOpen}
        onOpen={() => setIsOpen(true)}
        onClose={() => setIsOpen(false)}
        onShow={setShown}
        {...views}
        {...{ columns, exported }}
      />
      <SavedViewsDialog
        open={shown === 'save' || shown === 'manage'}
        onClose={onClose}
        list={views.list}
        current={views.current}
        isSaving={shown === 'save'}
      />
      <ColumnsDialog open={shown === 'columns'} onClose={onClose} choice={columns} />
      <ExportDialog {...exported} open={shown === 'export'} onClose={onClose} />
    </>
  );
}
