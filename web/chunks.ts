import type { Rolldown } from 'vite';

const source = `${import.meta.dirname}/src`;
/** Every page of the portal begins with these two. */
const firstModules = [`${source}/main.tsx`, `${source}/pages/public/login.tsx`];
/** Whoever is signed in has one of these around every page. */
const frames = [`${source}/app/admin-layout.tsx`, `${source}/app/client-layout.tsx`];

const isReact = /\/node_modules\/(react|react-dom|scheduler|react-router|clsx|get-nonce)\//;
/** The program's own file, the pages, and the library that only pages with a form need. */
const isNotShared =
  /\/web\/(index\.html|src\/(main\.tsx|app\/|pages\/|features\/))|\/node_modules\/(react-hook-form|@hookform)\//;
const isKit = /\/(web\/src\/(ui|lib|api|session)|contract\/src|node_modules)\//;

/** What draws charts, all of which comes after the page. */
const isDrawing =
  /\/web\/src\/ui\/charts\/(axes|plot|plot-tooltip|value-axis|(line|bar|donut)-chart)\.tsx?$|\/node_modules\/(d3-\w+|internmap)\//;

/**
 * Left alone, the bundler gives every shared icon and button a file of its own: a hundred for one page,
 * and each is compressed by itself. A few files for what all or most pages share cost a page 10 to
 * 15 kB less and a third of the requests. Nobody signs in with the tables of the portal in the bag.
 */
export function codeSplitting(): Rolldown.CodeSplittingOptions {
  const isFirst = inClosureOf(firstModules);
  const [isOfAdmin, isOfClient] = [inClosureOf(frames.slice(0, 1)), inClosureOf(frames.slice(1))];
  return {
    // A group holds what its rule names and nothing else: the rules name whole closures already.
    includeDependenciesRecursively: false,
    groups: [
      { priority: 4, name: 'react', test: isReact },
      { priority: 4, name: 'charts', test: isDrawing },
      {
        priority: 3,
        name: (id, context) => (isFirst(id, context) && !isNotShared.test(id) ? 'base' : null),
      },
      {
        priority: 2,
        name: (id, context) =>
          isOfAdmin(id, context) && isOfClient(id, context) && !isFirst(id, context)
            ? 'frame'
            : null,
      },
      {
        priority: 1,
        // Of about sixty pages and panels: what fewer need is fetched with them.
        minShareCount: 20,
        name: (id) => (isKit.test(id) && !isNotShared.test(id) ? 'kit' : null),
      },
    ],
  };
}

type IsIn = (id: string, context: Rolldown.ChunkingContext) => boolean;

/** What the given modules need, and what that needs. */
function inClosureOf(starts: readonly string[]): IsIn {
  let found: Set<string> | undefined;
  return (id, context) => {
    found ??= closureOf(starts, context);
    return found.has(id);
  };
}

function closureOf(starts: readonly string[], context: Rolldown.ChunkingContext): Set<string> {
  const found = new Set<string>();
  const add = (id: string): void => {
    if (found.has(id)) return;
    found.add(id);
    for (const imported of context.getModuleInfo(id)?.importedIds ?? []) add(imported);
  };
  for (const start of starts) add(start);
  return found;
}
