import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';

const question = 'Leave this page? What you typed here is not saved.';

/** One entry per form with unsaved changes. */
const unsavedForms = new Set<symbol>();

/** The location of the forms: the path, and its index in the router's history. */
let place: { readonly pathname: string; readonly index: number | null } | null = null;
/** A history step is being undone, and its popstate event is pending. */
let isUndoing = false;

/**
 * Asks before a form with unsaved changes is left: the browser asks when the tab is closed or
 * reloaded, this module on a link or a history step. A link that discards on purpose, such as
 * Cancel, has `data-discard`. Any other navigation calls `mayLeave`.
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
    // A dialog over the page may have its own history entry.
    if (hasChanges && !isUndoing) place = { pathname: window.location.pathname, index: indexNow() };
  }, [hasChanges, location]);
}

/**
 * True if there are no unsaved changes, or the user agrees to lose them. After that the user is not
 * asked again.
 */
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
 * Call this before the router is created: popstate listeners on window run in the order of
 * registration, even with `capture`.
 */
export function watchHistory(): () => void {
  window.addEventListener('popstate', askOnStep, { capture: true });
  return () => window.removeEventListener('popstate', askOnStep, { capture: true });
}

function startAsking(): void {
  window.addEventListener('beforeunload', askOnUnload);
  // Runs before the router's handler, which is attached further down the tree.
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

/** New tabs, downloads, anchors on this page and other sites do not leave the form. */
function leavesPage(link: Element | null, event: MouseEvent): boolean {
  if (!(link instanceof HTMLAnchorElement) || link.dataset['discard'] !== undefined) return false;
  const isNewTab = link.target === '_blank' || event.ctrlKey || event.metaKey || event.shiftKey;
  const isElsewhere = link.origin !== window.location.origin || link.hasAttribute('download');
  return !isNewTab && !isElsewhere && link.pathname !== window.location.pathname;
}

/**
 * The browser has already made the step, but the router has not handled it yet. If the user stays,
 * the step is undone by the opposite one, and both events are hidden from the router.
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
  // A dialog over the page was opened or closed: the page stays.
  if (isHere || mayLeave()) return;
  event.stopImmediatePropagation();
  isUndoing = true;
  // The router indexes all entries except anchors within a page, which are usually reached by Back.
  const steps = index === null || place.index === null ? 1 : place.index - index;
  window.history.go(steps);
}

/** Set by the router, but not documented by it; a test pins it. */
function indexNow(): number | null {
  const state = window.history.state as { readonly idx?: unknown } | null;
  return typeof state?.idx === 'number' ? state.idx : null;
}
