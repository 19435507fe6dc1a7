import { expect, it } from 'vitest';
import { countLicences, licenceLines, readSbom } from './sbom.mjs';

it(
  'lists every package that is part of a running server, with a licence',
  { timeout: 60_000 },
  () => {
    const sbom = readSbom();
    expect(sbom.bomFormat).toBe('CycloneDX');
    const lines = licenceLines(sbom);
    for (const name of ['fastify', 'pg', 'react']) {
      expect(
        lines.some((line) => line.startsWith(`${name} `)),
        name,
      ).toBe(true);
    }
    expect(lines.filter((line) => line.startsWith('vitest '))).toEqual([]);
    expect(lines.filter((line) => line.endsWith('not stated'))).toEqual([]);
    const total = countLicences(lines).reduce((sum, [, count]) => sum + count, 0);
    expect(total).toBe(lines.length);
  },
);
