const fields =
  'input:not([type="hidden"], :disabled), select:not(:disabled), textarea:not(:disabled)';
/** Of a form whose first field has a good default: the field that people begin with. */
const begin = '[data-begin]:not(:disabled)';

/**
 * The first field of a dialog instead of its close button, which merely comes first, or the one that is marked to
 * begin with. The fields of many dialogs come after it opens, with the accounts or products to choose from: they
 * get the focus then, unless whoever reads has moved it.
 */
export function focusFirstField(event: Event): void {
  const content = event.currentTarget as HTMLElement | null;
  if (!content) return;
  if (focusField(content)) event.preventDefault();
  else focusLater(content);
}

function focusField(content: HTMLElement): boolean {
  const field = (content.querySelector(begin) ??
    content.querySelector(fields)) as HTMLElement | null;
  field?.focus();
  return field !== null;
}

function focusLater(content: HTMLElement): void {
  let opened: Element | null = null;
  // The dialog gives the focus to its first button after this event.
  queueMicrotask(() => {
    opened = document.activeElement;
  });
  const observer = new MutationObserver(() => {
    const now = document.activeElement;
    // The button that had it may be gone with what it stood beside.
    const isMoved = now !== opened && now !== content && now !== document.body;
    if (isMoved || focusField(content)) observer.disconnect();
  });
  observer.observe(content, { childList: true, subtree: true });
}
