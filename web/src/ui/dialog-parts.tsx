import type { ReactNode } from 'react';

/** Why the dialog's action failed; the dialog stays open with it. */
export function DialogError({ children }: { children: ReactNode }) {
  return (
    // Rendered before there is an error, so that screen readers announce one when it appears.
    <div role="alert">
      {children ? (
        <p className="mt-4 rounded-lg border border-danger-line bg-danger-soft px-3 py-2 wrap-anywhere text-danger-text">
          {children}
        </p>
      ) : null}
    </div>
  );
}

/** The buttons of a dialog or side panel. On a phone they share the width. */
export function DialogFooter({ children }: { children: ReactNode }) {
  return (
    <footer className="flex flex-wrap justify-end gap-2 border-t px-5 py-3 max-sm:*:[a,button]:flex-1">
      {children}
    </footer>
  );
}
