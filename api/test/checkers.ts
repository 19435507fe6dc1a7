import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';

const hasPackage = spawnSync('python3', ['-c', 'import cryptography']).status === 0;

/** The programs that check statements. The one in Python needs a package, which continuous integration has. */
export const checkers = ['verify-statement.mjs', ...(hasPackage ? ['verify_statement.py'] : [])];

/** So that nobody takes the checker in Python for tested where it was left out. */
export function tellLeftOut(): void {
  if (hasPackage) return;
  it('client/verify_statement.py is NOT tested here: python3 has no package cryptography', () => {
    expect(process.env['CI'] ?? '', 'pip install cryptography').toBe('');
  });
}
