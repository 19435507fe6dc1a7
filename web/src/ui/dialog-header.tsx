import * as Radix from '@radix-ui/react-dialog';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { cn } from '../lib/cn.ts';
import { IconButton } from './icon-button.tsx';

interface DialogHeaderProps {
  title: string;
  description?: ReactNode;
  onClose: () => void;
  /** Cannot be closed now. */
  busy?: boolean | undefined;
  className?: string | undefined;
}

/** The head of a dialog and of a side panel: what it is, and the way out. */
export function DialogHeader({ title, description, onClose, busy, className }: DialogHeaderProps) {
  return (
    <header className={cn('flex items-start justify-between gap-4 px-5', className)}>
      <div className="min-w-0 pt-1">
        <Radix.Title className="text-base wrap-anywhere">{title}</Radix.Title>
        {description ? (
          <Radix.Description className="mt-1 text-muted">{description}</Radix.Description>
        ) : null}
      </div>
      <IconButton
        label="Close"
        icon={<X />}
        size="sm"
        tooltip={false}
        disabled={busy}
        onClick={onClose}
        className="-mr-1.5"
      />
    </header>
  );
}
