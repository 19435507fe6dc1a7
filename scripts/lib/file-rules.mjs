import { basename } from 'node:path/posix';

const SOURCE_LINES = 300;
/** The contract consists mostly of tables of fields, which read best in one place. */
const CONTRACT_LINES = 400;

/**
 * The reader of a test sees what it proves on the first screen; shared setup is in web/src/testing.
 */
const FIRST_TEST_LINE = 40;

const KEBAB = '[a-z0-9]+(-[a-z0-9]+)*';
const SUFFIXES = 'routes|service|queries|test|unit\\.test|spec|config|d';
const FILE_NAME = new RegExp(`^${KEBAB}(\\.(${SUFFIXES}))?\\.tsx?$`);

export function checkNames(paths) {
  return paths
    .filter((path) => !FILE_NAME.test(basename(path)))
    .map(
      (path) =>
        `${path}: names are kebab-case with a known ending (${SUFFIXES.replaceAll('\\', '')}).`,
    );
}

export function checkBarrels(paths) {
  return paths
    .filter((path) => /(^|\/)index\.tsx?$/.test(path) && path !== 'contract/src/index.ts')
    .map((path) => `${path}: only the contract has an index; import the file that is meant.`);
}

export function checkLengths(files) {
  return [...files]
    .filter(([path]) => /^\w+\/src\//.test(path) && !/\.test\.tsx?$/.test(path))
    .map(([path, text]) => [path, text.trimEnd().split('\n').length])
    .filter(
      ([path, lines]) => lines > (path.startsWith('contract/') ? CONTRACT_LINES : SOURCE_LINES),
    )
    .map(([path, lines]) => `${path}: has ${lines} lines; split it by what it talks about.`);
}

export function checkFirstTests(files) {
  return [...files]
    .filter(([path]) => /^web\/src\/.*\.test\.tsx?$/.test(path))
    .map(([path, text]) => [path, text.split('\n').findIndex((line) => /^\s*it\b/.test(line)) + 1])
    .filter(([, line]) => line === 0 || line >= FIRST_TEST_LINE)
    .map(([path, line]) => {
      const where = line === 0 ? 'has no `it`' : `has its first test in line ${line}`;
      return `${path}: ${where}; it stands before line ${FIRST_TEST_LINE}.`;
    });
}

/** A test that replaces one of our modules does not notice when that module changes. */
export function checkMocks(files) {
  return [...files]
    .filter(([, text]) => /\bvi\s*\.\s*(mock|doMock)\b/.test(text))
    .map(
      ([path]) => `${path}: replaces a module; test through the page, HTTP or a parameter instead.`,
    );
}

/** A connection or a call without a limit waits for ever when the other side hangs. */
export function checkWaits(files) {
  return [...files]
    .filter(([path]) => path.startsWith('api/src/') && !path.endsWith('.test.ts'))
    .flatMap(([path, text]) => {
      const made = [...text.matchAll(/new pg\.(?:Client|Pool)\(([\s\S]*?)\)/g)];
      const fetched = [...text.matchAll(/(?<![\w.])fetch\(([\s\S]*?)\);/g)];
      return [
        ...made.filter(([, options]) => !/\w*Limits\b|connectionTimeoutMillis/.test(options)),
        ...fetched.filter(([, options]) => !/signal/.test(options)),
      ].map(([start]) => `${path}: ${start.split('(')[0]}() has no limit; see db/limits.ts.`);
    });
}

/** Migrations run in numeric order on every database, without gaps or duplicates. */
export function checkMigrations(names) {
  return [...names].sort().flatMap((name, index) => {
    const expected = String(index + 1).padStart(4, '0');
    if (/^\d{4}_[a-z0-9_]+\.sql$/.test(name) && name.startsWith(expected)) return [];
    return [`api/migrations/${name}: expected ${expected}_what_it_does.sql here.`];
  });
}

/** What servers of the version before cannot live with. */
const CONTRACTING = [
  [/\bdrop\s+(table|view|materialized view|type|schema|sequence)\b/, 'drops something'],
  [/\bdrop\s+column\b/, 'drops a column'],
  [/\brename\b/, 'renames something'],
  [/\balter\s+column\s+\w+\s+(set\s+data\s+)?type\b/, 'changes a type'],
  [/\bset\s+not\s+null\b/, 'makes a column obligatory'],
  [
    /\badd\s+column\s+(?![^,;]*\b(default|generated)\b)[^,;]*\bnot\s+null\b/,
    'adds a column that must be filled in',
  ],
];

/**
 * Servers of the last release work on the new schema while an upgrade goes on. What they need goes away in a
 * later release, by a migration that says since which migration no server needs it: `-- needs 0072`.
 * @param migrations a Map from file name to text.
 */
export function checkExpanding(migrations, functions, releasedMigrations) {
  return [...migrations].flatMap(([name, text]) => {
    if (Number(name.slice(0, 4)) <= releasedMigrations) return [];
    const sql = text.replaceAll(/--.*$/gm, '').toLowerCase();
    const gone = [...sql.matchAll(/\bdrop\s+function\s+(?:if\s+exists\s+)?(?:public\.)?(\w+)/g)]
      .filter(([, each]) => !functions.has(`${each}.sql`))
      .map(() => 'drops a function');
    const found = [
      ...CONTRACTING.filter(([pattern]) => pattern.test(sql)).map(([, what]) => what),
      ...gone,
    ];
    const needs = /^-- needs (\d{4})\b/m.exec(text)?.[1];
    if (needs !== undefined && Number(needs) > releasedMigrations) {
      return [`api/migrations/${name}: needs ${needs}, which the last release does not have.`];
    }
    if (found.length === 0 || needs !== undefined) return [];
    return [
      `api/migrations/${name}: ${found.join(', ')}; servers of the last release may need it. See "Upgrade" in docs/operations.md.`,
    ];
  });
}

/** @param files a Map from file name to text. One SQL function per file, which bears its name. */
export function checkFunctions(files) {
  return [...files].flatMap(([name, text]) => {
    const functions = [...text.matchAll(/^create\b.*?\bfunction\s+(\w+)/gim)].map(
      ([, each]) => each,
    );
    if (`${functions.join()}.sql` === name && text.includes('create or replace function'))
      return [];
    return [
      `api/functions/${name}: expected one "create or replace function ${name.replace('.sql', '')}".`,
    ];
  });
}

/** A URL in the lock file ties every installation to the registry of its author. */
export function checkLockFile(text) {
  return [...text.matchAll(/"resolved": "(https?:[^"]*)"/g)].map(
    ([, address]) =>
      `package-lock.json: records the address ${address}; see omit-lockfile-registry-resolved.`,
  );
}

/** The queue's own function can lose a job with a key; jobs_add does not. */
export function checkJobs(files) {
  return [...files]
    .filter(([name, text]) => name !== 'jobs_add.sql' && /add_job\([^;]*job_key/.test(text))
    .map(([name]) => `api/functions/${name}: adds a job with a key; use jobs_add.`);
}
