import {
  liabilityHeadNamesOf,
  liabilityOwnNames,
  pathColumns,
  type LiabilityHead,
} from '@sente/contract/liability-proof';
import { withSignature } from '../accounts/statement-document.ts';
import { decimal } from '../accounts/statement.service.ts';
import type { Liability, TreeNode } from './liability-tree.ts';

/* The text of a proof of liabilities, as docs/proofs.md describes it. No value in it needs to be guarded. */

/** What is signed: the same for all companies. */
export function dayDocument(head: LiabilityHead): Buffer {
  const names = liabilityHeadNamesOf(head['Sente Liabilities']);
  return Buffer.from(`\ufeff${names.map((name) => line(name, head[name] ?? '')).join('')}`);
}

export interface OwnPart {
  readonly liability: Liability;
  readonly position: number;
  readonly path: readonly TreeNode[];
}

/** The file of one company. */
export function proofFile(
  document: Buffer,
  signature: Buffer,
  { liability, position, path }: OwnPart,
): Buffer {
  const own: Record<(typeof liabilityOwnNames)[number], string> = {
    'Company ID': liability.companyId,
    Nonce: liability.nonce.toString('hex'),
    Balance: decimal(liability.balance),
    Leaf: String(position),
  };
  const lines = [
    ...liabilityOwnNames.map((name) => line(name, own[name])),
    line(...pathColumns),
    ...path.map(({ hash, sum }) => line(hash.toString('hex'), decimal(sum))),
  ];
  return Buffer.concat([withSignature(document, signature), Buffer.from(lines.join(''))]);
}

function line(...values: readonly string[]): string {
  return `${values.map((value) => `"${value.replaceAll('"', '""')}"`).join()}\r\n`;
}
