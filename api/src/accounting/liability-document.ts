import {
  liabilityHeadNamesOf,
  pathColumns,
  shareNames,
  splitNames,
  wholeNames,
  type LiabilityHead,
} from '@sente/contract/liability-proof';
import { withSignature } from '../accounts/statement-document.ts';
import { decimal } from '../accounts/statement.service.ts';
import type { LeafPath } from './liability-tree.ts';

/* The text of a proof of liabilities, as docs/proofs.md describes it. No value in it needs to be guarded. */

/** What is signed: the same for all companies. */
export function dayDocument(head: LiabilityHead): Buffer {
  const names = liabilityHeadNamesOf(head['Sente Liabilities']);
  return Buffer.from(`\ufeff${names.map((name) => line(name, head[name] ?? '')).join('')}`);
}

/** The file of one company: all of its leaves. */
export function proofFile(
  document: Buffer,
  signature: Buffer,
  { isSplit, paths }: { readonly isSplit: boolean; readonly paths: readonly LeafPath[] },
): Buffer {
  const balance = paths.reduce((sum, { leaf }) => sum + leaf.balance, 0n);
  const own = { 'Company ID': paths[0]?.leaf.companyId ?? '', Balance: decimal(balance) };
  const lines = paths.flatMap(({ leaf, position, path }) => {
    const amount = decimal(leaf.balance);
    const share = { Nonce: leaf.nonce.toString('hex'), Share: amount, Leaf: String(position) };
    const named = isSplit
      ? shareNames.map((name) => line(name, share[name]))
      : wholeNames.map((name) => line(name, { ...share, ...own }[name]));
    const steps = path.map(({ hash, sum }) => line(hash.toString('hex'), decimal(sum)));
    return [...named, line(...pathColumns), ...steps];
  });
  const first = isSplit ? splitNames.map((name) => line(name, own[name])) : [];
  const ownPart = Buffer.from([...first, ...lines].join(''));
  return Buffer.concat([withSignature(document, signature), ownPart]);
}

function line(...values: readonly string[]): string {
  return `${values.map((value) => `"${value.replaceAll('"', '""')}"`).join()}\r\n`;
}
