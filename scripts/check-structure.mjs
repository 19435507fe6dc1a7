// The project rules that no linter covers: imports, names, lengths, SQL files, lock file.
import { readdirSync, readFileSync } from 'node:fs';
import {
  checkBarrels,
  checkFirstTests,
  checkFunctions,
  checkJobs,
  checkLengths,
  checkLockFile,
  checkMigrations,
  checkMocks,
  checkNames,
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
const functions = new Map(
  readdirSync(inRoot('api/functions')).map((name) => [
    name,
    readFileSync(inRoot('api/functions', name), 'utf8'),
  ]),
);

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
  ...checkMigrations(migrations),
  ...checkFunctions(functions),
  ...checkJobs(functions),
  ...checkLockFile(readFileSync(inRoot('package-lock.json'), 'utf8')),
];

if (paths.length === 0) problems.push('No source files were found, so nothing was checked.');
for (const problem of problems) console.error(problem);
if (problems.length === 0) console.log(`${paths.length} files follow the house rules.`);
process.exit(problems.length === 0 ? 0 : 1);
