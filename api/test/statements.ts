import { createHash, createPrivateKey, createPublicKey, sign, type KeyObject } from 'node:crypto';
import type { StatementHead } from '@sente/contract/statement-file';
import { linkHash, openingHash } from '@sente/contract/statement-hash';
import type { PublishedKey } from '@sente/contract/statement-proof';
import {
  attachedSize,
  attachStatement,
  signedPart,
  withSignature,
} from '../src/accounts/statement-document.ts';
import { writeStatementPdf } from '../src/accounts/statement-pdf.ts';
import type { StatementLink } from '../src/accounts/statement.queries.ts';
import { decimal } from '../src/accounts/statement.service.ts';

/* Signed statements without a server, for tests of those who check them. */

export interface MadeStatement {
  readonly head: StatementHead;
  readonly links: readonly StatementLink[];
}

export interface TestKey {
  readonly secret: KeyObject;
  readonly published: PublishedKey;
}

/** PKCS #8 of an Ed25519 key is this and the seed. */
const pkcs8Start = Buffer.from('302e020100300506032b657004220420', 'hex');

/** The same key for the same seed. */
export function keyOfSeed(byte: number): TestKey {
  const der = Buffer.concat([pkcs8Start, Buffer.alloc(32, byte)]);
  const secret = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
  const { x = '' } = createPublicKey(secret).export({ format: 'jwk' });
  const bytes = Buffer.from(x, 'base64url');
  const published = {
    id: createHash('sha256').update(bytes).digest('hex').slice(0, 16),
    algorithm: 'Ed25519',
    publicKey: bytes.toString('base64'),
    validFrom: '2026-01-01T00:00:00.000Z',
    retiredAt: null,
  };
  return { secret, published };
}

export function fileOf(
  { head, links }: MadeStatement,
  { secret }: TestKey,
): Uint8Array<ArrayBuffer> {
  const signed = Buffer.from(signedPart(head, links));
  return new Uint8Array(withSignature(signed, sign(null, signed, secret)));
}

/** With its pages, as a server writes it. */
export async function pdfOf(
  made: MadeStatement,
  { secret }: TestKey,
): Promise<Uint8Array<ArrayBuffer>> {
  const size = attachedSize(made.head, made.links);
  const frame = { ...made, size, name: 'statement', verifyUrl: 'https://pay.example/verify' };
  const pdf = await writeStatementPdf(frame);
  return new Uint8Array(attachStatement(pdf, made, (bytes) => sign(null, bytes, secret)));
}

/** As servers of an earlier version wrote it. */
export function olderOf({ head, links }: MadeStatement, version: '1' | '2' = '1'): MadeStatement {
  return { head: { ...head, 'Sente Statement': version }, links };
}

const companyId = '019a0000-0000-7000-8000-000000000001';
const settlement = '019a0000-0000-7000-8000-00000000000b';
/** 2026-01-01 00:00 in Kampala, in microseconds since 2000. */
const newYear = (BigInt(Date.parse('2025-12-31T21:00:00Z')) - 946_684_800_000n) * 1_000n;
const dayMicroseconds = 86_400_000_000n;

export interface Movement {
  readonly amount: bigint;
  readonly description?: string;
  readonly reference?: string | null;
}

const texts = ['Day pass', '=1+1, "paid"', "'quoted", 'Zürich\r\nKampala', ''];
const references = [null, '', '+256772', "'-", 'A\n5:B'];

/** Of a month of 2026, from the first day on. `before` is the statement of the month before. */
export async function makeStatement(
  movements: readonly Movement[],
  key: TestKey,
  {
    month = 1,
    before,
    account = 'a',
  }: { month?: number; before?: MadeStatement; account?: string } = {},
): Promise<MadeStatement> {
  const accountId = `019a0000-0000-7000-8000-00000000000${account}`;
  const first = before ? BigInt(before.head['Last Entry']) + 1n : 1n;
  const opening = before ? BigInt(before.head['Closing Balance'].replace('.', '')) : 0n;
  let hash = before?.head['Hash After'] ?? (await openingHash(companyId, accountId, 0n, 0n));
  let other = before?.head['Hash After'] ?? (await openingHash(companyId, settlement, 0n, 0n));
  const hashBefore = hash;
  let balance = opening;
  const links: StatementLink[] = [];
  for (const [index, { amount, ...given }] of movements.entries()) {
    const number = first + BigInt(index);
    const { description = texts[index % 5]!, reference = references[index % 5]! } = given;
    balance += amount;
    const legs = [
      { account: accountId, number, amount, after: balance, previous: hash },
      { account: settlement, number, amount: -amount, after: -balance, previous: other },
    ];
    const movedAt = String(
      newYear + BigInt((month - 1) * 31) * dayMicroseconds + number * 61_000_001n,
    );
    const type = amount < 0n ? 'debit' : 'credit';
    const link = {
      number: String(number),
      transactionId: `019b0000-0000-7000-8000-${number.toString(16).padStart(12, '0')}`,
      reference,
      description,
      amount: String(amount),
      balanceAfter: String(balance),
      movedAt,
      type,
      gross: String(amount < 0n ? -amount : amount),
      kind: 'payment',
    };
    hash = await linkHash(
      companyId,
      {
        'Transaction ID': link.transactionId,
        'Moved At': movedAt,
        Amount: link.gross,
        Kind: link.kind,
        Type: type,
        Reference: reference ?? '',
        'Reference Bytes': reference === null ? '' : String(Buffer.byteLength(reference)),
        Description: description,
      },
      legs,
    );
    other = hash;
    links.push({ ...link, hash, legs: legs.map(legText).join(' ') });
  }
  const [from, to] = month === 1 ? ['2026-01-01', '2026-01-31'] : ['2026-02-01', '2026-02-28'];
  const head = {
    'Sente Statement': '3',
    Issuer: 'Sente, pay.example',
    'Company ID': companyId,
    Company: 'Demo & "Sons"',
    'Account ID': accountId,
    'Account Number': '273936026841',
    'Account Name': 'Hotspot Sales',
    From: from,
    To: to,
    Part: '1',
    Parts: '1',
    Currency: 'UGX',
    'Opening Balance': decimal(opening),
    'Closing Balance': decimal(balance),
    'First Entry': String(first),
    'Last Entry': String(first + BigInt(movements.length) - 1n),
    Movements: String(movements.length),
    'Hash Before': hashBefore,
    'Hash After': hash,
    'Proved From Entry': '1',
    Pages: '',
    'Made At': '2026-03-01T09:00:00Z',
    Key: key.published.id,
  };
  return { head, links };
}

interface OwnLeg {
  readonly account: string;
  readonly number: bigint;
  readonly amount: bigint;
  readonly after: bigint;
  readonly previous: string;
}

function legText({ account, number, amount, after, previous }: OwnLeg): string {
  return [account, number, amount, after, previous].join(':');
}
