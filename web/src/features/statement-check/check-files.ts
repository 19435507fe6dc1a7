import {
  checkFile,
  checkTogether,
  type CheckedFile,
  type CheckedFiles,
} from '@sente/contract/proof-files';
import type { PublishedRoot } from '@sente/contract/published-roots';
import type { PublishedKey } from '@sente/contract/statement-proof';

/** In this browser: only public keys and roots are fetched, and nothing is sent. */
export async function checkFiles(files: readonly File[]): Promise<CheckedFiles> {
  const { keys } = await fetchPublished<{ keys: readonly PublishedKey[] }>('sente-keys.json');
  const checked = await Promise.all(
    files.map(async (file) => {
      const bytes = new Uint8Array(await file.arrayBuffer());
      return checkFile({ name: file.name, bytes }, keys);
    }),
  );
  const roots = checked.some(({ liability }) => liability !== null) ? await fetchRoots() : null;
  return checkTogether(checked.toSorted(byAge), roots);
}

/** People choose files in any order. A month without movements has the first entry of the next one, and ends before it. */
function byAge({ head: a }: CheckedFile, { head: b }: CheckedFile): number {
  const number = (text: string | undefined): number => Number(text) || 0;
  return (
    (a?.['Account Number'] ?? '').localeCompare(b?.['Account Number'] ?? '') ||
    number(a?.['First Entry']) - number(b?.['First Entry']) ||
    number(a?.['Last Entry']) - number(b?.['Last Entry']) ||
    (a?.From ?? '').localeCompare(b?.From ?? '')
  );
}

/** Null if they are not there: what could not be compared is said. */
async function fetchRoots(): Promise<readonly PublishedRoot[] | null> {
  try {
    const { days } = await fetchPublished<{ days?: readonly PublishedRoot[] }>(
      'sente-liabilities.json',
    );
    return days ?? null;
  } catch {
    return null;
  }
}

/** Not from the cache: a statement may be signed with a key of this minute. */
async function fetchPublished<T>(name: string): Promise<T> {
  const answer = await fetch(`/.well-known/${name}`, { cache: 'no-cache' });
  if (!answer.ok) throw new Error(`${name} is not available (${answer.status})`);
  return (await answer.json()) as T;
}
