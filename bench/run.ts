import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { measureFirstLoad } from './first-load.ts';

/** `npm run bench`: prints what was measured and keeps it as JSON. Nothing here is a test. */
const webDir = process.env['SENTE_WEB_DIR'];
if (!webDir) throw new Error('Run this with "npm run bench", which builds the web first.');

const firstLoad = await measureFirstLoad(webDir);
console.log('First load, JavaScript gzipped');
console.table(
  firstLoad.map(({ path, measuredKilobytes, kilobytes, files }) => ({
    path,
    'measured kB': measuredKilobytes,
    'budget kB': kilobytes,
    within: measuredKilobytes <= kilobytes ? 'yes' : 'NO',
    files,
  })),
);

const folder = fileURLToPath(new URL('./results/', import.meta.url));
mkdirSync(folder, { recursive: true });
writeFileSync(`${folder}first-load.json`, `${JSON.stringify(firstLoad, null, 2)}\n`);
