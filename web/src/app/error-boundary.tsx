import { Component, type ReactNode } from 'react';
import { logError } from '../lib/log.ts';

interface ErrorBoundaryProps {
  /** Shown instead; by default a panel that fills the page. */
  fallback?: ReactNode;
  children: ReactNode;
}

interface State {
  hasFailed: boolean;
}

/** A defect, or code that could not be loaded because a new version was deployed. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, State> {
  override state: State = { hasFailed: false };

  static getDerivedStateFromError(): State {
    return { hasFailed: true };
  }

  override componentDidCatch(error: Error): void {
    logError('This page failed', error);
  }

  override render(): ReactNode {
    const { fallback = <ReloadPanel />, children } = this.props;
    return this.state.hasFailed ? fallback : children;
  }
}

export function ReloadPanel() {
  return (
    <div
      role="alert"
      className="mx-auto flex max-w-md flex-col items-center px-6 py-24 text-center"
    >
      <h1 className="text-lg">This page could not be shown</h1>
      <p className="mt-1 text-muted">
        Reload it to get the current version. What was saved before is still there.
      </p>
      <button
        type="button"
        onClick={() => window.location.reload()}
        className="mt-5 h-9 rounded-lg bg-accent px-4 font-medium text-on-accent hover:bg-accent-hover"
      >
        Reload page
      </button>
    </div>
  );
}
