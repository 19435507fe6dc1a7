import { createHash } from 'node:crypto';
import {
  attachmentIn,
  statementColumns,
  statementHeadNamesOf,
  type StatementHead,
} from '@sente/contract/statement-file';
import { kampalaTime } from '@sente/contract/kampala';
import type { StatementLink } from './statement.queries.ts';
import { decimal } from './statement.service.ts';

/* The text of a statement that proves itself, as docs/proofs.md describes it. */

const startOf2000Ms = 946_684_800_000n;

/** Everything that is signed. The byte-order mark makes Excel read it as UTF-8. */
export function signedPart(head: StatementHead, links: readonly StatementLink[]): string {
  return [
    '\ufeff',
    ...statementHeadNamesOf(head['Sente Statement']).map((name) => line([name, head[name] ?? ''])),
    line(statementColumns),
    ...links.map((link) => line(valuesOf(link))),
  ].join('');
}

export function withSignature(signed: Buffer, signature: Buffer): Buffer {
  // Not guarded as other values are: its length and its first character are fixed by the format.
  const last = `"Signature","${signature.toString('base64')}"\r\n`;
  return Buffer.concat([signed, Buffer.from(last)]);
}

/** Of what is signed, with the hash of pages, and the line of the signature. */
export function attachedSize(head: StatementHead, links: readonly StatementLink[]): number {
  const signed = Buffer.from(signedPart({ ...head, Pages: '0'.repeat(64) }, links));
  return withSignature(signed, Buffer.alloc(64)).length;
}

/**
 * A PDF with an attachment of nothing but the size becomes one with the signed statement, which has the hash of
 * all other bytes.
 */
export function attachStatement(
  pdf: Buffer,
  { head, links }: { readonly head: StatementHead; readonly links: readonly StatementLink[] },
  sign: (bytes: Buffer) => Buffer,
): Buffer {
  const { start, end } = attachmentIn(pdf);
  const pages = createHash('sha256').update(pdf.subarray(0, start)).update(pdf.subarray(end));
  const signed = Buffer.from(signedPart({ ...head, Pages: pages.digest('hex') }, links));
  const file = withSignature(signed, sign(signed));
  if (file.length !== end - start) throw new Error('The attachment has another size than planned');
  return Buffer.concat([pdf.subarray(0, start), file, pdf.subarray(end)]);
}

function valuesOf(link: StatementLink): string[] {
  const amount = BigInt(link.amount);
  const { reference } = link;
  return [
    kampalaTime(movedAtOf(link)),
    link.description,
    reference ?? '',
    amount < 0n ? decimal(-amount) : '',
    amount > 0n ? decimal(amount) : '',
    decimal(BigInt(link.balanceAfter)),
    link.number,
    link.transactionId,
    link.movedAt,
    link.type,
    link.gross,
    link.kind,
    reference === null ? '' : String(Buffer.byteLength(reference)),
    link.legs ?? '',
    link.hash ?? '',
  ];
}

export function movedAtOf({ movedAt }: StatementLink): Date {
  return new Date(Number(BigInt(movedAt) / 1000n + startOf2000Ms));
}

/**
 * Unlike csvLine, also an apostrophe at the beginning gets one: a reader that removes the first one has exactly
 * what was written, which the hashes need.
 */
function line(values: readonly string[]): string {
  const guarded = values.map((value) => (/^[=+\-@'\t\r\n]/.test(value) ? `'${value}` : value));
  return `${guarded.map((value) => `"${value.replaceAll('"', '""')}"`).join()}\r\n`;
}
