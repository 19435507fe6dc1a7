import { describe, expect, it } from 'vitest';
import {
  checkBarrels,
  checkExpanding,
  checkFirstTests,
  checkFunctions,
  checkLengths,
  checkLockFile,
  checkMigrations,
  checkMocks,
  checkNames,
  checkWaits,
} from './lib/file-rules.mjs';
import { checkCircles, checkImports, folderIn, importsOf } from './lib/import-rules.mjs';

describe('limits of waiting', () => {
  const check = (text) => checkWaits(new Map([['api/src/jobs/some.ts', text]]));

  it.each([
    'new pg.Client({ connectionString: url })',
    'new pg.Pool({\n max: 2,\n})',
    'await fetch(url, { method: "POST" });',
  ])('%s needs one', (text) => {
    expect(check(text)).toHaveLength(1);
  });

  it.each([
    'new pg.Client({ ...briefLimits, connectionString: url })',
    'new pg.Pool({ ...poolLimits(5), max: 2 })',
    'await fetch(url, { signal: AbortSignal.timeout(5) });',
  ])('%s has one', (text) => {
    expect(check(text)).toEqual([]);
  });
});

describe('migrations beside the last release', () => {
  const check = (sql, name = '0073_later.sql') =>
    checkExpanding(new Map([[name, sql]]), new Map([['kept.sql', '']]), 72);

  it.each([
    'drop table old;',
    'alter table a drop column b;',
    'alter table a rename column b to c;',
    'alter table a alter column b type bigint;',
    'alter table a alter column b set not null;',
    'alter table a add column b text not null;',
    'drop function gone(uuid);',
  ])('%s is refused until no server needs it', (sql) => {
    expect(check(sql)).toHaveLength(1);
    expect(check(`-- needs 0072\n${sql}`)).toEqual([]);
    expect(check(`-- needs 0073\n${sql}`)).toHaveLength(1);
    expect(check(sql, '0072_released.sql')).toEqual([]);
  });

  it.each([
    'create table a (b text not null);',
    'alter table a add column b text;',
    'alter table a add column b text not null default 1, add column c text;',
    'drop function kept(uuid);',
    '-- drop table old;',
  ])('%s adds only', (sql) => {
    expect(check(sql)).toEqual([]);
  });
});

function objections(path, specifier) {
  return checkImports(new Map([[path, `import { x } from '${specifier}';`]]));
}

describe('import arrows', () => {
  it.each([
    ['contract/src/users.ts', '../../api/src/env.ts'],
    ['contract/src/users.ts', '@sente/api'],
    ['api/src/users/users.service.ts', '@sente/web'],
    ['api/src/users/users.test.ts', '../../../web/src/lib/dates.ts'],
    ['web/src/lib/dates.ts', '../../../api/src/env.ts'],
    ['api/src/http/serve.ts', '../users/users.service.ts'],
    ['api/src/db/embedded/process.ts', '../../ledger/posting.ts'],
    ['api/src/ledger/posting.ts', '../companies/companies.service.ts'],
    ['api/src/users/users.service.ts', '../app.ts'],
    ['api/src/http/serve.ts', '../env.ts'],
    ['api/src/users/users.service.ts', '../../test/app.ts'],
    ['api/src/users/users.service.ts', '../companies/companies.queries.ts'],
    ['api/src/users/users.service.ts', '../companies/companies.routes.ts'],
    ['web/src/features/companies/company-form.tsx', '../users/user-form.tsx'],
    ['web/src/ui/button.tsx', '../session/session-store.ts'],
    ['web/src/ui/button.tsx', '../features/companies/company-form.tsx'],
    ['web/src/session/session-store.ts', '../api/call.ts'],
    ['web/src/lib/dates.ts', '../api/call.ts'],
    ['web/src/features/companies/company-form.tsx', '../../pages/admin/companies-page.tsx'],
    ['web/src/features/companies/company-form.tsx', '../../app/guards.ts'],
    ['web/src/pages/admin/companies-page.tsx', '../../app/guards.ts'],
    ['web/src/app/preload.ts', '../testing/server.ts'],
    ['web/src/main.tsx', './testing/server.ts'],
  ])('%s may not import %s', (path, specifier) => {
    expect(objections(path, specifier)).toHaveLength(1);
  });

  it.each([
    ['contract/src/users.ts', './fields.ts'],
    ['contract/src/users.ts', 'zod/mini'],
    ['api/src/users/users.service.ts', '@sente/contract/users'],
    ['api/src/users/users.service.ts', './users.queries.ts'],
    ['api/src/users/users.service.ts', '../companies/companies.service.ts'],
    ['api/src/users/users.service.ts', '../db/database.ts'],
    ['api/src/users/users.test.ts', '../../test/app.ts'],
    ['api/src/app.ts', './users/users.routes.ts'],
    ['api/src/programs/serve.ts', '../app.ts'],
    ['web/src/api/call.ts', '../session/session-store.ts'],
    ['web/src/app/routes.ts', '../pages/admin/companies-page.tsx'],
    ['web/src/main.tsx', './app/app.tsx'],
    ['web/src/app/routes.test.ts', '../testing/server.ts'],
    ['web/src/testing/page.tsx', '../app/app.tsx'],
  ])('%s may import %s', (path, specifier) => {
    expect(objections(path, specifier)).toEqual([]);
  });

  it('every form of import is recognised', () => {
    const text = `
      import a from './a.ts';
      import type {
        B,
      } from './b.ts';
      import './c.ts';
      export { d } from './d.ts';
      const e = await import('./e.ts');
      // import f from './f.ts';
    `;
    expect(importsOf(text)).toEqual(['./a.ts', './b.ts', './c.ts', './d.ts', './e.ts']);
  });
});

