import type { FunctionComponent } from 'react';
import { AwaitedWindow } from './awaited-window.tsx';
import { lateCode, useModuleWhenOpen, type Opened } from './late-code.ts';

export type LazyDialog<Props> = FunctionComponent<Props> & { preload: () => void };

/** A dialog whose code is fetched when it is first opened, or ahead of that. */
export function lazyDialog<Props extends Opened>(
  load: () => Promise<{ default: FunctionComponent<Props> }>,
): LazyDialog<Props> {
  const code = lateCode(load);
  function LazilyOpened(props: Props) {
    const module = useModuleWhenOpen(code, props);
    return module ? <module.default {...props} /> : <AwaitedWindow {...props} />;
  }
  return Object.assign(LazilyOpened, { preload: code.preload });
}
