/** Where somebody is in the portal. */
export interface Location {
  readonly pathname: string;
  readonly search: string;
  readonly hash: string;
  /** For the page; not in its address. */
  readonly state: unknown;
  /** Another one for each history entry. */
  readonly key: string;
  /** The addresses that led here, the last one first; also after a reload. */
  readonly trail: readonly string[];
}

/** The current location, and how it was reached; `pop` is a step in the history, or the first page. */
export interface Visit {
  readonly location: Location;
  readonly by: 'push' | 'replace' | 'pop';
}

export interface NavigateOptions {
  readonly replace?: boolean;
  readonly state?: unknown;
}

export interface History {
  /** The same object until the next visit. */
  readonly visit: () => Visit;
  /** `to` may be a path, or only a query or a fragment of the current page. It never leaves this site. */
  readonly navigate: (to: string, options?: NavigateOptions) => void;
  readonly go: (steps: number) => void;
  readonly listen: (onVisit: () => void) => () => void;
}

/** What the browser keeps with an entry, under the names of earlier versions, whose entries are still open in tabs. */
interface Entry {
  readonly usr: unknown;
  readonly key: string;
  readonly idx: number;
  readonly trail: readonly string[];
}

/** From a list through its pages and theirs; more is nowhere asked for. */
const trailLength = 8;

/** A change of the query belongs to the same page. */
function trailTo(pathname: string, here: Location, replace: boolean): readonly string[] {
  if (replace || pathname === here.pathname) return here.trail;
  return [here.pathname + here.search, ...here.trail].slice(0, trailLength);
}

/** The place of the current entry in the history; null for anchors within a page, which the browser adds itself. */
export function historyIndex(): number | null {
  const { idx } = currentEntry();
  return typeof idx === 'number' ? idx : null;
}

function currentEntry(): Partial<Entry> {
  return (window.history.state as Partial<Entry> | null) ?? {};
}

/** The history of the browser's tab. */
export function browserHistory(): History {
  if (historyIndex() === null) window.history.replaceState({ ...currentEntry(), idx: 0 }, '');
  const read = (by: Visit['by']): Visit => {
    const { pathname, search, hash } = window.location;
    const { usr: state = null, key = 'default', trail = [] } = currentEntry();
    return { location: { pathname, search, hash, state, key, trail }, by };
  };
  const listeners = new Set<() => void>();
  let visit = read('pop');
  const tell = (by: Visit['by']): void => {
    visit = read(by);
    for (const listener of listeners) listener();
  };
  // From the beginning: somebody may press Back before the first page is shown.
  window.addEventListener('popstate', () => tell('pop'));
  return {
    visit: () => visit,
    navigate(to, { replace = false, state = null } = {}) {
      const address = resolveTo(to, window.location);
      const idx = (historyIndex() ?? 0) + (replace ? 0 : 1);
      const trail = trailTo(pathOf(address), visit.location, replace);
      const entry: Entry = { usr: state, key: newKey(), idx, trail };
      if (replace) window.history.replaceState(entry, '', address);
      else window.history.pushState(entry, '', address);
      tell(replace ? 'replace' : 'push');
    },
    go: (steps) => window.history.go(steps),
    listen(onVisit) {
      listeners.add(onVisit);
      return () => void listeners.delete(onVisit);
    },
  };
}

/** A history of its own, for tests and for pages that are rendered without a browser. */
export function memoryHistory(addresses: readonly string[], at = addresses.length - 1): History {
  const locationOf = (to: string, more: Partial<Location> = {}): Location => {
    const { pathname, search, hash } = new URL(to, 'http://memory');
    return { pathname, search, hash, state: null, key: newKey(), trail: [], ...more };
  };
  const listeners = new Set<() => void>();
  let entries = addresses.map((to) => locationOf(to));
  let index = at;
  let visit: Visit = { location: entries[at] ?? locationOf('/'), by: 'pop' };
  const move = (to: number, by: Visit['by']): void => {
    index = to;
    visit = { location: entries[to] ?? visit.location, by };
    for (const listener of listeners) listener();
  };
  return {
    visit: () => visit,
    navigate(to, { replace = false, state = null } = {}) {
      const address = resolveTo(to, visit.location);
      const trail = trailTo(pathOf(address), visit.location, replace);
      const next = locationOf(address, { state, trail });
      const before = entries.slice(0, replace ? index : index + 1);
      entries = [...before, next, ...(replace ? entries.slice(index + 1) : [])];
      move(before.length, replace ? 'replace' : 'push');
    },
    go: (steps) => move(Math.min(Math.max(index + steps, 0), entries.length - 1), 'pop'),
    listen(onVisit) {
      listeners.add(onVisit);
      return () => void listeners.delete(onVisit);
    },
  };
}

/** The address on this site, whatever site `to` names. */
export function resolveTo(
  to: string,
  { pathname, search }: Pick<Location, 'pathname' | 'search'>,
): string {
  const url = new URL(to, `http://here${pathname}${search}`);
  return url.pathname + url.search + url.hash;
}

/** Of an address, without its query and fragment. */
export function pathOf(address: string): string {
  return address.replace(/[?#].*$/, '');
}

let keys = 0;

function newKey(): string {
  keys += 1;
  return `${Date.now().toString(36)}-${keys}`;
}
