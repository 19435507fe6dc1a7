import { X } from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
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

/** Why what the dialog asked for failed; the dialog stays open with it. */
export function DialogError({ children }: { children: ReactNode }) {
  return (
    // Here before there is an error, so that it is read out when one comes.
    <div role="alert">
      {children ? (
        <p className="mt-4 rounded-lg border border-danger-line bg-danger-soft px-3 py-2 wrap-anywhere text-danger-text">
          {children}
        </p>
      ) : null}
    </div>
  );
}

/** Buttons at the foot of anything that floats. */
export function DialogFooter({ children }: { children: ReactNode }) {
  return (
    <footer className="flex flex-wrap justify-end gap-2 border-t px-5 py-3">{children}</footer>
  );
}
