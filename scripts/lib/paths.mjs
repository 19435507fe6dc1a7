import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** State kept between runs. Outside node_modules, because `npm ci` deletes that. */
export const cacheDir = join(root, '.cache');

export const nodeModules = join(root, 'node_modules');

export function inRoot(...parts) {
  return join(root, ...parts);
}
