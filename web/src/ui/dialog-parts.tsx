import type { ReactNode } from 'react';

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
    // A thumb finds buttons that share the width.
    <footer className="flex flex-wrap justify-end gap-2 border-t px-5 py-3 max-sm:*:[a,button]:flex-1">
      {children}
    </footer>
  );
}
