import { Download } from 'lucide-react';
import { useState } from 'react';
import { Button } from './button.tsx';
import type { ExportDialogProps } from './export-dialog.tsx';
import { lateWindow } from './late.tsx';

export const ExportDialog = lateWindow(() => import('./export-dialog.tsx'));

/** Exports everything that passes the filters, not only the visible page. */
export function ListExport(props: Omit<ExportDialogProps, 'open' | 'onClose'>) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button
        icon={<Download />}
        aria-haspopup="dialog"
        disabled={props.count === 0}
        onClick={() => setIsOpen(true)}
      >
        {exportText(props)}
      </Button>
      <ExportDialog {...props} open={isOpen} onClose={() => setIsOpen(false)} />
    </>
  );
}

export function exportText({ noun, count }: Pick<ExportDialogProps, 'noun' | 'count'>): string {
  if (!count) return `Export ${noun}`;
  return `Export ${count.toLocaleString('en-US')} ${count === 1 ? noun.replace(/s$/, '') : noun}`;
}
