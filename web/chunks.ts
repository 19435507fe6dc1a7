import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Rolldown } from 'vite';

const source = `${import.meta.dirname}/src`;
/** What the portal starts with: the program and the sign-in. */
const firstModules = [`${source}/main.tsx`, `${source}/pages/public/login.tsx`];
/** Around every page of a portal. */
const layouts = [`${source}/app/admin-layout.tsx`, `${source}/app/client-layout.tsx`];
/** Fetched by both portals after the first paint. */
const bells = ['bell', 'activity-bell'].map((name) => `${source}/features/dashboards/${name}.tsx`);
/** They show no tables and bring a library of their own. */
const formPages = readdirSync(`${source}/pages`, { recursive: true, encoding: 'utf8' })
  .filter((name) => /-(create|edit)-page\.tsx$/.test(name))
  .map((name) => join(source, 'pages', name));

const isReact = /\/node_modules\/(react|react-dom|scheduler|react-router|clsx|get-nonce)\//;
/** The form library and our helpers over it. */
const isForms = /\/node_modules\/(react-hook-form|@hookform)\/|\/web\/src\/ui\/contract-form\.tsx$/;
const isIconList = /\/node_modules\/lucide-react\/dist\/esm\/lucide-react\.mjs$/;
/** The program's own file and the pages, which are files of their own. */
const isOwnFile = /\/web\/(index\.html|src\/(main\.tsx|app\/|pages\/))/;
const isShared = /\/(web\/src\/(ui|lib|api|session)|contract\/src|node_modules)\//;
/** Fetched after the first paint or on a press. */
const isLate =
  /\/web\/src\/ui\/charts\/|\/node_modules\/(d3-|internmap|@radix-ui\/|react-remove-scroll|aria-hidden|react-style-singleton|use-|tslib)/;

/**
 * Left alone, the bundler gives every shared icon and button a file of its own: fifty for one page, each
 * compressed by itself and each a request. A few files hold what many pages share: a page then fetches
 * 13 to 21 files of JavaScript and hardly any code that it does not use.
 */
export function codeSplitting(): Rolldown.CodeSplittingOptions {
  const isFirst = inClosureOf(firstModules);
  const isOfLayout = inClosureOf(layouts);
  const isOfAnyPage = inClosureOf([...formPages, ...bells]);
  return {
    // A group holds what its rule names and nothing else: the rules name whole closures already.
    includeDependenciesRecursively: false,
    groups: [
      { priority: 4, name: 'react', test: isReact },
      {
        priority: 3,
        name: (id, context) => (isFirst(id, context) && !isOwnFile.test(id) ? 'base' : null),
      },
      {
        priority: 2,
        name: (id, context) => {
          const isElsewhere = isFirst(id, context) || layouts.includes(id) || isLate.test(id);
          return isOfLayout(id, context) && !isElsewhere ? 'portal' : null;
        },
      },
      { priority: 3, name: 'forms', test: isForms },
      {
        priority: 1,
        // Of about a hundred pages, panels and dialogs.
        minShareCount: 7,
        name: (id, context) => {
          if (!isShared.test(id) || isLate.test(id)) return null;
          return isOfAnyPage(id, context) ? 'kit' : 'records';
        },
      },
    ],
  };
}

type IsIn = (id: string, context: Rolldown.ChunkingContext) => boolean;

/** What the given modules need, and what that needs. */
function inClosureOf(starts: readonly string[]): IsIn {
  let found: Set<string> | undefined;
  return (id, context) => (found ??= closureOf(starts, context)).has(id);
}

function closureOf(starts: readonly string[], context: Rolldown.ChunkingContext): Set<string> {
  const found = new Set<string>();
  const add = (id: string): void => {
    if (found.has(id)) return;
    found.add(id);
    const { importedIds = [], code } = context.getModuleInfo(id) ?? {};
    for (const imported of importedIds) {
      if (isIconList.test(imported)) iconsOf(code, imported, context).forEach(add);
      else add(imported);
    }
  };
  starts.forEach(add);
  return found;
}

/** The icons that a module takes from the library's list, which names all 1,700. */
function iconsOf(
  code: string | null | undefined,
  list: string,
  context: Rolldown.ChunkingContext,
): string[] {
  const listed = context.getModuleInfo(list)?.code ?? '';
  const [, names = ''] =
    /import\s*\{([^}]*)\}\s*from\s*["']lucide-react["']/.exec(code ?? '') ?? [];
  return [...names.matchAll(/(\w+)(?:\s+as\s+\w+)?/g)].flatMap(([, name = '']) => {
    const file = new RegExp(`default as ${name}\\b[^']*["']\\./(icons/[^"']+)["']`).exec(
      listed,
    )?.[1];
    return file ? [list.replace(/[^/]+$/, file)] : [];
  });
}
