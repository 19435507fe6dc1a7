import { hash } from 'node:crypto';

/* The Merkle-sum tree over the balances of all companies, as docs/proofs.md describes it. */

/** What a company has, or a share of it: a leaf of the tree. */
export interface Liability {
  readonly companyId: string;
  /** 32 bytes. That of a leaf is told to the company alone, and that from which its shares are made to nobody. */
  readonly nonce: Buffer;
  /** Hundredths of UGX, not below zero. */
  readonly balance: bigint;
}

export interface TreeNode {
  readonly hash: Buffer;
  readonly sum: bigint;
}

/** So many leaves each company has. What a neighbour sees is a share, which tells no balance. */
export const sharesOfNow = 8;

/**
 * The leaves of companies in the order of the tree, by what hides their companies: neighbours change every day. Days of
 * before have one for each.
 */
export function leavesOf(liabilities: readonly Liability[], shares: number): Liability[] {
  const leaves = shares === 1 ? liabilities : liabilities.flatMap((each) => split(each, shares));
  return leaves
    .map((leaf) => ({ leaf, place: blind(leaf) }))
    .sort((a, b) => a.place.compare(b.place))
    .map(({ leaf }) => leaf);
}

/**
 * Cut at places that only the nonce tells, so that the same day is always split in the same way: a proof is made when
 * somebody asks for it. Some cuts are made twice: a share of nothing does not tell that its company has nothing.
 */
function split({ companyId, nonce, balance }: Liability, shares: number): Liability[] {
  const derived = (what: string, index: number): Buffer =>
    sha256([nonce, Buffer.from(`sente.${what}.1`), Uint8Array.of(index)]);
  const cuts: bigint[] = [];
  for (let index = 1; index < shares; index++) {
    const drawn = derived('cut', index);
    const cut = BigInt(`0x${drawn.toString('hex', 0, 16)}`) % (balance + 1n);
    const last = cuts.at(-1);
    cuts.push(last !== undefined && drawn.readUInt8(16) % 4 === 0 ? last : cut);
  }
  const ends = [0n, ...cuts.sort((a, b) => (a < b ? -1 : Number(a > b))), balance];
  return ends.slice(1).map((end, index) => ({
    companyId,
    nonce: derived('share', index),
    balance: end - (ends[index] ?? 0n),
  }));
}

/** Every level of the tree, the leaves first. What has no neighbour goes up as it is: the shape of RFC 6962. */
function levelsOf(leaves: readonly Liability[]): TreeNode[][] {
  const levels = [leaves.map(leafOf)];
  for (let below = levels[0] ?? []; below.length > 1;) {
    const above: TreeNode[] = [];
    for (let at = 0; at < below.length; at += 2) {
      const [left, right] = [below[at]!, below[at + 1]];
      above.push(right ? nodeOver(left, right) : left);
    }
    levels.push(above);
    below = above;
  }
  return levels;
}

export function treeRoot(leaves: readonly Liability[]): TreeNode {
  return levelsOf(leaves).at(-1)?.[0] ?? { hash: sha256([]), sum: 0n };
}

export interface LeafPath {
  readonly leaf: Liability;
  readonly position: number;
  /** The nodes beside the way from the leaf to the root, from the bottom up. */
  readonly path: readonly TreeNode[];
}

/** Of the leaves of a company. */
export function treePaths(leaves: readonly Liability[], companyId: string): LeafPath[] {
  const levels = levelsOf(leaves);
  return leaves.flatMap((leaf, position) =>
    leaf.companyId === companyId ? [{ leaf, position, path: pathIn(levels, position) }] : [],
  );
}

function pathIn(levels: readonly TreeNode[][], position: number): TreeNode[] {
  return levels.flatMap((level, height) => {
    const beside = level[Math.floor(position / 2 ** height) ^ 1];
    return beside ? [beside] : [];
  });
}

function nodeOver(left: TreeNode, right: TreeNode): TreeNode {
  const parts = [left, right].flatMap(({ hash: part, sum }) => [part, int(sum)]);
  return { hash: sha256([nodeByte, ...parts]), sum: left.sum + right.sum };
}

const leafByte = Uint8Array.of(0);
const nodeByte = Uint8Array.of(1);
const leafLabel = Buffer.from('sente.liability.1');
const companyLabel = Buffer.from('sente.company.1');

function leafOf(liability: Liability): TreeNode {
  const { balance: sum } = liability;
  return { hash: sha256([leafByte, leafLabel, blind(liability), int(sum)]), sum };
}

function blind({ companyId, nonce }: Liability): Buffer {
  return sha256([companyLabel, Buffer.from(companyId.replaceAll('-', ''), 'hex'), nonce]);
}

/** In one call: a tree has thousands. */
function sha256(parts: readonly Uint8Array[]): Buffer {
  return hash('sha256', Buffer.concat(parts), 'buffer');
}

function int(value: bigint): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigInt64BE(value);
  return bytes;
}
