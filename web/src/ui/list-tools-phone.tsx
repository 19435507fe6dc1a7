import { Ellipsis } from 'lucide-react';
import { useState } from 'react';
import { ColumnsDialog } from './column-choice.tsx';
import type { ColumnChoice } from './columns-dialog.tsx';
import type { ExportDialogProps } from './export-dialog.tsx';
import { ExportDialog } from './list-export.tsx';
import type { ListToolsMenuProps } from './list-tools-menu.tsx';
import { lateMenuButton } from './menu-button.tsx';
import { SavedViewsDialog, type SavedViewsProps } from './saved-views.tsx';

const ToolsMenuButton = lateMenuButton(
  { label: 'More', icon: <Ellipsis /> },
  () => import('./list-tools-menu.tsx'),
);

interface PhoneToolsProps extends SavedViewsProps {
  columns: ColumnChoice;
  exported: Omit<ExportDialogProps, 'open' | 'onClose'>;
}

/** On a phone one menu, so that the rows begin on the first screen. */
export function PhoneTools({ columns, exported, ...views }: PhoneToolsProps) {
  const [shown, setShown] = useState<Parameters<ListToolsMenuProps['onShow']>[0] | null>(null);
  const onClose = () => setShown(null);
  return (
    <>
      <ToolsMenuButton onShow={setShown} {...views} {...{ columns, exported }} />
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
