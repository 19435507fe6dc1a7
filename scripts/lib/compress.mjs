import { readdirSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const COMPRESSIBLE = /\.(js|css|html|svg|json|txt|webmanifest)$/;
/** Below this a compressed answer saves no packet. */
const WORTH_IT_BYTES = 1_000;

/**
 * Writes a .br and a .gz next to every text file that gets smaller, so that the server never
 * compresses.
 */
export async function compressFolder(folder) {
  const files = readdirSync(folder, { recursive: true })
    .filter((name) => COMPRESSIBLE.test(name) && !name.startsWith('.vite'))
    .map((name) => join(folder, name));
  // zlib uses Node's thread pool: all at once keep every core busy.
  await Promise.all(files.map(compressFile));
}

async function compressFile(file) {
  const content = await readFile(file);
  if (content.length < WORTH_IT_BYTES) return;
  const [brotli, gzipped] = await Promise.all([
    promisify(brotliCompress)(content, {
      params: {
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
        [constants.BROTLI_PARAM_QUALITY]: 11,
        [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
      },
    }),
    promisify(gzip)(content, { level: 9 }),
  ]);
  if (brotli.length < content.length) await writeFile(`${file}.br`, brotli);
  if (gzipped.length < content.length) await writeFile(`${file}.gz`, gzipped);
}
