import { useEffect } from 'react';

const question = 'Leave this page? What you typed here is not saved.';

/**
 * Asks before a form with changes in it is left: the browser itself when the tab is closed or
 * reloaded, we when a link is followed. A link that says what it does, such as Cancel, carries
 * `data-discard` and is not asked about.
 */
export function useUnsavedWarning(hasChanges: boolean): void {
  useEffect(() => {
    if (!hasChanges) return;
    const onUnload = (event: BeforeUnloadEvent): void => event.preventDefault();
    const onClick = (event: MouseEvent): void => {
      const link = event.target instanceof Element ? event.target.closest('a[href]') : null;
      if (!leavesPage(link, event) || window.confirm(question)) return;
      event.preventDefault();
      event.stopPropagation();
    };
    window.addEventListener('beforeunload', onUnload);
    // Before the router, which listens further down.
    document.addEventListener('click', onClick, { capture: true });
    return () => {
      window.removeEventListener('beforeunload', onUnload);
      document.removeEventListener('click', onClick, { capture: true });
    };
  }, [hasChanges]);
}

/** A new tab, a jump within the page and another program leave the form where it is. */
function leavesPage(link: Element | null, event: MouseEvent): boolean {
  if (!(link instanceof HTMLAnchorElement) || link.dataset['discard'] !== undefined) return false;
  const isNewTab = link.target === '_blank' || event.ctrlKey || event.metaKey || event.shiftKey;
  const isElsewhere = link.origin !== window.location.origin;
  return !isNewTab && !isElsewhere && link.pathname !== window.location.pathname;
}
