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
 * The build lists the files of each portal route. Linked in the page, they load before the program
 * requests them.
 */
export async function readRouteFiles(webDir: string): Promise<(path: string) => string> {
  const text = await readFile(join(webDir, '.vite/route-files.json'), 'utf8').catch(() => '[]');
  const routes = (JSON.parse(text) as RouteFiles[])
    .filter(({ path }) => !path.endsWith('*'))
    .map(toRoute)
    // /companies/create takes precedence over the company "create".
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
