import { Columns3, Download, Ellipsis } from 'lucide-react';
import { Button } from './button.tsx';
import { columnsText } from './column-choice.tsx';
import type { ColumnChoice } from './columns-dialog.tsx';
import type { ExportDialogProps } from './export-dialog.tsx';
import { exportText } from './list-export.tsx';
import { Menu } from './menu.tsx';
import { type SavedViewsMenuProps, useViewItems } from './saved-views-menu.tsx';

export interface ListToolsMenuProps extends Omit<SavedViewsMenuProps, 'onShow'> {
  columns: ColumnChoice;
  exported: Pick<ExportDialogProps, 'noun' | 'count'>;
  onShow: (dialog: 'save' | 'manage' | 'columns' | 'export') => void;
}

/** Replaces its button when that is first pressed, and stays. */
export default function ListToolsMenu(props: ListToolsMenuProps) {
  const { columns, exported, onShow } = props;
  const { items } = useViewItems(props);
  return (
    <Menu
      defaultOpen
      trigger={<Button icon={<Ellipsis />}>More</Button>}
      items={[
        ...items,
        'separator',
        { label: columnsText(columns), icon: <Columns3 />, onSelect: () => onShow('columns') },
        {
          label: exportText(exported),
          icon: <Download />,
          disabled: exported.count === 0,
          onSelect: () => onShow('export'),
        },
      ]}
    />
  );
}
