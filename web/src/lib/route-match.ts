/** The parts of an address that a pattern names, decoded. */
export type Params = Readonly<Record<string, string | undefined>>;

interface Pattern {
  readonly regex: RegExp;
  readonly names: readonly string[];
  /** Of several patterns that match, the one with the most fixed segments is meant. */
  readonly rank: number;
}

/** `/users/:id`, or `/client/*` for everything below; letter case and a slash at the end make no difference. */
export function matchPath(path: string, pathname: string): Params | null {
  const { regex, names } = patternOf(path);
  const found = regex.exec(pathname);
  if (!found) return null;
  return Object.fromEntries(names.map((name, index) => [name, decoded(found[index + 1] ?? '')]));
}

/** The route of an address, whatever their order. */
export function matchRoute<Route extends { readonly path: string }>(
  routes: readonly Route[],
  pathname: string,
): { readonly route: Route; readonly params: Params } | undefined {
  let best: { readonly route: Route; readonly params: Params } | undefined;
  for (const route of routes) {
    const params = matchPath(route.path, pathname);
    if (!params) continue;
    if (!best || patternOf(route.path).rank > patternOf(best.route.path).rank) {
      best = { route, params };
    }
  }
  return best;
}

const patterns = new Map<string, Pattern>();

function patternOf(path: string): Pattern {
  const known = patterns.get(path);
  if (known) return known;
  const hasRest = path.endsWith('*');
  const segments = path
    .replace(/\*$/, '')
    .split('/')
    .filter((segment) => segment !== '');
  const names: string[] = [];
  const source = segments.map((segment) => {
    if (!segment.startsWith(':')) return `/${segment.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}`;
    names.push(segment.slice(1));
    return '/([^/]+)';
  });
  const ranks = segments.map((segment) => (segment.startsWith(':') ? 4 : 11));
  const pattern: Pattern = {
    regex: new RegExp(`^${source.join('')}${hasRest ? '(?:/.*)?' : '/*'}$`, 'i'),
    names,
    rank: ranks.reduce((sum, rank) => sum + rank, hasRest ? -2 : 0),
  };
  patterns.set(path, pattern);
  return pattern;
}

/** An address that was typed may not be decodable. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
