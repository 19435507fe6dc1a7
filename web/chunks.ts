import type { Rolldown } from 'vite';

const root = import.meta.dirname;
/** Every page of the portal begins with these two. */
const firstModules = [`${root}/src/main.tsx`, `${root}/src/pages/public/login.tsx`];

const isReact = /\/node_modules\/(react|react-dom|scheduler|react-router|clsx|get-nonce)\//;
/** The pages themselves, and the library that only pages with a form need. */
const isNotShared =
  /\/web\/src\/(app|pages|features)\/|\/src\/main\.tsx|\/node_modules\/(react-hook-form|@hookform)\//;
const isKit =
  /\/(web\/src\/(ui|lib|api|session)|contract\/src|node_modules\/(lucide-react|@tanstack|@radix-ui|radix-ui|react-remove-scroll|aria-hidden))\//;

/**
 * Left alone, the bundler gives every shared icon and button a file of its own: a hundred for one page,
 * and each is compressed by itself. Three files for what many pages share cost a page 10 to 15 kB less
 * and a third of the requests. Nobody signs in with the tables and dialogs of the portal in the bag.
 */
export function codeSplitting(): Rolldown.CodeSplittingOptions {
  let first: Set<string> | undefined;
  const isFirst = (id: string, context: Rolldown.ChunkingContext): boolean => {
    first ??= closureOf(firstModules, context);
    return first.has(id);
  };
  return {
    groups: [
      { priority: 3, name: 'react', test: isReact },
      {
        priority: 2,
        minShareCount: 2,
        name: (id, context) => (isFirst(id, context) && !isNotShared.test(id) ? 'base' : null),
      },
      {
        priority: 1,
        // Of about sixty pages and panels: what fewer need is fetched with them.
        minShareCount: 20,
        name: (id, context) => (isKit.test(id) && !isFirst(id, context) ? 'kit' : null),
      },
    ],
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