describe('files', () => {
  it('files have kebab-case names with known endings', () => {
    const wrong = [
      'api/src/userService.ts',
      'web/src/ui/Button.tsx',
      'api/src/users/users.helper.ts',
    ];
    const right = [
      'web/src/ui/icon-button.tsx',
      'api/src/users/users.queries.ts',
      'e2e/sign-in.spec.ts',
    ];
    expect(checkNames([...wrong, ...right])).toHaveLength(wrong.length);
  });

  it('files are imported by name, not through an index', () => {
    expect(checkBarrels(['contract/src/index.ts', 'web/src/ui/index.ts'])).toHaveLength(1);
  });

  it('files stay short, except tests', () => {
    const lines = (count) => 'line\n'.repeat(count);
    const files = new Map([
      ['api/src/long.ts', lines(301)],
      ['api/src/fine.ts', lines(300)],
      ['api/src/long.test.ts', lines(500)],
      ['contract/src/users.ts', lines(400)],
    ]);
    expect(checkLengths(files)).toEqual([
      'api/src/long.ts: has 301 lines; split it by what it talks about.',
    ]);
  });

  it('web test files begin their first test before line 40', () => {
    const lateBy = (lines) => `${'\n'.repeat(lines)}  it.each([1])('works', () => {});`;
    const files = new Map([
      ['web/src/ui/early.test.tsx', lateBy(38)],
      ['web/src/ui/late.test.tsx', lateBy(39)],
      ['web/src/ui/none.test.ts', "describe('it', () => {});"],
      ['web/src/ui/late.tsx', lateBy(39)],
      ['api/src/late.test.ts', lateBy(39)],
    ]);
    expect(checkFirstTests(files)).toEqual([
      'web/src/ui/late.test.tsx: has its first test in line 40; it stands before line 40.',
      'web/src/ui/none.test.ts: has no `it`; it stands before line 40.',
    ]);
  });
});

describe('tests', () => {
  it('tests replace no module', () => {
    const files = new Map([
      ['web/src/ui/a.test.tsx', "vi.mock('../api/call.ts');"],
      ['api/src/b.test.ts', "  vi\n    .doMock<typeof import('./c.ts')>('./c.ts');"],
      ['web/src/ui/fine.test.tsx', "vi.stubGlobal('fetch', vi.fn()); mockDate();"],
    ]);
    expect(checkMocks(files)).toEqual([
      expect.stringContaining('web/src/ui/a.test.tsx: '),
      expect.stringContaining('api/src/b.test.ts: '),
    ]);
  });
});

describe('circles', () => {
  const imports = (...targets) => targets.map((target) => `import '${target}';`).join('\n');
  const folders = (files) => checkCircles(new Map(Object.entries(files)), folderIn('api/src'));

  it('circles are found between two folders and between more', () => {
    expect(
      folders({
        'api/src/a/one.ts': imports('../b/one.ts'),
        'api/src/b/two.ts': imports('../a/two.ts'),
      }),
    ).toHaveLength(2);
    expect(
      folders({
        'api/src/a/one.ts': imports('../b/one.ts'),
        'api/src/b/one.ts': imports('../c/one.ts'),
        'api/src/c/one.ts': imports('../a/two.ts'),
      }),
    ).toHaveLength(3);
  });

  it('circles do not arise from one-way imports, tests, or files next to the folders', () => {
    expect(
      folders({
        'api/src/app.ts': imports('./a/one.ts'),
        'api/src/a/one.ts': imports('../b/one.ts', '../env.ts', './two.ts'),
        'api/src/a/two.ts': imports('../b/one.ts'),
        'api/src/b/one.test.ts': imports('../a/one.ts'),
        'web/src/a/one.ts': imports('../b/one.ts'),
        'web/src/b/one.ts': imports('../a/one.ts'),
      }),
    ).toEqual([]);
  });
});

describe('migrations', () => {
  it('migrations are numbered without gaps or duplicates', () => {
    expect(checkMigrations(['0001_a.sql', '0002_b.sql'])).toEqual([]);
    expect(checkMigrations(['0001_a.sql', '0003_c.sql'])).toHaveLength(1);
    expect(checkMigrations(['0001_a.sql', '0001_b.sql'])).toHaveLength(1);
    expect(checkMigrations(['0001_a.sql', 'later.sql'])).toHaveLength(1);
  });
});

describe('function files', () => {
  const check = (name, text) => checkFunctions(new Map([[name, text]]));

  it('function files contain the one function that they are named after', () => {
    const one = 'create or replace function one() returns void';
    expect(check('one.sql', one)).toEqual([]);
    expect(check('two.sql', one)).toHaveLength(1);
    expect(check('one.sql', `${one};\n${one}`)).toHaveLength(1);
    expect(check('one.sql', 'create function one() returns void')).toHaveLength(1);
    expect(check('one.sql', '-- nothing')).toHaveLength(1);
  });
});

describe('the lock file', () => {
  it('the lock file contains no registry address', () => {
    expect(checkLockFile('{ "resolved": "api" }')).toEqual([]);
    expect(checkLockFile('{ "resolved": "https://registry.example/x.tgz" }')).toHaveLength(1);
  });
});
