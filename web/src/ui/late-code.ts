import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import { notify } from './toast.tsx';

/** Code that is not fetched with the page. Not for pages: those wait in the frame (lazy-component.tsx). */
export interface LateCode<Module> {
  /** Fetches it once; after a failure the next call tries again. */
  readonly load: () => Promise<void>;
  /** Ahead of the click. A failure shows when it is opened, not while the pointer passes by. */
  readonly preload: () => void;
  readonly get: () => Module | undefined;
  readonly subscribe: (listener: () => void) => () => void;
}

export function lateCode<Module>(fetchModule: () => Promise<Module>): LateCode<Module> {
  let module: Module | undefined;
  let loading: Promise<void> | undefined;
  const listeners = new Set<() => void>();

  function load(): Promise<void> {
    loading ??= fetchModule().then(
      (fetched) => {
        module = fetched;
        for (const listener of listeners) listener();
      },
      (error: unknown) => {
        loading = undefined;
        throw error;
      },
    );
    return loading;
  }
  return {
    load,
    preload: () => void load().catch(() => {}),
    get: () => module,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** Undefined: not there yet. */
export function useLateModule<Module>({ get, subscribe }: LateCode<Module>): Module | undefined {
  // Not asked for in an effect: the code may arrive between a rendering and its effects.
  return useSyncExternalStore(subscribe, get);
}

export interface Opened {
  readonly open: boolean;
  readonly onClose: () => void;
}

/** The code of what opens over a page. If it cannot be fetched, that is said and the page stays. */
export function useModuleWhenOpen<Module>(
  code: LateCode<Module>,
  { open, onClose }: Opened,
): Module | undefined {
  const { load } = code;
  const giveUp = useEffectEvent(() => {
    notify.error('This could not be loaded. Check your connection, or reload the page.');
    onClose();
  });
  useEffect(() => {
    if (!open) return undefined;
    let isWanted = true;
    load().catch(() => isWanted && giveUp());
    return () => {
      isWanted = false;
    };
  }, [open, load]);
  return useLateModule(code);
}
