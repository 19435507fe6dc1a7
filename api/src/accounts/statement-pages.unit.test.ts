import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { deflateSync, inflateSync } from 'node:zlib';
import { attachmentIn } from '@sente/contract/statement-file';
import { checkStatement } from '@sente/contract/statement-proof';
import { checkSequences } from '@sente/contract/statement-sequence';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { checkers, tellLeftOut } from '../../test/checkers.ts';
import { fileOf, keyOfSeed, makeStatement, olderOf, pdfOf } from '../../test/statements.ts';

/* People read the pages of a PDF: a changed page is found, or is said not to be proved. */

const key = keyOfSeed(1);
const keys = [key.published];
const made = await makeStatement(
  [
    { amount: 500_000n },
    { amount: -25_050n },
    { amount: 7n, description: '/Type /EmbeddedFile >> stream\n' },
  ],
  key,
);
const pdf = await pdfOf(made, key);
const verdictOf = async (file: Uint8Array<ArrayBuffer>) =>
  (await checkStatement(file, keys)).verdict;

it('one changed byte of the PDF fails, on a page or anywhere', async () => {
  expect(await checkStatement(pdf, keys)).toMatchObject({
    verdict: 'proved',
    head: { Movements: '3', Pages: expect.stringMatching(/^[0-9a-f]{64}$/) },
  });
  await fc.assert(
    fc.asyncProperty(
      fc.nat(pdf.length - 1),
      fc.integer({ min: 1, max: 255 }),
      async (at, change) => {
        const changed = pdf.slice();
        changed[at] = (changed[at] ?? 0) ^ change;
        expect({ at, verdict: await verdictOf(changed) }).toEqual({ at, verdict: 'failed' });
      },
    ),
    { numRuns: 400 },
  );
});

it('bytes that are added to a PDF or taken away fail, as do pages of others', async () => {
  await fc.assert(
    fc.asyncProperty(fc.nat(pdf.length), fc.nat(50), async (at, count) => {
      const file = Buffer.from(pdf);
      const cut = Buffer.concat([file.subarray(0, at), file.subarray(at + count + 1)]);
      const grown = Buffer.concat([file.subarray(0, at), Buffer.from('0'), file.subarray(at)]);
      for (const changed of [at < file.length ? cut : grown, grown]) {
        expect(await verdictOf(new Uint8Array(changed))).toBe('failed');
      }
    }),
    { numRuns: 100 },
  );
  const others = await pdfOf(await makeStatement([{ amount: 9_100_000_000n }], key), key);
  expect(await verdictOf(withAttachment(others, attachmentOf(pdf)))).toBe('failed');
  // Signed as a file without pages.
  expect(await verdictOf(withAttachment(others, fileOf(made, key)))).toBe('failed');
});

function attachmentOf(file: Uint8Array): Uint8Array {
  const { start, end } = attachmentIn(file);
  return file.subarray(start, end);
}

/** The pages of one file with the statement of another. */
function withAttachment(
  file: Uint8Array,
  attachment: Uint8Array,
  dictionary = (text: string) => text,
): Uint8Array<ArrayBuffer> {
  const { start, end } = attachmentIn(file);
  const before = Buffer.from(file.subarray(0, start)).toString('latin1');
  const at = before.lastIndexOf('/Length ');
  const length = before.slice(at).replace(/\/Length \d+/, `/Length ${attachment.length}`);
  const front = Buffer.from(before.slice(0, at) + dictionary(length), 'latin1');
  return new Uint8Array(Buffer.concat([front, attachment, file.subarray(end)]));
}

/** As servers of version 1 wrote it: deflated, and without a word about its pages. */
function olderPdf(): Uint8Array<ArrayBuffer> {
  const packed = deflateSync(fileOf(olderOf(made), key));
  return withAttachment(pdf, packed, (text) => `/Filter /FlateDecode\n${text}`);
}

/** What a company would show a lender: another digit in what a page draws. */
function withForgedPage(file: Uint8Array): Uint8Array<ArrayBuffer> {
  const text = Buffer.from(file).toString('latin1');
  for (const { index, 0: start } of text.matchAll(/\/Length (\d+)[^>]*>>\s*stream\r?\n/g)) {
    const from = index + start.length;
    const length = Number(/\d+/.exec(start)?.[0]);
    const packed = Buffer.from(file.subarray(from, from + length));
    const drawn = inflated(packed);
    // "4,749" in hexadecimal digits, as far as kerning leaves it together.
    if (!drawn?.includes('<')) continue;
    const forged = deflateSync(drawn.replace(/<3(\d)/, (_, digit) => `<3${digit === '9' ? 8 : 9}`));
    const front = text.slice(0, index) + start.replace(/\d+/, String(forged.length));
    const back = file.subarray(from + length);
    return new Uint8Array(Buffer.concat([Buffer.from(front, 'latin1'), forged, back]));
  }
  return expect.unreachable();
}

