import {
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
  type FunctionComponent,
  type ReactNode,
} from 'react';
import { createPortal } from 'react-dom';
import { cn } from '../lib/cn.ts';
import { ErrorPanel } from './error-panel.tsx';
import { SkeletonRows } from './skeleton.tsx';
import { Spinner } from './spinner.tsx';
import { notify } from './toast.tsx';

/**
 * The same z-index as the dialogs: a second one covers the first, because it is later in the page.
 */
export const overlayClass =
  'fixed inset-0 z-50 bg-overlay data-[state=closed]:animate-fade-out data-[state=open]:animate-fade-in';

interface Module<Props> {
  readonly default: FunctionComponent<Props>;
}

type Load<Props> = () => Promise<Module<Props>>;

/** A component whose code does not load with the page. */
export type Late<Props> = FunctionComponent<Props & Retried> & {
  /** Preloads the code. Never rejects: a failure is shown where the component is. */
  preload: () => Promise<void>;
  /** The build reads it to determine the files of a route. */
  load: Load<Props>;
};

interface Retried {
  /** Label of the button that loads the code again; also passed on to the loaded component. */
  retryLabel?: 'Try again' | 'Try Again' | undefined;
}

interface LateOptions {
  /** Shown until the code arrives, in the shape of the content. */
  waiting?: ReactNode;
  /** Shown instead of the usual panel when the code cannot be loaded. */
  failed?: (retry: () => void) => ReactNode;
}

/**
 * A page or a part of one whose code loads when it is first shown. Loaded code renders at once, a
 * failure is shown in place and can be retried, and the rest of the page keeps its state.
 * React.lazy does neither: it keeps a fallback on screen for 300 ms and throws the failure at the
 * page.
 */
export function late<Props extends object>(
  load: Load<Props>,
  { waiting = <SkeletonRows count={4} label="Loading" />, failed }: LateOptions = {},
): Late<Props> {
  const code = lateCode(load);
  function LatePart(props: Props & Retried) {
    const module = useModule(code);
    const [hasFailed, setHasFailed] = useState(false);
    const retry = () => setHasFailed(false);
    useEffect(() => {
      if (!hasFailed) void code.fetch().catch(() => setHasFailed(true));
    }, [hasFailed]);
    if (module) return <module.default {...props} />;
    if (!hasFailed) return waiting;
    if (failed) return failed(retry);
    return (
      <ErrorPanel
        title="This could not be loaded"
        message="Check your connection, or reload the page."
        retryLabel={props.retryLabel}
        onRetry={retry}
      />
    );
  }
  return Object.assign(LatePart, { preload: code.preload, load });
}

/**
 * The same for what comes when somebody opens or chooses it, such as a tab, or seldom, such as the panel
 * while a brake is on. The name alone differs: the budgets of the pages count what `late` loads (e2e/budgets.spec.ts), and not
 * this.
 */
export function lateChosen<Props extends object>(
  load: Load<Props>,
  options?: LateOptions,
): Late<Props> {
  return late(load, options);
}

interface Opened {
  readonly open: boolean;
  readonly onClose: () => void;
}

/** The same for overlays: a dialog or a side panel. */
export function lateWindow<Props extends Opened>(load: Load<Props>): Late<Props> {
  const code = lateCode(load);
  function LateWindow(props: Props) {
    const module = useModuleWhenOpen(code, props);
    if (module) return <module.default {...props} />;
    return props.open ? createPortal(<Waiting onClose={props.onClose} />, document.body) : null;
  }
  return Object.assign(LateWindow, { preload: code.preload, load });
}

/** The same for a menu that replaces its own button: `Closed` is shown until it is open and loaded. */
export function lateInPlace<Props extends Opened>(
  load: Load<Props>,
  Closed: FunctionComponent<Props & { preload: () => void }>,
): FunctionComponent<Props> {
  const code = lateCode(load);
  return function LateInPlace(props: Props) {
    const module = useModuleWhenOpen(code, props);
    if (module && props.open) return <module.default {...props} />;
    return <Closed {...props} preload={code.preload} />;
  };
}

/**
 * Until the code of a window arrives: responds to the press, holds the focus, and closes on Escape.
 */
function Waiting({ onClose }: Pick<Opened, 'onClose'>) {
  const note = useRef<HTMLDivElement>(null);
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key === 'Escape') onClose();
  });
  useLayoutEffect(() => {
    const opener = document.activeElement;
    return () => {
      // Before the window itself looks for its opener.
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
    };
  }, []);
  useEffect(() => {
    note.current?.focus();
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
  return (
    <div
      data-state="open"
      className={cn(
        overlayClass,
        'grid place-items-center [animation-delay:80ms] [animation-fill-mode:both]',
      )}
    >
      <div
        ref={note}
        role="status"
        tabIndex={-1}
        className="flex items-center gap-3 rounded-xl bg-surface-raised px-5 py-4 text-muted shadow-dialog outline-none"
      >
        <Spinner />
        Loading
      </div>
    </div>
  );
}

interface LateCode<Props> {
  /** Loads once; after a failure the next call retries. */
  readonly fetch: () => Promise<void>;
  readonly preload: () => Promise<void>;
  readonly get: () => Module<Props> | undefined;
  readonly subscribe: (listener: () => void) => () => void;
}

/** All lazy components, for tests: they preload them, so that they only wait for answers. */
export const lateCodes = new Set<Pick<LateCode<never>, 'preload'>>();

function lateCode<Props>(load: Load<Props>): LateCode<Props> {
  let module: Module<Props> | undefined;
  let fetching: Promise<void> | undefined;
  let failure: unknown;
  const listeners = new Set<() => void>();

  function fetch(): Promise<void> {
    fetching ??= (failure === undefined ? load() : loadAgain(load, failure)).then(
      (loaded) => {
        module = loaded;
        for (const listener of listeners) listener();
      },
      (error: unknown) => {
        fetching = undefined;
        failure ??= error;
        throw error;
      },
    );
    return fetching;
  }
  const code = {
    fetch,
    preload: () => fetch().catch(() => {}),
    get: () => module,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  lateCodes.add(code);
  return code;
}

/**
 * Current browsers remember that a file could not be fetched until the page is reloaded, so it is fetched from another
 * address, which the error names. A part that is not the default of its file has only its own address.
 */
async function loadAgain<Props>(load: Load<Props>, failure: unknown): Promise<Module<Props>> {
  const address =
    failure instanceof Error ? /https?:\S+\.js$/.exec(failure.message)?.[0] : undefined;
  if (address === undefined) return load();
  const again = (await import(/* @vite-ignore */ `${address}?again=${Date.now()}`)) as Partial<
    Module<Props>
  >;
  return again.default ? { default: again.default } : load();
}

function useModule<Props>({ get, subscribe }: LateCode<Props>) {
  return useSyncExternalStore(subscribe, get);
}

/** Loads the code on opening. If that fails, a message says so and the page stays as it is. */
function useModuleWhenOpen<Props>(code: LateCode<Props>, { open, onClose }: Opened) {
  const giveUp = useEffectEvent(() => {
    notify.error('This could not be loaded. Check your connection, or reload the page.');
    onClose();
  });
  useEffect(() => {
    if (!open) return undefined;
    let isWanted = true;
    code.fetch().catch(() => isWanted && giveUp());
    return () => {
      isWanted = false;
    };
  }, [open, code]);
  return useModule(code);
}
