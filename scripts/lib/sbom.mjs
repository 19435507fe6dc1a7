import { randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { inRoot } from './paths.mjs';
import { say } from './progress.mjs';

/**
 * `npm run sbom`: what is part of a running Sente, without what only builds and tests it. sbom/sente.cdx.json is in the
 * format CycloneDX, sbom/licences.txt a list for people. Made from the lock file, because npm's own command leaves out
 * packages that tools need too, such as React.
 */
export function writeSbom() {
  const sbom = makeSbom(readJson('package-lock.json'), readJson('package.json'));
  mkdirSync(inRoot('sbom'), { recursive: true });
  writeFileSync(inRoot('sbom', 'sente.cdx.json'), `${JSON.stringify(sbom, null, 2)}\n`);
  const lines = licenceLines(sbom);
  writeFileSync(inRoot('sbom', 'licences.txt'), `${lines.join('\n')}\n`);
  say(`${lines.length} packages: sbom/sente.cdx.json, sbom/licences.txt`);
  for (const [licence, count] of countLicences(sbom)) say(`  ${licence}: ${count}`);
}

export function readJson(name) {
  return JSON.parse(readFileSync(inRoot(name), 'utf8'));
}

export function makeSbom(lock, { name, version, license }) {
  const components = Object.entries(lock.packages)
    .filter(
      ([path, { dev, devOptional, link }]) =>
        path.includes('node_modules/') && !dev && !devOptional && !link,
    )
    .map(([path, entry]) => component(path.split('node_modules/').at(-1), entry));
  const unique = new Map(components.map((each) => [each['bom-ref'], each]));
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.5.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    serialNumber: `urn:uuid:${randomUUID()}`,
    version: 1,
    metadata: {
      timestamp: new Date().toISOString(),
      component: {
        type: 'application',
        'bom-ref': `${name}@${version}`,
        name,
        version,
        licenses: [{ license: { id: license } }],
      },
    },
    components: [...unique.values()],
  };
}

/** Of packages whose manifest does not name it; read in their own files. */
const LICENCES = { 'png-js@2.0.0': 'MIT' };

function component(name, { version, license: stated, integrity, optional }) {
  const license = stated ?? LICENCES[`${name}@${version}`];
  const [algorithm, digest = ''] = (integrity ?? '').split('-');
  return {
    type: 'library',
    'bom-ref': `${name}@${version}`,
    name,
    version,
    scope: optional ? 'optional' : 'required',
    purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
    ...(license && {
      licenses: [/[ (]/.test(license) ? { expression: license } : { license: { id: license } }],
    }),
    ...(algorithm === 'sha512' && {
      hashes: [{ alg: 'SHA-512', content: Buffer.from(digest, 'base64').toString('hex') }],
    }),
  };
}

const licenceOf = ({ licenses: [first] = [] }) =>
  first?.expression ?? first?.license.id ?? 'not stated';

/** One line for each package: name, version, licence. */
export function licenceLines({ components }) {
  return components.map((each) => `${each.name} ${each.version}: ${licenceOf(each)}`).sort();
}

function countLicences({ components }) {
  const counts = new Map();
  for (const each of components)
    counts.set(licenceOf(each), (counts.get(licenceOf(each)) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a);
}
