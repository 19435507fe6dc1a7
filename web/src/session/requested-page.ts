/** The page to continue to after sign-in is stored in the history entry, which links cannot set. */
interface RequestedPageState {
  requestedPage: string;
}

interface Page {
  pathname: string;
  search: string;
  hash: string;
}

export function stateFor(page: Page): RequestedPageState {
  return { requestedPage: page.pathname + page.search + page.hash };
}

/** The requested page from a history entry, if it is a page of this site. */
export function requestedPageOf(state: unknown): string | null {
  if (typeof state !== 'object' || state === null || !('requestedPage' in state)) return null;
  const page = state.requestedPage;
  return typeof page === 'string' && isOwnPage(page) ? page : null;
}

/** One leading slash, nothing a browser could read as another host, and not sign-in itself. */
export function isOwnPage(page: string): boolean {
  // Browsers drop tabs and line breaks inside an address: they read "/\t/host" as "//host".
  const hasControl = Array.from(page).some((char) => char <= ' ' || char === '\u007f');
  if (hasControl || !page.startsWith('/') || page.includes('//') || page.includes('\\')) {
    return false;
  }
  const path = page.split(/[?#]/, 1)[0] ?? '';
  return !/^\/login\/*$/i.test(path);
}
