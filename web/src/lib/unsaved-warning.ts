import { useEffect } from 'react';
import { historyIndex } from './history.ts';
import { useLocation, useNavigate } from './router.tsx';

/** A page is left; a dialog over it is closed. */
export type Left = 'page' | 'dialog';
/** Asks the person, now or later, and passes the answer on. */
type Ask = (answer: (mayLeave: boolean) => void, left: Left) => void;
export const leaveTitles: Readonly<Record<Left, string>> = {
  page: 'Leave this page?',
  dialog: 'Discard what you typed?',
};
const byBrowser: Ask = (answer, left) =>
  answer(window.confirm(`${leaveTitles[left]} What you typed here is not saved.`));
let ask = byBrowser;

/** The portal asks in a dialog of its own instead of the browser's; returns how to stop. */
export function askWith(own: Ask): () => void {
  ask = own;
  return () => {
    ask = byBrowser;
  };
}

/**
 * One entry per form with unsaved changes: the query of the address when it was first changed. What the query then
 * named, such as the dialog that the form is in, may close without it.
 */
const unsavedForms = new Map<symbol, string>();

/** The location of the forms: the path, and its index in the history. */
let place: { readonly pathname: string; readonly index: number | null } | null = null;
let navigateTo: ((to: string) => unknown) | null = null;
/** A history step is being undone, and its popstate event is pending. */
let isUndoing = false;
let afterUndoing: (() => void) | null = null;
/** The next step in the history is one of ours. */
let isOwnStep = false;

/**
 * Asks before a form with unsaved changes is left: the browser asks when the tab is closed or
 * reloaded, this module on a link or a history step. A link that discards on purpose, such as
 * Cancel, has `data-discard`. Any other navigation calls `leaving`.
 */
export function useUnsavedWarning(hasChanges: boolean): void {
  const location = useLocation();
  const navigate = useNavigate();
  useEffect(() => {
    if (!hasChanges) return;
    const form = Symbol('form');
    if (unsavedForms.size === 0) startAsking();
    unsavedForms.set(form, window.location.search);
    return () => {
      unsavedForms.delete(form);
      if (unsavedForms.size === 0) stopAsking();
    };
  }, [hasChanges]);
  useEffect(() => {
    // A dialog over the page may have its own history entry.
    navigateTo = navigate;
    if (hasChanges && !isUndoing)
      place = { pathname: window.location.pathname, index: historyIndex() };
  }, [hasChanges, location, navigate]);
}

/**
 * Goes if there are no unsaved changes, or once the user agrees to lose them. After that the user is not
 * asked again.
 */
export function leaving(go: () => void, left: Left = 'page'): void {
  if (unsavedForms.size === 0) {
    go();
    return;
  }
  ask((mayLeave) => {
    if (!mayLeave) return;
    unsavedForms.clear();
    stopAsking();
    go();
  }, left);
}

/** Closes a dialog with unsaved changes if the user agrees to lose them; otherwise nothing happens. */
export function ifUnsaved(close: () => void): void {
  if (unsavedForms.size > 0) leaving(close, 'dialog');
}

/** Closes a dialog by a step in the history: whoever closes it has decided about its text. */
export function stepUnasked(step: () => void): void {
  isOwnStep = true;
  step();
}

/** For navigation without a link; `onLeft` if it happens. */
export function useLeavingNavigate(): (to: string, onLeft?: () => void) => void {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  return (to, onLeft) => {
    const go = (): void => {
      navigate(to);
      onLeft?.();
    };
    const isSamePage = to.split(/[?#]/, 1)[0] === pathname;
    if (isSamePage) go();
    else leaving(go);
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
}

function askOnUnload(event: BeforeUnloadEvent): void {
  event.preventDefault();
}

function askOnClick(event: MouseEvent): void {
  const link = event.target instanceof Element ? event.target.closest('a[href]') : null;
  if (!leavesPage(link, event)) return;
  event.preventDefault();
  event.stopPropagation();
  leaving(() => follow(link));
}

/** The menu that contained the link may have closed when the question opened. */
function follow(link: HTMLAnchorElement): void {
  if (link.isConnected) link.click();
  else navigateTo?.(link.pathname + link.search + link.hash);
}

/** New tabs, downloads, anchors on this page and other sites do not leave the form. */
function leavesPage(link: Element | null, event: MouseEvent): link is HTMLAnchorElement {
  if (!(link instanceof HTMLAnchorElement) || link.dataset['discard'] !== undefined) return false;
  const isNewTab = link.target === '_blank' || event.ctrlKey || event.metaKey || event.shiftKey;
  const isElsewhere = link.origin !== window.location.origin || link.hasAttribute('download');
  return !isNewTab && !isElsewhere && link.pathname !== window.location.pathname;
}

/** Whether the address lacks something that a form with unsaved changes is shown by. */
function closesForm(): boolean {
  const now = new URLSearchParams(window.location.search);
  return [...unsavedForms.values()].some((search) =>
    [...new URLSearchParams(search)].some(([name, value]) => now.get(name) !== value),
  );
}

/**
 * The browser has already made the step, but the router has not handled it yet. The step is undone by the
 * opposite one, both events are hidden from the router, and the step is made again if the user leaves.
 */
function askOnStep(event: PopStateEvent): void {
  const isAsked = !isOwnStep;
  isOwnStep = false;
  if (!place) return;
  const index = historyIndex();
  const isHere = window.location.pathname === place.pathname;
  if (isUndoing && isHere && index === place.index) {
    isUndoing = false;
    event.stopImmediatePropagation();
    afterUndoing?.();
    afterUndoing = null;
    return;
  }
  isUndoing = false;
  // A dialog over the page was opened, or one without unsaved changes closed: the page stays.
  if (unsavedForms.size === 0 || (isHere && !(isAsked && closesForm()))) return;
  event.stopImmediatePropagation();
  isUndoing = true;
  // The router indexes all entries except anchors within a page, which are usually reached by Back.
  const steps = index === null || place.index === null ? 1 : place.index - index;
  window.history.go(steps);
  leaving(
    () => {
      const stepAgain = () => window.history.go(-steps);
      if (isUndoing) afterUndoing = stepAgain;
      else stepAgain();
    },
    isHere ? 'dialog' : 'page',
  );
}
