import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { cacheDir, inRoot, nodeModules } from './paths.mjs';

/**
 * The Node that runs our TypeScript: this one if it can, otherwise the one that npm installed,
 * otherwise this one with tsx. SENTE_NODE=system selects the machine's own, to test on Node 20.
 */
export function pickRuntime() {
  if (process.env.SENTE_NODE === 'system') {
    return describe(process.env.npm_node_execpath ?? process.execPath);
  }
  if (process.features.typescript) return describe(process.execPath, true);
  const bundled = join(nodeModules, `node-${process.platform}-${process.arch}`, 'bin', 'node');
  const works = existsSync(bundled) && spawnSync(bundled, ['--version']).status === 0;
  return works ? describe(bundled, true) : describe(process.execPath, false);
}

function describe(node, readsTypeScript = asksNode(node)) {
  return { node, env: environmentFor(node, readsTypeScript) };
}

function asksNode(node) {
  return spawnSync(node, ['-e', 'process.exit(process.features.typescript ? 0 : 1)']).status === 0;
}

/**
 * The options are passed in the environment, so that any child that runs `node some-file.ts` (test
 * workers, the server in a browser test) runs in the same way and stops with its parent.
 */
function environmentFor(node, readsTypeScript) {
  const options = [
    process.env.NODE_OPTIONS,
    importOption(inRoot('scripts', 'lib', 'stop-with-parent.mjs')),
    readsTypeScript
      ? '--disable-warning=ExperimentalWarning'
      : importOption(join(nodeModules, 'tsx', 'dist', 'loader.mjs')),
  ];
  return {
    // Compiling all of our TypeScript takes a second, and half of it with a cache: a test that
    // kills the server thirty times pays it thirty times.
    NODE_COMPILE_CACHE: join(cacheDir, 'compiled'),
    NODE_OPTIONS: options.filter(Boolean).join(' '),
    PATH: [dirname(node), join(nodeModules, '.bin'), process.env.PATH].join(delimiter),
  };
}

function importOption(file) {
  return `--import=${pathToFileURL(file).href}`;
}

/** The script behind a command of an installed package; a workspace may have its own version. */
export function toolPath(packageName, command = packageName, workspace = '.') {
  const folder = [
    inRoot(workspace, 'node_modules', packageName),
    join(nodeModules, packageName),
  ].find((candidate) => existsSync(candidate));
  const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  return join(folder, typeof bin === 'string' ? bin : bin[command]);
}
