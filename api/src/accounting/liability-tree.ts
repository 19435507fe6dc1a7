import { createHash } from 'node:crypto';

/* The Merkle-sum tree over the balances of all companies, as docs/proofs.md describes it. */

export interface Liability {
  readonly companyId: string;
  /** 32 bytes that only the company is told. */
  readonly nonce: Buffer;
  /** Hundredths of UGX, not below zero. */
  readonly balance: bigint;
}

export interface TreeNode {
  readonly hash: Buffer;
  readonly sum: bigint;
}

/** By what hides their companies, so that neighbours change every day. */
export function inTreeOrder(liabilities: readonly Liability[]): Liability[] {
  const blinded = new Map(liabilities.map((each) => [each, blind(each).toString('hex')]));
  const place = (each: Liability): string => blinded.get(each) ?? '';
  return liabilities.toSorted((a, b) => (place(a) < place(b) ? -1 : 1));
}

export function treeRoot(leaves: readonly Liability[]): TreeNode {
  return subtree(leaves.map(leafOf));
}

/** The nodes beside the way from a leaf to the root, from the bottom up. */
export function treePath(leaves: readonly Liability[], position: number): TreeNode[] {
  return pathIn(leaves.map(leafOf), position);
}

function pathIn(nodes: readonly TreeNode[], position: number): TreeNode[] {
  if (nodes.length <= 1) return [];
  const split = splitOf(nodes.length);
  const [left, right] = [nodes.slice(0, split), nodes.slice(split)];
  return position < split
    ? [...pathIn(left, position), subtree(right)]
    : [...pathIn(right, position - split), subtree(left)];
}

/** As in RFC 6962: the left part is the largest power of two that leaves something to the right. */
function splitOf(count: number): number {
  return 2 ** Math.floor(Math.log2(count - 1));
}

function subtree(nodes: readonly TreeNode[]): TreeNode {
  const [only] = nodes;
  if (!only) return { hash: createHash('sha256').digest(), sum: 0n };
  if (nodes.length === 1) return only;
  const split = splitOf(nodes.length);
  const [left, right] = [subtree(nodes.slice(0, split)), subtree(nodes.slice(split))];
  const hash = createHash('sha256').update(Uint8Array.of(1));
  for (const { hash: part, sum } of [left, right]) hash.update(part).update(int(sum));
  return { hash: hash.digest(), sum: left.sum + right.sum };
}

function leafOf(liability: Liability): TreeNode {
  const { balance: sum } = liability;
  const hash = createHash('sha256')
    .update(Uint8Array.of(0))
    .update('sente.liability.1')
    .update(blind(liability))
    .update(int(sum))
    .digest();
  return { hash, sum };
}

function blind({ companyId, nonce }: Liability): Buffer {
  const id = Buffer.from(companyId.replaceAll('-', ''), 'hex');
  return createHash('sha256').update('sente.company.1').update(id).update(nonce).digest();
}

function int(value: bigint): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigInt64BE(value);
  return bytes;
}
