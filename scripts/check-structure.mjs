// The project rules that no linter covers: imports, names, lengths, SQL files, lock file.
import { readdirSync, readFileSync } from 'node:fs';
import {
  checkBarrels,
  checkExpanding,
  checkFirstTests,
  checkFunctions,
  checkJobs,
  checkLengths,
  checkLockFile,
  checkMigrations,
  checkMocks,
  checkNames,
  checkWaits,
} from './lib/file-rules.mjs';
import { checkCircles, checkImports, folderIn } from './lib/import-rules.mjs';
import { filesIn, inRoot } from './lib/paths.mjs';

const FOLDERS = ['contract', 'api', 'web', 'client', 'e2e', 'bench'];

const files = new Map(
  FOLDERS.flatMap(filesIn)
    .filter((path) => /\.tsx?$/.test(path))
    .map((path) => [path, readFileSync(inRoot(path), 'utf8')]),
);
const paths = [...files.keys()];
const migrations = readdirSync(inRoot('api/migrations'));
const textsIn = (folder) =>
  new Map(
    readdirSync(inRoot(folder)).map((name) => [name, readFileSync(inRoot(folder, name), 'utf8')]),
  );
const functions = textsIn('api/functions');
const released = JSON.parse(readFileSync(inRoot('api/released.json'), 'utf8'));

const problems = [
  ...checkImports(files),
  ...checkCircles(files, folderIn('api/src')),
  ...checkCircles(files, folderIn('api/src/payments')),
  ...checkCircles(files, folderIn('web/src')),
  ...checkCircles(files, folderIn('web/src/features')),
  ...checkCircles(files, (path) => (/^(api|web)\/src\//.test(path) ? path : null)),
  ...checkNames(paths),
  ...checkBarrels(paths),
  ...checkLengths(files),
  ...checkFirstTests(files),
  ...checkMocks(files),
  ...checkWaits(files),
  ...checkMigrations(migrations),
  ...checkExpanding(textsIn('api/migrations'), functions, released.migrations),
  ...checkFunctions(functions),
  ...checkJobs(functions),
  ...checkLockFile(readFileSync(inRoot('package-lock.json'), 'utf8')),
];

if (paths.length === 0) problems.push('No source files were found, so nothing was checked.');
for (const problem of problems) console.error(problem);
if (problems.length === 0) console.log(`${paths.length} files follow the house rules.`);
process.exit(problems.length === 0 ? 0 : 1);
