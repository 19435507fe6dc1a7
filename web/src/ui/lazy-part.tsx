import { useEffect, useState, type FunctionComponent, type ReactNode } from 'react';
import { ErrorPanel } from './error-panel.tsx';
import { lateCode, useLateModule } from './late-code.ts';
import { SkeletonRows } from './skeleton.tsx';

/** A part of a page whose code comes when it is shown; a failure takes its place and not the page's. */
export function lazyPart<Props extends object>(
  load: () => Promise<{ default: FunctionComponent<Props> }>,
  /** In the shape of what comes. */
  skeleton: ReactNode = <SkeletonRows count={4} label="Loading" />,
  retryLabel: 'Try again' | 'Try Again' = 'Try again',
): FunctionComponent<Props> & { preload: () => void } {
  const code = lateCode(load);
  function LatePart(props: Props) {
    const module = useLateModule(code);
    const [hasFailed, setHasFailed] = useState(false);
    useEffect(() => {
      if (!hasFailed) void code.load().catch(() => setHasFailed(true));
    }, [hasFailed]);
    if (module) return <module.default {...props} />;
    if (!hasFailed) return skeleton;
    return (
      <ErrorPanel
        title="This could not be loaded"
        message="Check your connection, or reload the page."
        retryLabel={retryLabel}
        onRetry={() => setHasFailed(false)}
      />
    );
  }
  return Object.assign(LatePart, { preload: code.preload });
}
