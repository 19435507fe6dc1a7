import { describe, expect, it } from 'vitest';
import { holdsWholeLock, npmProblem } from './install.mjs';

const ours = { os: [process.platform], cpu: [process.arch], optional: true };
const lock = {
  packages: {
    '': { version: '1.0.0' },
    api: { version: '1.0.0' },
    'node_modules/pg': { version: '8.0.0' },
    'node_modules/engine-for-us': { version: '2.0.0', ...ours },
    'node_modules/engine-for-others': {
      version: '2.0.0',
      os: ['aix'],
      cpu: ['ppc64'],
      optional: true,
    },
    'node_modules/of-a-wasm-engine': { version: '3.0.0', optional: true },
  },
};

describe('an installation made by hand', () => {
  const whole = {
    'node_modules/pg': { version: '8.0.0' },
    'node_modules/engine-for-us': { version: '2.0.0' },
  };

  it('is kept when it has everything that this machine needs', () => {
    expect(holdsWholeLock({ packages: whole }, lock)).toBe(true);
  });

  it.each([
    ['a package is missing', { 'node_modules/pg': undefined }],
    ['a package has another version', { 'node_modules/pg': { version: '7.0.0' } }],
    ["this machine's build is missing", { 'node_modules/engine-for-us': undefined }],
  ])('is repeated when %s', (_, change) => {
    expect(holdsWholeLock({ packages: { ...whole, ...change } }, lock)).toBe(false);
  });
});

describe('a failed installation', () => {
  it.each([
    ['npm error code ENOTFOUND\nnpm error syscall getaddrinfo', /registry did not answer/],
    ['npm error code ENOSPC\nnpm error syscall write', /^The disk is full/],
    [
      'npm error code EACCES\nnpm error path /srv/app/node_modules',
      /no permission to write \/srv\/app/,
    ],
    ['npm error code EUSAGE\nnpm error lock file is out of date', /lock file is out of date/],
  ])('is explained in one sentence: %j', (output, sentence) => {
    expect(npmProblem(output, 'failed (1)').message).toMatch(sentence);
  });
});
