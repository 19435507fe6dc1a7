import {
  checkLiabilities,
  isLiabilityProof,
  type LiabilityCheck,
} from '@sente/contract/liability-proof';
import type { StatementHead } from '@sente/contract/statement-file';
import {
  checkSequences,
  checkStatement,
  type Finding,
  type PublishedKey,
  type StatementCheck,
} from '@sente/contract/statement-proof';

export interface CheckedFile extends StatementCheck, Pick<LiabilityCheck, 'liability'> {
  readonly name: string;
}

export interface CheckedFiles {
  readonly files: readonly CheckedFile[];
  /** Of several statements: whether those of an account follow each other, and what was not compared. */
  readonly sequence: readonly Finding[];
}

/** In this browser: only the public keys are fetched, and nothing is sent. */
export async function checkFiles(files: readonly File[]): Promise<CheckedFiles> {
  const keys = await fetchKeys();
  const checked = await Promise.all(files.map((file) => checkFile(file, keys)));
  const byEntry = checked.toSorted(
    (a, b) =>
      accountOf(a.head).localeCompare(accountOf(b.head)) || firstEntry(a.head) - firstEntry(b.head),
  );
  const statements = byEntry.filter(({ liability }) => liability === null);
  return { files: byEntry, sequence: checkSequences(statements.map(({ head }) => head)) };
}

function accountOf(head: StatementHead | null): string {
  return head?.['Account Number'] ?? '';
}

function firstEntry(head: StatementHead | null): number {
  return Number(head?.['First Entry'] ?? 0) || 0;
}

async function checkFile(file: File, keys: readonly PublishedKey[]): Promise<CheckedFile> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const { name } = file;
  if (isLiabilityProof(bytes)) {
    return { ...(await checkLiabilities(bytes, keys)), head: null, rows: [], name };
  }
  return { ...(await checkStatement(bytes, keys)), liability: null, name };
}

/** Not from the cache: a statement may be signed with a key of this minute. */
async function fetchKeys(): Promise<readonly PublishedKey[]> {
  const answer = await fetch('/.well-known/sente-keys.json', { cache: 'no-cache' });
  if (!answer.ok) throw new Error(`The keys are not available (${answer.status})`);
  return ((await answer.json()) as { keys: readonly PublishedKey[] }).keys;
}
