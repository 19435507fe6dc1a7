import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';

const question = 'Leave this page? What you typed here is not saved.';

/** One for each form with changes in it. */
const unsavedForms = new Set<symbol>();

/** Where the forms stand: the page, and its number in the history that the router keeps. */
let place: { readonly pathname: string; readonly index: number | null } | null = null;
/** A step back or forward is being taken back, and the browser is about to tell of it. */
let isUndoing = false;

/**
 * Asks before a form with changes in it is left: the browser itself when the tab is closed or
 * reloaded, we when a link is followed or the history is stepped through. A link that says what it
 * does, such as Cancel, carries `data-discard` and is not asked about. What leaves the page in any
 * other way asks `mayLeave`.
 */
export function useUnsavedWarning(hasChanges: boolean): void {
  const location = useLocation();
  useEffect(() => {
    if (!hasChanges) return;
    const form = Symbol('form');
    if (unsavedForms.size === 0) startAsking();
    unsavedForms.add(form);
    return () => {
      unsavedForms.delete(form);
      if (unsavedForms.size === 0) stopAsking();
    };
  }, [hasChanges]);
  useEffect(() => {
    // Something over the page may have its own place in the history.
    if (hasChanges && !isUndoing) place = { pathname: window.location.pathname, index: indexNow() };
  }, [hasChanges, location]);
}

/** True: nothing typed is lost, or the user wants it so. Who said so is not asked again. */
export function mayLeave(): boolean {
  if (unsavedForms.size === 0) return true;
  if (!window.confirm(question)) return false;
  unsavedForms.clear();
  stopAsking();
  return true;
}

/** For navigation without a link; returns whether it happened. */
export function useLeavingNavigate(): (to: string) => boolean {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  return (to) => {
    const isSamePage = to.split(/[?#]/, 1)[0] === pathname;
    if (!isSamePage && !mayLeave()) return false;
    void navigate(to);
    return true;
  };
}

/**
 * To be called before the router is there: of those who listen for a step through the history, the
 * first is told first, also where it says "capture".
 */
export function watchHistory(): () => void {
  window.addEventListener('popstate', askOnStep, { capture: true });
  return () => window.removeEventListener('popstate', askOnStep, { capture: true });
}

function startAsking(): void {
  window.addEventListener('beforeunload', askOnUnload);
  // Before the router, which listens further down.
  document.addEventListener('click', askOnClick, { capture: true });
}

function stopAsking(): void {
  window.removeEventListener('beforeunload', askOnUnload);
  document.removeEventListener('click', askOnClick, { capture: true });
  isUndoing = false;
}

function askOnUnload(event: BeforeUnloadEvent): void {
  event.preventDefault();
}

function askOnClick(event: MouseEvent): void {
  const link = event.target instanceof Element ? event.target.closest('a[href]') : null;
  if (!leavesPage(link, event) || mayLeave()) return;
  event.preventDefault();
  event.stopPropagation();
}

/** A new tab, a file, a jump within the page and another program leave the form where it is. */
function leavesPage(link: Element | null, event: MouseEvent): boolean {
  if (!(link instanceof HTMLAnchorElement) || link.dataset['discard'] !== undefined) return false;
  const isNewTab = link.target === '_blank' || event.ctrlKey || event.metaKey || event.shiftKey;
  const isElsewhere = link.origin !== window.location.origin || link.hasAttribute('download');
  return !isNewTab && !isElsewhere && link.pathname !== window.location.pathname;
}

/**
 * The browser has taken the step already; the router has not heard of it yet. Whoever stays is
 * brought back by the opposite step, and the router hears of neither.
 */
function askOnStep(event: PopStateEvent): void {
  if (!place || unsavedForms.size === 0) return;
  const index = indexNow();
  const isHere = window.location.pathname === place.pathname;
  if (isUndoing && isHere && index === place.index) {
    isUndoing = false;
    event.stopImmediatePropagation();
    return;
  }
  isUndoing = false;
  // What lies over the page was opened or closed: the page stays.
  if (isHere || mayLeave()) return;
  event.stopImmediatePropagation();
  isUndoing = true;
  // The router numbers all but jumps within a page; those are mostly gone back to.
  const steps = index === null || place.index === null ? 1 : place.index - index;
  window.history.go(steps);
}

function indexNow(): number | null {
  const state = window.history.state as { readonly idx?: unknown } | null;
  return typeof state?.idx === 'number' ? state.idx : null;
}
