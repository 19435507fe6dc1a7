import { useSession } from '../session/use-session.ts';
import { cn } from '../lib/cn.ts';
import { Button, type ButtonProps } from './button.tsx';

/** Visitors of the open demo look at forms, and the server refuses what they send. */
export function useIsVisitor(): boolean {
  return useSession()?.user.isVisitor ?? false;
}

/** Before anything is typed. Nothing for everybody else. */
export function VisitorNote({ className }: { className?: string | undefined }) {
  if (!useIsVisitor()) return null;
  return (
    <p className={cn('text-13 text-info-text', className)}>
      Nothing can be changed in the open demo.
    </p>
  );
}

/** The submit button of a form that is no dialog and no FormCard. */
export function SubmitButton({ disabled, ...props }: Omit<ButtonProps, 'type' | 'variant'>) {
  const isVisitor = useIsVisitor();
  return (
    <>
      <VisitorNote className="mr-3 self-center" />
      <Button type="submit" variant="primary" {...props} disabled={disabled || isVisitor} />
    </>
  );
}
