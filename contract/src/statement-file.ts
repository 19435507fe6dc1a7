/*
 * The file of a statement that proves itself, as docs/proofs.md describes it. Nothing is imported here and in
 * statement-proof.ts, so that whoever does not trust us can read all of it.
 */

const statementHeadNames = [
  'Sente Statement',
  'Issuer',
  'Company ID',
  'Company',
  'Account ID',
  'Account Number',
  'Account Name',
  'From',
  'To',
  'Part',
  'Parts',
  'Currency',
  'Opening Balance',
  'Closing Balance',
  'First Entry',
  'Last Entry',
  'Movements',
  'Hash Before',
  'Hash After',
  'Proved From Entry',
  'Pages',
  'Made At',
  'Key',
] as const;
type HeadName = (typeof statementHeadNames)[number];
/** The version that brought a line: older statements say nothing about the pages of a PDF, or about parts. */
const since = { Pages: 2, Part: 3, Parts: 3 } as const;
type Added = keyof typeof since;
export type StatementHead = Readonly<
  Record<Exclude<HeadName, Added>, string> & Partial<Record<Added, string>>
>;

/** The names of the lines of a version. */
export function statementHeadNamesOf(version: string): HeadName[] {
  const versions: Readonly<Partial<Record<HeadName, number>>> = since;
  return statementHeadNames.filter((name) => (versions[name] ?? 1) <= Number(version));
}

export const statementColumns = [
  'Date',
  'Description',
  'Reference',
  'Debit',
  'Credit',
  'Balance',
  'Entry',
  'Transaction ID',
  'Moved At',
  'Type',
  'Amount',
  'Kind',
  'Reference Bytes',
  'Legs',
  'Hash',
] as const;
export type StatementRow = Readonly<Record<(typeof statementColumns)[number], string>>;

/** What is wrong with a file, in words for people. */
export class Wrong extends Error {}

export interface ReadStatement {
  readonly signed: Uint8Array<ArrayBuffer>;
  readonly signature: Uint8Array<ArrayBuffer>;
  readonly head: StatementHead;
  readonly rows: readonly StatementRow[];
}

/** `"Signature","` and 88 characters, `"`, CR, LF. */
const signatureLine = /^"Signature","([A-Za-z0-9+/]{86}==)"\r\n$/;
const signatureLength = 104;

export function readStatement(
  file: Uint8Array<ArrayBuffer>,
  kind: 'PDF' | 'file' = 'file',
): ReadStatement {
  const signed = file.slice(0, Math.max(0, file.length - signatureLength));
  const last = decode(file.slice(signed.length));
  const [, signature] = (last && signatureLine.exec(last)) || [];
  const text = decode(signed);
  if (!text?.startsWith('\ufeff"Sente Statement","')) {
    throw new Wrong(whyNone(decode(file), kind));
  }
  if (!/^\ufeff"Sente Statement","[123]"\r?\n/.test(text)) {
    throw new Wrong('This statement has another version of the format than 1, 2 and 3.');
  }
  const bytes = signature && fromBase64(signature);
  if (!bytes)
    throw new Wrong('The file does not end with its signature: its end is missing or was changed.');
  return { signed, signature: bytes, ...readLines(readCsv(text.slice(1))) };
}

/** Of a file that does not begin as a signed statement does: what it probably is. */
function whyNone(text: string | null, kind: string): string {
  const start = text?.replace(/^\ufeff/, '').replaceAll('"', '') ?? '';
  if (/^Sente Statement[,;\t]/.test(start)) {
    return 'This file was saved again after it was signed, probably by a spreadsheet, which writes it in another way: its signature cannot be checked. Ask for the original file, as it was downloaded.';
  }
  if (/^Date[,;\t].*[,;\t]Balance\b/.test(start)) {
    return 'This is probably the statement for spreadsheets, which is not signed, so nothing proves it. Ask for the original signed file: PDF, signed by Sente, or CSV, signed by Sente.';
  }
  return `This ${kind} is not a signed statement of Sente.`;
}

function readLines(lines: readonly (readonly string[])[]): Pick<ReadStatement, 'head' | 'rows'> {
  const names = statementHeadNamesOf(lines[0]?.[1] ?? '');
  const count = names.length;
  const head = lines.slice(0, count).map(([name, value, ...rest], index) => {
    if (name !== names[index] || value === undefined || rest.length > 0) {
      throw new Wrong(`Line ${index + 1} should be "${names[index]}" and its value.`);
    }
    return [name, value];
  });
  const columns = lines[count] ?? [];
  if (head.length < count || columns.join() !== statementColumns.join()) {
    throw new Wrong('The lines before the movements are not complete.');
  }
  const rows = lines.slice(count + 1).map((values, index) => {
    if (values.length !== statementColumns.length) {
      throw new Wrong(`Movement ${index + 1} does not have ${statementColumns.length} values.`);
    }
    return Object.fromEntries(statementColumns.map((name, at) => [name, values[at]]));
  });
  return { head: Object.fromEntries(head) as StatementHead, rows: rows as StatementRow[] };
}

