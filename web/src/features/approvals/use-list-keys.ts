import { useEffect, useEffectEvent, type RefObject } from 'react';

/**
 * j and k move the focus through the list, a and r approve or reject what has it. Not while somebody
 * types or a dialog is open.
 */
export function useListKeys(
  list: RefObject<HTMLElement | null>,
  onAct: (id: string, act: 'approve' | 'reject') => void,
): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isBusy(event.target)) return;
    const items = [...(list.current?.querySelectorAll<HTMLElement>('[data-approval]') ?? [])];
    const at = items.findIndex((item) => item.contains(document.activeElement));
    const step = { j: 1, k: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      items[Math.min(Math.max(at + step, 0), items.length - 1)]?.focus();
      return;
    }
    const act = ({ a: 'approve', r: 'reject' } as const)[event.key];
    const id = items[at]?.dataset['approval'];
    if (!act || !id) return;
    event.preventDefault();
    onAct(id, act);
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
}

const typing = 'input:not([type=checkbox]), textarea, select, [contenteditable]';

function isBusy(target: EventTarget | null): boolean {
  if (target instanceof Element && target.matches(typing)) return true;
  return document.querySelector('[role=dialog], [role=alertdialog]') !== null;
}
