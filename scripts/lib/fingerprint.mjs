import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { inRoot } from './paths.mjs';

const IGNORED = new Set(['node_modules', 'coverage', '.DS_Store']);

/** A short hash of the named files and folders (relative to the root) and of any extra text. */
export function fingerprint(paths, ...extra) {
  const hash = createHash('sha256').update(extra.join('\n'));
  for (const path of paths) addTo(hash, path);
  return hash.digest('hex').slice(0, 16);
}

function addTo(hash, path) {
  const stat = statSync(inRoot(path), { throwIfNoEntry: false });
  if (!stat) return;
  if (stat.isDirectory()) {
    for (const name of readdirSync(inRoot(path)).sort()) {
      if (!IGNORED.has(name)) addTo(hash, join(path, name));
    }
  } else {
    hash.update(`${path}\0${stat.size}\0`).update(readFileSync(inRoot(path)));
  }
}
