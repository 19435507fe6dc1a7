import {
  statementColumns,
  statementHeadNames,
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
    ...statementHeadNames.map((name) => line([name, head[name]])),
    line(statementColumns),
    ...links.map((link) => line(valuesOf(link))),
  ].join('');
}

export function withSignature(signed: Buffer, signature: Buffer): Buffer {
  // Not guarded as other values are: its length and its first character are fixed by the format.
  const last = `"Signature","${signature.toString('base64')}"\r\n`;
  return Buffer.concat([signed, Buffer.from(last)]);
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
