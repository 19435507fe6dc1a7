import { cn } from '../lib/cn.ts';

/** In the cell of a table: one line, whose end a narrow column hides. The tooltip has all of it. */
export function EmailText({ email, className }: { email: string; className: string }) {
  return (
    <span className={cn('block truncate', className)} title={email}>
      {email}
    </span>
  );
}
