/**
 * Checks statements and proofs of liabilities, without asking anybody but for the published keys:
 *
 *   node client/verify-statement.mjs FILE.csv|FILE.pdf [MORE...] --keys keys.json|URL [--roots roots.json|URL]
 *
 * Several statements of an account are checked in the order given, oldest first: each has to begin where the one
 * before ended.
 * The keys are those of /.well-known/sente-keys.json, as a file that was saved earlier or as address; the roots, with
 * which proofs of liabilities are compared, those of /.well-known/sente-liabilities.json. Exit code 0 if everything holds, 2 if something is not proved although nothing is wrong, 1 otherwise. Needs Node 22.18.
 */
import { readFile } from 'node:fs/promises';
import { checkFiles, type CheckedFile } from '../contract/src/proof-files.ts';
import type { PublishedRoot } from '../contract/src/published-roots.ts';
import { hundredthsOf, ugx, type StatementHead } from '../contract/src/statement-file.ts';
import type { Finding, PublishedKey } from '../contract/src/statement-proof.ts';

const usage =
  'Usage: node verify-statement.mjs FILE.csv|FILE.pdf [MORE...] --keys keys.json|URL [--roots roots.json|URL]';
const marks = { holds: '  ok   ', fails: '  FAIL ', open: '  note ' };
const conclusions = {
  proved: { text: 'Everything holds.', code: 0 },
  partly: { text: 'Nothing is wrong, but not everything is proved: see the notes.', code: 2 },
  apart: {
    text: 'Nothing is wrong with the files, but they overlap or leave a gap: see the notes.',
    code: 1,
  },
  failed: { text: 'NOT proved: see what fails.', code: 1 },
};

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

async function main(args: readonly string[]): Promise<number> {
  const files = [...args];
  const [keysSource, rootsSource] = [taken(files, '--keys'), taken(files, '--roots')];
  if (keysSource === null || files.length === 0) throw new Error(usage);
  const { keys } = await readList<{ keys: PublishedKey[] }>(keysSource, 'keys');
  const roots =
    rootsSource && (await readList<{ days: PublishedRoot[] }>(rootsSource, 'days')).days;
  const given = await Promise.all(
    files.map(async (name) => ({ name, bytes: new Uint8Array(await readFile(name)) })),
  );
  const checked = await checkFiles(given, keys, roots || null);
  for (const file of checked.files) {
    console.log(titleOf(file));
    print(file.findings);
  }
  print(checked.shared);
  const { text, code } = conclusions[checked.isApart ? 'apart' : checked.verdict];
  console.log(text);
  return code;
}

/** The value after a name, both taken out; null if there is none. */
function taken(args: string[], name: string): string | null {
  const at = args.indexOf(name);
  return at < 0 ? null : (args.splice(at, 2)[1] ?? null);
}

function titleOf({ name, head, liability }: CheckedFile): string {
  if (liability) return `${name}: liabilities at the end of ${liability.Day}`;
  return head ? `${name}: ${statementTitle(head)}` : name;
}

function statementTitle(head: StatementHead): string {
  const range = `${head.From} to ${head.To}, entries ${head['First Entry']} to ${head['Last Entry']}`;
  const balances = `opening balance ${amountOf(head['Opening Balance'])}, closing balance ${amountOf(head['Closing Balance'])}`;
  return `${head.Company}, account ${head['Account Number']}, ${range}, ${balances}`;
}

/** As it is written, if it is no amount: that is found and said anyway. */
function amountOf(text: string): string {
  try {
    return ugx(hundredthsOf(text));
  } catch {
    return text;
  }
}

function print(findings: readonly Finding[]): void {
  for (const { state, text } of findings) console.log(marks[state] + text);
}

async function readList<T>(source: string, name: keyof T & string): Promise<T> {
  const text = /^https?:/.test(source) ? await fetchText(source) : await readFile(source, 'utf8');
  const read = JSON.parse(text) as T;
  if (!Array.isArray(read[name])) throw new Error(`${source} has no ${name}.`);
  return read;
}

async function fetchText(url: string): Promise<string> {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}.`);
  return answer.text();
}
