import { use, type FunctionComponent } from 'react';

export type LazyComponent<Props> = FunctionComponent<Props> & {
  /** Fetches the code ahead of the click. */
  preload: () => Promise<void>;
  /** What it was made of; the build reads from it which files a route needs. */
  load?: () => Promise<unknown>;
};

type Loading = Promise<void> & { status?: 'fulfilled' };

/**
 * Like React.lazy, except that code which has already arrived renders at once: React.lazy would
 * first show the fallback, and React holds a fallback for 300 ms once it is on screen.
 */
export function lazyComponent<Props extends object>(
  load: () => Promise<{ default: FunctionComponent<Props> }>,
): LazyComponent<Props> {
  let Loaded: FunctionComponent<Props> | undefined;
  let loading: Loading | undefined;

  function start(): Promise<void> {
    if (loading) return loading;
    const started: Loading = load().then((module) => {
      Loaded = module.default;
      // By this mark React knows without waiting; it has to be asked in every render.
      started.status = 'fulfilled';
    });
    loading = started;
    return loading;
  }

  function Lazy(props: Props) {
    use(start());
    return Loaded ? <Loaded {...props} /> : null;
  }

  function preload(): Promise<void> {
    // A failure shows when the page is opened, not while the pointer passes over its link.
    return start().catch(() => {
      loading = undefined;
    });
  }

  return Object.assign(Lazy, { preload, load });
}
