import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { brotliCompressSync, constants } from 'node:zlib';
import { inRoot, root } from './paths.mjs';
import { Problem } from './problem.mjs';
import { say } from './progress.mjs';

/** What the server needs at run time, apart from its packages. */
const RELEASED = ['package.json', 'api', 'contract', 'docs', 'client'];
const NOT_RELEASED = ['api/test', 'api/released.tar.br', '*.test.ts', '*.test.mjs'];

/**
 * Keeps the server as it is committed, so that the next version is tested beside it wherever the tests run, also
 * without the history of Git. Run it with each release, after its last commit, and commit the two files.
 */
export function writeRelease() {
  const git = (...args) =>
    execFileSync('git', args, { cwd: root, encoding: 'buffer', maxBuffer: 2 ** 28 });
  if (git('status', '--porcelain').length > 0) {
    throw new Problem('Commit everything first: a release is what is committed.');
  }
  const excluded = NOT_RELEASED.map((path) => `:(exclude)${path}`);
  const tar = git('archive', '--format=tar', 'HEAD', '--', ...RELEASED, ...excluded);
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
  };
  writeFileSync(inRoot('api/released.tar.br'), brotliCompressSync(tar, { params }));
  const readJson = (path) => JSON.parse(readFileSync(inRoot(path), 'utf8'));
  const released = {
    number: readJson('api/released.json').number + 1,
    version: readJson('package.json').version,
    commit: git('rev-parse', 'HEAD').toString().trim(),
    migrations: readdirSync(inRoot('api/migrations')).length,
  };
  writeFileSync(inRoot('api/released.json'), `${JSON.stringify(released, null, 2)}\n`);
  say(`Released ${released.version} (${released.commit.slice(0, 8)}). Commit api/released.*`);
}
