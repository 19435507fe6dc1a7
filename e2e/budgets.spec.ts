import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from '@playwright/test';
import { budgetOf } from './support/budgets.ts';
import { lateParts } from '../web/late-parts.ts';

/* The cost of each page, read from the build: bytes do not vary from run to run. */

interface Chunk {
  readonly file: string;
  readonly imports?: readonly string[];
  readonly dynamicImports?: readonly string[];
}

interface Route {
  readonly path: string;
  readonly files: readonly string[];
  readonly modules: readonly string[];
}

type Manifest = Readonly<Record<string, Chunk>>;

const webDir = process.env['SENTE_WEB_DIR'] ?? '';
const read = (file: string): unknown =>
  JSON.parse(readFileSync(join(webDir, '.vite', file), 'utf8'));

test('every page stays within its JavaScript budget, with what follows by itself', () => {
  const manifest = read('manifest.json') as Manifest;
  const shell = [...closureOf(manifest, 'index.html')];
  const measured = (read('route-files.json') as Route[]).map(({ path, files, modules }) => {
    const first = new Set([...shell, ...files]);
    const late = lateParts(modules.map((module) => module.slice(1)));
    const all = new Set([...first, ...late.flatMap((part) => [...closureOf(manifest, part)])]);
    return { path, beforePaint: kilobytes(first), inAll: kilobytes(all), files: first.size };
  });
  // The pages of the routes files, and none that is missing in the build.
  expect(measured.length).toBeGreaterThan(130);
  const isOver = ({ path, ...its }: (typeof measured)[number]) => {
    const most = budgetOf(path);
    return its.beforePaint > most.beforePaint || its.inAll > most.inAll || its.files > most.files;
  };
  expect(measured.filter(isOver).map((each) => ({ ...each, most: budgetOf(each.path) }))).toEqual(
    [],
  );
});

function closureOf(manifest: Manifest, module: string, found = new Set<string>()) {
  const chunk = manifest[module];
  if (!chunk) throw new Error(`The build has no file for ${module}`);
  if (found.has(`/${chunk.file}`)) return found;
  found.add(`/${chunk.file}`);
  for (const imported of chunk.imports ?? []) closureOf(manifest, imported, found);
  return found;
}

function kilobytes(files: ReadonlySet<string>): number {
  return [...files].reduce((sum, file) => sum + sizeOf(file), 0) / 1000;
}

const sizes = new Map<string, number>();

function sizeOf(file: string): number {
  const known = sizes.get(file) ?? gzipSync(readFileSync(join(webDir, file))).length;
  sizes.set(file, known);
  return known;
}
