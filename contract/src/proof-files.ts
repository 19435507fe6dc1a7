import { checkLiabilities, isLiabilityProof, type LiabilityCheck } from './liability-proof.ts';
import { checkRoots, type PublishedRoot } from './published-roots.ts';
import type { StatementRow } from './statement-file.ts';
import {
  checkStatement,
  fails,
  open,
  verdictOf,
  worstFirst,
  type Finding,
  type PublishedKey,
  type StatementCheck,
  type Verdict,
} from './statement-proof.ts';
import { checkSequences, type SharedFinding } from './statement-sequence.ts';

/* Checks files together: each by itself, and what they say about each other. */

export interface CheckedFile extends StatementCheck, LiabilityCheck {
  readonly name: string;
}

export interface CheckedFiles {
  /** In the order given. What files say about one of them counts for that one. */
  readonly files: readonly CheckedFile[];
  /** What is about none of them alone. */
  readonly shared: readonly Finding[];
  /** Of everything. */
  readonly verdict: Verdict;
  /** All that fails is that statements overlap, or leave a gap: nothing is wrong with any of them. */
  readonly isApart: boolean;
}

export interface GivenFile {
  readonly name: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** Statements of an account the oldest first. `roots` are the published ones; null if they could not be read. */
export async function checkFiles(
  given: readonly GivenFile[],
  keys: readonly PublishedKey[],
  roots: readonly PublishedRoot[] | null,
): Promise<CheckedFiles> {
  const alone = await Promise.all(given.map((file) => checkFile(file, keys)));
  return checkTogether(alone, roots);
}

export async function checkFile(
  { name, bytes }: GivenFile,
  keys: readonly PublishedKey[],
): Promise<CheckedFile> {
  if (isLiabilityProof(bytes)) {
    return { ...(await checkLiabilities(bytes, keys)), head: null, rows: [], name };
  }
  const none = { liability: null, hash: null };
  return { ...(await checkStatement(bytes, keys)), ...none, name };
}

export function checkTogether(
  alone: readonly CheckedFile[],
  roots: readonly PublishedRoot[] | null,
): CheckedFiles {
  const placed = alone.map((file, place) => ({ file, place }));
  const statements = placed.filter(({ file }) => file.liability === null);
  const proofs = placed.filter(({ file }) => file.liability !== null);
  const found: readonly SharedFinding[] = [
    ...checkCommon(placed),
    ...within(statements, checkSequences(statements.map(({ file }) => file.head))),
    ...within(
      proofs,
      checkRoots(
        proofs.map(({ file }) => file),
        roots,
      ),
    ),
  ];
  /** Nothing that holds is told of a file that fails, nor what holds only beside one. */
  const rests = (...places: readonly (number | null | undefined)[]): boolean =>
    places.some((at) => typeof at === 'number' && alone[at]?.verdict === 'failed');
  const files = placed.map(({ file, place }) => {
    const own = found.filter(
      ({ about, isApart = false, state, restsOn }) =>
        about === place && !isApart && !(state === 'holds' && rests(place, restsOn)),
    );
    const findings = worstFirst([...file.findings, ...own]);
    return { ...file, findings, verdict: verdictOf(findings) };
  });
  const apart = found.filter(({ isApart = false }) => isApart);
  const others = found.filter(({ about }) => about === null);
  const verdict = verdictOf([...files.flatMap((file) => file.findings), ...others]);
  return {
    files,
    shared: worstFirst([...apart.map(({ text }) => open(text)), ...others]),
    verdict: apart.length > 0 ? 'failed' : verdict,
    isApart: apart.length > 0 && verdict !== 'failed',
  };
}

interface Placed {
  readonly file: CheckedFile;
  readonly place: number;
}

/** An entry that two statements have is the same one in both. */
function checkCommon(placed: readonly Placed[]): SharedFinding[] {
  const known = new Map<string, string>();
  return placed.flatMap(({ file: { head, rows }, place }) => {
    const isOther = ({ Entry: entry, Hash: hash, Balance: balance }: StatementRow): boolean => {
      const id = `${head?.['Company ID']} ${head?.['Account ID']} ${entry}`;
      const content = `${hash} ${balance}`;
      const before = known.get(id);
      known.set(id, before ?? content);
      return before !== undefined && before !== content;
    };
    const other = rows.find(isOther);
    if (!other) return [];
    return [{ ...fails(`Entry ${other.Entry} is another one in another file.`), about: place }];
  });
}

/** From places among some files to places among all. */
function within(
  some: readonly { readonly place: number }[],
  findings: readonly SharedFinding[],
): SharedFinding[] {
  const placeOf = (at: number | null): number | null =>
    at === null ? null : (some[at]?.place ?? null);
  return findings.map(({ about, restsOn = null, ...finding }) => ({
    ...finding,
    about: placeOf(about),
    restsOn: placeOf(restsOn),
  }));
}
