import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** State kept between runs. Outside node_modules, because `npm ci` deletes that. */
export const cacheDir = join(root, '.cache');

export const nodeModules = join(root, 'node_modules');

export function inRoot(...parts) {
  return join(root, ...parts);
}

/** All files below a folder of the repository, as paths from its root. */
export function filesIn(folder) {
  return readdirSync(inRoot(folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return entry.name === 'node_modules' ? [] : filesIn(path);
    return [path];
  });
}
