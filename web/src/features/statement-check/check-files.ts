import {
  checkLiabilities,
  isLiabilityProof,
  type LiabilityCheck,
} from '@sente/contract/liability-proof';
import { statementIn, type StatementHead } from '@sente/contract/statement-file';
import {
  checkSequence,
  checkStatement,
  type Finding,
  type PublishedKey,
  type StatementCheck,
} from '@sente/contract/statement-proof';

export interface CheckedFile extends StatementCheck, Pick<LiabilityCheck, 'liability'> {
  readonly name: string;
  readonly isPdf: boolean;
}

export interface CheckedFiles {
  readonly files: readonly CheckedFile[];
  /** Of several statements of one account: whether each begins where the one before ended. */
  readonly sequence: readonly Finding[];
}

/** In this browser: only the public keys are fetched, and nothing is sent. */
export async function checkFiles(files: readonly File[]): Promise<CheckedFiles> {
  const keys = await fetchKeys();
  const checked = await Promise.all(files.map((file) => checkFile(file, keys)));
  const byEntry = checked.toSorted((a, b) => firstEntry(a.head) - firstEntry(b.head));
  const heads = byEntry.map(({ head }) => head).filter((head) => head !== null);
  const isOneAccount = new Set(heads.map((head) => head['Account ID'])).size === 1;
  const isAll = heads.length === files.length - byEntry.filter(isOfLiabilities).length;
  const canFollow = isOneAccount && isAll;
  return { files: byEntry, sequence: canFollow ? checkSequence(heads) : [] };
}

function isOfLiabilities({ liability }: CheckedFile): boolean {
  return liability !== null;
}

function firstEntry(head: StatementHead | null): number {
  return Number(head?.['First Entry'] ?? 0) || 0;
}

async function checkFile(file: File, keys: readonly PublishedKey[]): Promise<CheckedFile> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const { name } = file;
  if (isLiabilityProof(bytes)) {
    return { ...(await checkLiabilities(bytes, keys)), head: null, rows: [], name, isPdf: false };
  }
  const check = await checkStatement(await statementIn(bytes), keys);
  return { ...check, liability: null, name, isPdf: bytes[0] === 0x25 };
}

/** Not from the cache: a statement may be signed with a key of this minute. */
async function fetchKeys(): Promise<readonly PublishedKey[]> {
  const answer = await fetch('/.well-known/sente-keys.json', { cache: 'no-cache' });
  if (!answer.ok) throw new Error(`The keys are not available (${answer.status})`);
  return ((await answer.json()) as { keys: readonly PublishedKey[] }).keys;
}
