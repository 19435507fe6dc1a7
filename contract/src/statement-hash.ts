import { whole, Wrong, type StatementRow } from './statement-file.ts';

/* The hashes of the ledger, as docs/proofs.md says. */

export interface Leg {
  readonly account: string;
  readonly number: bigint;
  readonly amount: bigint;
  readonly after: bigint;
  readonly previous: string;
}

/** What stands for the hash of an account before its first chained entry. */
export function openingHash(
  company: string,
  account: string,
  number: bigint,
  balance: bigint,
): Promise<string> {
  return sha256([utf8('sente.opening.1'), uuid(company), uuid(account), int(number), int(balance)]);
}

export function linkHash(
  company: string,
  row: Pick<
    StatementRow,
    | 'Transaction ID'
    | 'Moved At'
    | 'Amount'
    | 'Kind'
    | 'Type'
    | 'Reference'
    | 'Reference Bytes'
    | 'Description'
  >,
  legs: readonly Leg[],
): Promise<string> {
  const length = row['Reference Bytes'];
  const hasReference = length !== '' || row.Reference !== '';
  if (hasReference && length !== String(utf8(row.Reference).length)) {
    throw new Wrong(`The reference "${row.Reference}" does not have ${length || 0} bytes.`);
  }
  const reference = hasReference ? `${length}:${row.Reference}` : '';
  return sha256([
    utf8('sente.ledger.1'),
    uuid(company),
    uuid(row['Transaction ID']),
    int(whole(row['Moved At'])),
    int(whole(row.Amount)),
    int(BigInt(legs.length)).slice(4),
    ...legs.flatMap(({ account, number, amount, after, previous }) => [
      uuid(account),
      int(number),
      int(amount),
      int(after),
      hex(previous),
    ]),
    utf8([row.Kind, row.Type, reference, row.Description].join('\n')),
  ]);
}

const legText = /^([0-9a-f-]{36}):(\d+):(-?\d+):(-?\d+):([0-9a-f]{64})$/;

export function legOf(text: string): Leg {
  const [, account, number, amount, after, previous] = legText.exec(text) ?? [];
  if (!account || !number || !amount || !after || !previous) {
    throw new Wrong(`"${text}" is not a leg of a movement.`);
  }
  return { account, number: whole(number), amount: whole(amount), after: whole(after), previous };
}

/** In hexadecimal digits. */
export async function sha256(parts: readonly Uint8Array[]): Promise<string> {
  const bytes = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

export const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

export function hex(digits: string): Uint8Array {
  return Uint8Array.from(digits.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

export function uuid(text: string): Uint8Array {
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text))
    throw new Wrong(`"${text}" is no id.`);
  return hex(text.replaceAll('-', ''));
}

/** Eight bytes, big-endian and signed. */
export function int(value: bigint): Uint8Array {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigInt64(0, value);
  return bytes;
}
