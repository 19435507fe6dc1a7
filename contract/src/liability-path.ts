import { hundredthsOf, Wrong } from './statement-file.ts';
import { hex, int, sha256, utf8, uuid } from './statement-hash.ts';

/* The way from a leaf of the tree of liabilities to its root, as docs/proofs.md describes it. */

export interface PathNode {
  readonly hash: string;
  readonly sum: bigint;
}

export async function leafOf(company: string, nonce: string, sum: bigint): Promise<PathNode> {
  const blinded = await sha256([utf8('sente.company.1'), uuid(company), hex(digest(nonce))]);
  return {
    hash: await sha256([leafByte, utf8('sente.liability.1'), hex(blinded), int(sum)]),
    sum,
  };
}

/** The tree has the shape of RFC 6962: position and count say on which side each step is. */
export async function rootOf(
  leaf: PathNode,
  { position, count }: { position: bigint; count: bigint },
  path: readonly PathNode[],
): Promise<PathNode> {
  if (position < 0n || position >= count) throw new Wrong('There is no such leaf in the tree.');
  let [at, last] = [position, count - 1n];
  let node = leaf;
  for (const other of path) {
    if (last === 0n) throw new Wrong('The path is too long.');
    if (at % 2n === 1n || at === last) {
      node = await nodeOver(other, node);
      while (at % 2n === 0n && at !== 0n) [at, last] = [at / 2n, last / 2n];
    } else {
      node = await nodeOver(node, other);
    }
    [at, last] = [at / 2n, last / 2n];
  }
  if (last !== 0n) throw new Wrong('The path is too short.');
  return node;
}

const leafByte = Uint8Array.of(0);
const nodeByte = Uint8Array.of(1);

async function nodeOver(left: PathNode, right: PathNode): Promise<PathNode> {
  const parts = [left, right].flatMap(({ hash, sum }) => [hex(hash), int(sum)]);
  return { hash: await sha256([nodeByte, ...parts]), sum: left.sum + right.sum };
}

export function digest(text: string): string {
  if (!/^[0-9a-f]{64}$/.test(text)) throw new Wrong(`"${text}" is no hash.`);
  return text;
}

/** A negative amount anywhere would hide what is owed to others. */
export function positive(text: string): bigint {
  const amount = hundredthsOf(text);
  if (amount < 0n) throw new Wrong(`"${text}" is below zero.`);
  return amount;
}
