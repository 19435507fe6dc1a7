import { basename, relative } from 'node:path';
import type { Rolldown } from 'vite';
import { lateParts } from './late-parts.ts';
import { mergeFiles, type OutputFile, type User } from './merged-files.ts';
import { closureOf, readGraph, type Graph } from './module-graph.ts';

const web = import.meta.dirname;
const source = `${web}/src`;
const program = `${source}/main.tsx`;
/** The entry of the portal: the program and the sign-in. */
const firstModules = [program, `${source}/pages/public/login.tsx`];
const isWallet = /\/demo-wallet-page\.tsx$/;
const isDashboard = /\/(dashboard|analytics)-page\.tsx$/;
/** Has a table and charts, and is opened rarely. */
const isReports = /\/reports-page\.tsx$/;
const isForm = /-(create|edit)-page\.tsx$/;
const isPage = /\/pages\/(?!public\/)/;
/** Ends the name of a page with the parts that follow by themselves, which counts as a user of its own. */
const inAll = ' in all';
const isReact = /\/node_modules\/(react|react-dom|scheduler|clsx|get-nonce)\//;

/* All in estimated bytes after compression; e2e/budgets.spec.ts measures the result. */

/** Maximum that a page loads beyond the first files. */
const most = { dashboard: 58_000, form: 84_000, list: 80_000, reports: 80_000 };
/** The demo wallet needs no queries and must not load them because of a shared icon. */
const mostUnneededForWallet = 14_000;

/**
 * By default the bundler creates a file for every shared icon and button: fifty for one page, each
 * compressed separately and each a request. One file for everything would make every page load the
 * code of all others. Therefore modules that the same pages need share a file, and two files are
 * merged as long as the saved requests are worth the unneeded bytes that some pages load.
 */
export function codeSplitting(): Rolldown.CodeSplittingOptions {
  let names: ReadonlyMap<string, string> | undefined;
  return {
    // A group contains the modules it lists and nothing else.
    includeDependenciesRecursively: false,
    groups: [{ name: (id, context) => (names ??= nameFiles(context)).get(id) ?? null }],
  };
}

/**
 * The file of each module that several pages need; a page and the modules only it needs share an
 * unnamed file.
 */
function nameFiles(context: Rolldown.ChunkingContext): Map<string, string> {
  const graph = readGraph(context, firstModules);
  const first = closureOf(graph, firstModules);
  const names = new Map<string, string>();
  for (const id of first) names.set(id, isReact.test(id) ? 'react' : 'base');
  const users = usersOf(graph, first);
  for (const { modules } of mergeFiles(sharedFiles(graph, first, users))) {
    const [largest = ''] = modules.toSorted((a, b) => bytesOf(graph, [b]) - bytesOf(graph, [a]));
    let name = basename(largest).replace(/\..*$/, '');
    while ([...names.values()].includes(name)) name += '-shared';
    for (const id of modules) names.set(id, name);
  }
  for (const { entry } of users) names.delete(entry);
  names.delete(program);
  return names;
}

function usersOf(graph: Graph, first: ReadonlySet<string>): User[] {
  const entries = [...new Set([...graph.values()].flatMap(({ late }) => late))];
  const loads = (starts: readonly string[]): Pick<User, 'modules' | 'bytes' | 'files'> => {
    const modules = closureOf(graph, starts);
    for (const id of first) modules.delete(id);
    return { modules, bytes: bytesOf(graph, modules), files: 0 };
  };
  return entries.flatMap((entry) => {
    const starts = [entry, ...layoutOf(entry)];
    const alone = loads(starts);
    const user = { entry, ...alone, ...termsOf(entry, alone.bytes) };
    if (!isPage.test(entry)) return [user];
    const late = lateParts(starts.map((start) => relative(web, start)));
    if (late.length === 0) return [user];
    const whole = loads([...starts, ...late.map((part) => `${web}/${part}`)]);
    const visits = isDashboard.test(entry) ? 1 : 0.3;
    return [user, { ...whole, entry: entry + inAll, visits, most: Infinity }];
  });
}

function termsOf(entry: string, bytes: number): Pick<User, 'visits' | 'most'> {
  // Other lazy parts are loaded less often. The public pages have their own files.
  if (!isPage.test(entry)) return { visits: 0.1, most: Infinity };
  if (isWallet.test(entry)) return { visits: 1, most: bytes + mostUnneededForWallet };
  if (isDashboard.test(entry)) return { visits: 1, most: most.dashboard };
  if (isReports.test(entry)) return { visits: 0.1, most: most.reports };
  return { visits: 1, most: isForm.test(entry) ? most.form : most.list };
}

function layoutOf(entry: string): string[] {
  const portal = /\/pages\/(admin|client)\//.exec(entry)?.[1];
  if (portal) return [`${source}/app/${portal}-area.tsx`];
  return isWallet.test(entry) ? [`${source}/app/wallet-layout.tsx`] : [];
}

function bytesOf(graph: Graph, ids: Iterable<string>): number {
  return [...ids].reduce((sum, id) => sum + (graph.get(id)?.bytes ?? 0), 0);
}

/** One file for the modules that exactly the same pages need. */
function sharedFiles(
  graph: Graph,
  first: ReadonlySet<string>,
  users: readonly User[],
): OutputFile[] {
  const files = new Map<string, OutputFile>();
  const fileOf = new Map<string, OutputFile>();
  const entries = new Set(users.map(({ entry }) => entry));
  for (const id of graph.keys()) {
    const its = users.filter(({ modules }) => modules.has(id));
    if (
      its.filter(({ entry }) => !entry.endsWith(inAll)).length < 2 ||
      first.has(id) ||
      entries.has(id)
    )
      continue;
    const key = its.map(({ entry }) => entry).join();
    const file = files.get(key) ?? {
      modules: [],
      bytes: 0,
      users: new Set(its),
      imports: new Set(),
    };
    files.set(key, file);
    fileOf.set(id, file);
    file.modules.push(id);
    file.bytes += bytesOf(graph, [id]);
  }
  for (const [id, file] of fileOf) {
    for (const imported of graph.get(id)?.imports ?? []) {
      const other = fileOf.get(imported);
      if (other && other !== file) file.imports.add(other);
    }
  }
  return [...files.values()];
}
