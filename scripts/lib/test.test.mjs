import { describe, expect, it } from 'vitest';
import { splitPaths } from './test.mjs';

const files = [
  'web/src/pages/admin/role-pages.test.tsx',
  'api/src/roles/roles.test.ts',
  'e2e/roles.spec.ts',
  'e2e/users.spec.ts',
];

describe('npm test -- <part of a path>', () => {
  it.each([
    [['roles.spec'], { flows: ['e2e/roles.spec.ts'], others: [] }],
    [['e2e/'], { flows: ['e2e/roles.spec.ts', 'e2e/users.spec.ts'], others: [] }],
    [['web/src/pages'], { flows: [], others: ['web/src/pages'] }],
    [['roles'], { flows: ['e2e/roles.spec.ts'], others: ['roles'] }],
    [['roles.spec', 'e2e/roles'], { flows: ['e2e/roles.spec.ts'], others: [] }],
  ])('%j runs the flows in the browser and the rest with Vitest', (paths, expected) => {
    expect(splitPaths(paths, files)).toEqual(expected);
  });

  it('refuses a path that no test file has', () => {
    expect(() => splitPaths(['roles', 'rolls'], files)).toThrow(
      'No test file has rolls in its path.',
    );
  });
});