const quoted = /"((?:[^"]|"")*)"(,|\r\n)/y;

/** Every value is quoted, and has an apostrophe in front where a spreadsheet would take it for a formula. */
export function readCsv(text: string): string[][] {
  const lines: string[][] = [];
  let line: string[] = [];
  quoted.lastIndex = 0;
  for (let at = 0; at < text.length; at = quoted.lastIndex) {
    const [, value = '', end] = quoted.exec(text) ?? [];
    if (end === undefined)
      throw new Wrong(
        `Line ${lines.length + 1} is not as Sente writes it: characters are missing, or were changed.`,
      );
    line.push(value.replaceAll('""', '"').replace(/^'/, ''));
    if (end === ',') continue;
    lines.push(line);
    line = [];
  }
  if (line.length > 0) throw new Wrong('The last line does not end.');
  return lines;
}

export function decode(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** Null if it is not written as its own bytes would be. */
export function fromBase64(text: string): Uint8Array<ArrayBuffer> | null {
  const characters = atob(text);
  if (btoa(characters) !== text) return null;
  return Uint8Array.from(characters, (character) => character.charCodeAt(0));
}

/* A PDF with the statement as attachment */

export interface FoundStatement {
  readonly statement: Uint8Array<ArrayBuffer>;
  /** All bytes of a PDF but those of the attached statement; null if the file is no PDF. */
  readonly pages: Uint8Array<ArrayBuffer> | null;
}

/** The statement itself: the file, or what is attached to a PDF. */
export async function statementIn(file: Uint8Array<ArrayBuffer>): Promise<FoundStatement> {
  if (decode(file.slice(0, 5)) !== '%PDF-') return { statement: file, pages: null };
  const { start, end, isPacked } = attachmentIn(file);
  const pages = new Uint8Array(file.length - (end - start));
  pages.set(file.subarray(0, start));
  pages.set(file.subarray(end), start);
  const bytes = file.slice(start, end);
  return { statement: isPacked ? await inflate(bytes) : bytes, pages };
}

/** Where the first attachment of a PDF is; nowhere if there is none. */
export function attachmentIn(pdf: Uint8Array): { start: number; end: number; isPacked: boolean } {
  // One character for each byte, so that places in the text are places in the file.
  const text = new TextDecoder('latin1').decode(pdf);
  const found = /\/Type \/EmbeddedFile\b[\s\S]*?>>\s*stream\r?\n/.exec(text);
  const length = Number(/\/Length (\d+)/.exec(found?.[0] ?? '')?.[1]);
  const start = found && !Number.isNaN(length) ? found.index + found[0].length : 0;
  const end = start === 0 ? 0 : Math.min(start + length, pdf.length);
  return { start, end, isPacked: found?.[0].includes('/FlateDecode') ?? false };
}

/** Nothing if it is damaged. */
async function inflate(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const unpacked = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate'));
  try {
    return new Uint8Array(await new Response(unpacked).arrayBuffer());
  } catch {
    return new Uint8Array();
  }
}

/* Numbers */

export function whole(text: string): bigint {
  if (!/^(0|-?[1-9]\d{0,17})$/.test(text)) throw new Wrong(`"${text}" is no whole number.`);
  return BigInt(text);
}

export function hundredthsOf(text: string): bigint {
  const [, sign, units, cents] = /^(-?)(0|[1-9]\d{0,15})\.(\d\d)$/.exec(text) ?? [];
  if (units === undefined || cents === undefined) throw new Wrong(`"${text}" is no amount.`);
  const amount = BigInt(units) * 100n + BigInt(cents);
  return sign === '-' ? -amount : amount;
}

/** "UGX 1,234,567", with two decimals only for a fraction. */
export function ugx(hundredths: bigint): string {
  const size = hundredths < 0n ? -hundredths : hundredths;
  const units = (size / 100n).toString().replace(/\B(?=(\d{3})+$)/g, ',');
  const cents = size % 100n === 0n ? '' : `.${(size % 100n).toString().padStart(2, '0')}`;
  return `UGX ${hundredths < 0n ? '-' : ''}${units}${cents}`;
}
