import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { inRoot, root } from './paths.mjs';
import { Problem } from './problem.mjs';
import { say } from './progress.mjs';

/**
 * `npm run sbom`: what is part of a running Sente, without what only builds and tests it. sbom/sente.cdx.json is in the
 * format CycloneDX, sbom/licences.txt a list for people.
 */
export function writeSbom() {
  const sbom = readSbom();
  mkdirSync(inRoot('sbom'), { recursive: true });
  writeFileSync(inRoot('sbom', 'sente.cdx.json'), `${JSON.stringify(sbom, null, 2)}\n`);
  const lines = licenceLines(sbom);
  writeFileSync(inRoot('sbom', 'licences.txt'), `${lines.join('\n')}\n`);
  say(`${lines.length} packages: sbom/sente.cdx.json, sbom/licences.txt`);
  for (const [licence, count] of countLicences(lines)) say(`  ${licence}: ${count}`);
}

export function readSbom() {
  const args = ['sbom', '--sbom-format=cyclonedx', '--omit=dev'];
  const { status, stdout, stderr } = spawnSync('npm', args, {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  if (status !== 0) throw new Problem(`npm could not list the packages:\n${stderr.trim()}`);
  return JSON.parse(stdout);
}

/** One line for each package that is not ours: name, version, licence. */
export function licenceLines(sbom) {
  return sbom.components
    .filter(({ name, group }) => !name.startsWith('@sente/') && group !== '@sente')
    .map(({ name, version, licenses = [] }) => {
      const named = licenses.map(
        ({ license, expression }) => expression ?? license?.id ?? license?.name,
      );
      return `${name} ${version}: ${named.join(' and ') || 'not stated'}`;
    })
    .sort();
}

export function countLicences(lines) {
  const counts = new Map();
  for (const line of lines) {
    const licence = line.slice(line.indexOf(': ') + 2);
    counts.set(licence, (counts.get(licence) ?? 0) + 1);
  }
  return [...counts].sort(([, a], [, b]) => b - a);
}
