import { Card } from './card.tsx';
import { ErrorPanel, type ErrorPanelProps } from './error-panel.tsx';
import { SkeletonRows } from './skeleton.tsx';

interface PartNotLoadedProps extends Pick<ErrorPanelProps, 'failure'> {
  title: string;
  /** What it is, as in "Failed to load the lines". */
  what: string;
  /** Rows to expect. */
  count: number;
}

/** The place of a part of a page while it loads, and if that fails. */
export function PartNotLoaded({ title, what, count, failure }: PartNotLoadedProps) {
  return (
    <Card title={title}>
      {failure ? (
        <ErrorPanel title={`Failed to load ${what}`} failure={failure} message="Try again" />
      ) : (
        <SkeletonRows count={count} label={`Loading ${what}`} />
      )}
    </Card>
  );
}
