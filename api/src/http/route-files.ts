import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

interface RouteFiles {
  /** As the portal's router writes it: /companies/:id */
  readonly path: string;
  readonly files: readonly string[];
}

interface Route {
  readonly matches: RegExp;
  readonly dynamicParts: number;
  readonly links: string;
}

/**
 * The build says which files each route of the portal needs. Named in the page, they are on their way
 * before the program has started and asks for them itself.
 */
export async function readRouteFiles(webDir: string): Promise<(path: string) => string> {
  const text = await readFile(join(webDir, '.vite/route-files.json'), 'utf8').catch(() => '[]');
  const routes = (JSON.parse(text) as RouteFiles[])
    .filter(({ path }) => !path.endsWith('*'))
    .map(toRoute)
    // /companies/create is itself before it is the company "create".
    .sort((a, b) => a.dynamicParts - b.dynamicParts);
  return (path) => routes.find(({ matches }) => matches.test(path))?.links ?? '';
}

function toRoute({ path, files }: RouteFiles): Route {
  const parts = path.split('/');
  const pattern = parts.map((part) => (part.startsWith(':') ? '[^/]+' : part)).join('/');
  return {
    matches: new RegExp(`^${pattern}/?$`, 'i'),
    dynamicParts: parts.filter((part) => part.startsWith(':')).length,
    links: files
      .map((file) => `<link rel="modulepreload" crossorigin href="${file}">`)
      .join('\n    '),
  };
}
