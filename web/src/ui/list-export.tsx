import { Download } from 'lucide-react';
import { useState } from 'react';
import { Button } from './button.tsx';
import type { ExportDialogProps } from './export-dialog.tsx';
import { lateWindow } from './late.tsx';

const ExportDialog = lateWindow(() => import('./export-dialog.tsx'));

/** Exports everything that passes the filters, not only the visible page. */
export function ListExport(props: Omit<ExportDialogProps, 'open' | 'onClose'>) {
  const [isOpen, setIsOpen] = useState(false);
  const { noun, count } = props;
  const singular = count === 1 ? noun.replace(/s$/, '') : noun;
  return (
    <>
      <Button
        icon={<Download />}
        aria-haspopup="dialog"
        disabled={count === 0}
        onClick={() => setIsOpen(true)}
      >
        {count ? `Export ${count.toLocaleString('en-US')} ${singular}` : `Export ${noun}`}
      </Button>
      <ExportDialog {...props} open={isOpen} onClose={() => setIsOpen(false)} />
    </>
  );
}
