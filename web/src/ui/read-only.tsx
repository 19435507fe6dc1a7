import { createContext, useContext } from 'react';
import { cn } from '../lib/cn.ts';
import { Button, type ButtonProps } from './button.tsx';

/**
 * Why nothing can be changed in this portal, or null. Forms and questions say it before anything is typed: the
 * server would refuse it at the end.
 */
export const ReadOnlyReason = createContext<string | null>(null);

export function useIsReadOnly(): boolean {
  return useContext(ReadOnlyReason) !== null;
}

export function ReadOnlyNote({ className }: { className?: string | undefined }) {
  const reason = useContext(ReadOnlyReason);
  return reason === null ? null : (
    <p className={cn('text-13 text-info-text', className)}>{reason}</p>
  );
}

/** The submit button of a form that is neither a FormDialog nor a FormCard. */
export function SubmitButton({ disabled, ...props }: Omit<ButtonProps, 'type'>) {
  const isReadOnly = useIsReadOnly();
  return (
    <>
      <ReadOnlyNote className="mr-3 self-center" />
      <Button type="submit" variant="primary" {...props} disabled={disabled || isReadOnly} />
    </>
  );
}
