import type { Mode } from '@sente/contract/test-mode';

/** Of this tab alone: two tabs side by side can be in two modes. */
const name = 'mode';

/** Read for every call. It changes with a new document only, so that nothing in memory is of the other mode. */
export function getMode(): Mode {
  try {
    return sessionStorage.getItem(name) === 'test' ? 'test' : 'live';
  } catch {
    return 'live';
  }
}

/** False if this browser keeps nothing, so that the next document would be in live mode again. */
export function keepMode(mode: Mode): boolean {
  try {
    sessionStorage.removeItem(wishName);
    if (mode === 'test') sessionStorage.setItem(name, mode);
    else sessionStorage.removeItem(name);
  } catch {
    return mode === 'live';
  }
  return true;
}

/** The page of test mode that was asked for, kept until it opens: another page may be opened meanwhile. */
const wishName = 'mode-wish';

export function wishedPage(): string | null {
  try {
    return sessionStorage.getItem(wishName);
  } catch {
    return null;
  }
}

export function wishForTestMode(path: string): void {
  try {
    sessionStorage.setItem(wishName, path);
  } catch {
    // Said when it is time to switch.
  }
}

/** The title of the browser tab, and the name of a file. */
export function markedTitle(title: string): string {
  return getMode() === 'test' ? `Test: ${title}` : title;
}

export function markedFileName(fileName: string): string {
  return getMode() === 'test' && !fileName.startsWith('TEST-') ? `TEST-${fileName}` : fileName;
}