function inflated(packed: Buffer): string | null {
  try {
    return inflateSync(packed).toString('latin1');
  } catch {
    return null;
  }
}

/** The same with the ends of the lines of what is attached, as if a mail program had saved it again. */
function withForgedPageAndOtherEnds(file: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const attached = Buffer.from(attachmentOf(file)).toString('utf8');
  expect(attached).toContain('\r\n');
  const saved = Buffer.from(attached.replaceAll('\r\n', '\n'));
  return withForgedPage(withAttachment(file, saved));
}

it('the ends of the lines in a PDF are no excuse for other pages', async () => {
  const saved = Buffer.from(attachmentOf(pdf)).toString('utf8').replaceAll('\r\n', '\n');
  for (const file of [
    withForgedPageAndOtherEnds(pdf),
    withAttachment(pdf, Buffer.from(saved)),
    withAttachment(olderPdf(), deflateSync(Buffer.from(saved))),
  ]) {
    const { verdict, findings } = await checkStatement(file, keys);
    expect(verdict).toBe('failed');
    expect(findings[0]?.text).toMatch(
      /^The statement that is attached to this PDF cannot be read: it was changed or damaged\. The file does not end/,
    );
  }
});

it('older PDFs prove the attached statement only, and say so', async () => {
  for (const file of [olderPdf(), withForgedPage(olderPdf())]) {
    const { verdict, findings } = await checkStatement(file, keys);
    expect(verdict).toBe('partly');
    expect(findings.at(-1)?.text).toContain(
      'Only the attached statement is proved; its pages are not',
    );
  }
});

it('statements of several accounts are compared by account, and what was not compared is said', async () => {
  const next = await makeStatement([{ amount: 1n }], key, { month: 2, before: made });
  const other = { ...made.head, 'Account ID': 'other', 'Account Number': '2' };
  const states = (...heads: Parameters<typeof checkSequences>[0]) =>
    checkSequences(heads).map(({ state }) => state);
  expect(states(made.head, next.head)).toEqual(['holds']);
  expect(states(made.head, other, next.head)).toEqual(['holds', 'open']);
  expect(states(next.head, other, made.head)).toEqual(['fails', 'open']);
  expect(states(made.head, null)).toEqual(['open']);
  expect(states(made.head, { ...next.head, 'First Entry': 'x' })).toEqual(['fails']);
});

const root = fileURLToPath(new URL('../../../', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'sente-pages-'));
afterAll(() => rmSync(folder, { recursive: true }));
writeFileSync(join(folder, 'keys.json'), JSON.stringify({ keys }));
tellLeftOut();

// Each starts programs of another language, which takes a while on a busy machine.
describe.each(checkers)('client/%s', { timeout: 60_000 }, (program) => {
  const run = (...files: Uint8Array[]) => {
    const names = files.map((file, index) => {
      writeFileSync(join(folder, String(index)), file);
      return join(folder, String(index));
    });
    const command = program.endsWith('.py') ? 'python3' : process.execPath;
    const args = [join(root, 'client', program), ...names, '--keys', join(folder, 'keys.json')];
    const { status, stdout, stderr } = spawnSync(command, args, { encoding: 'utf8' });
    return { status, text: stdout + stderr };
  };

  it('proves the pages of a PDF, and finds a changed digit on one', () => {
    const right = run(pdf);
    expect(right.status, right.text).toBe(0);
    expect(right.text).toMatch(/opening balance (UGX )?0/);
    expect(right.text).toMatch(/closing balance (UGX )?4,?749.57/);
    const forged = run(withForgedPage(pdf));
    expect(forged.status, forged.text).toBe(1);
    expect(forged.text).toContain('The pages of the PDF are not the signed ones');
    // Nobody reads two verdicts.
    expect(forged.text).not.toContain('is unchanged');
    expect(run(withAttachment(pdf, fileOf(made, key))).status).toBe(1);
  });

  it('finds a changed digit on a page though the lines of what is attached end otherwise', () => {
    const { status, text } = run(withForgedPageAndOtherEnds(pdf));
    expect(status, text).toBe(1);
    expect(text).not.toContain('and nothing else');
  });

  it('says that the pages of an older PDF are not proved', () => {
    const { status, text } = run(withForgedPage(olderPdf()));
    expect(status, text).toBe(2);
    expect(text).toContain('Only the attached statement is proved; its pages are not');
  });

  it('compares the statements of each account, and says that it compares no accounts', async () => {
    const other = await makeStatement([{ amount: 5n }], key, { account: 'c' });
    const next = await makeStatement([{ amount: 1n }], key, { month: 2, before: made });
    const files = [made, other, next].map((each) => fileOf(each, key));
    const { status, text } = run(...files);
    expect(status, text).toBe(2);
    expect(text).toContain('statements of 2 accounts');
    const [first, second, third] = files;
    expect(run(third!, second!, first!).status).toBe(1);
  });
});
