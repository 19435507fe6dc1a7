/**
 * Checks statements and proofs of liabilities, without asking anybody but for the published keys:
 *
 *   node client/verify-statement.mjs FILE.csv|FILE.pdf [MORE...] --keys keys.json|URL
 *
 * Several statements of an account are checked in the order given, oldest first: each has to begin where the one
 * before ended.
 * The keys are those of /.well-known/sente-keys.json, as a file that was saved earlier or as address. Exit code 0 if
 * everything holds, 2 if something is not proved although nothing is wrong, 1 otherwise. Needs Node 22.18.
 */
import { readFile } from 'node:fs/promises';
import { checkLiabilities, isLiabilityProof } from '../contract/src/liability-proof.ts';
import { hundredthsOf, ugx, type StatementHead } from '../contract/src/statement-file.ts';
import {
  checkSequences,
  checkStatement,
  verdictOf,
  type Finding,
  type PublishedKey,
} from '../contract/src/statement-proof.ts';

const usage =
  'Usage: node client/verify-statement.mjs FILE.csv|FILE.pdf [MORE...] --keys keys.json|URL';
const marks = { holds: '  ok   ', fails: '  FAIL ', open: '  note ' };
const conclusions = {
  proved: { text: 'Everything holds.', code: 0 },
  partly: { text: 'Nothing is wrong, but not everything is proved: see the notes.', code: 2 },
  failed: { text: 'NOT proved: see what fails.', code: 1 },
};

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

async function main(args: readonly string[]): Promise<number> {
  const at = args.indexOf('--keys');
  const source = args[at + 1];
  const files = args.filter((_, index) => at < 0 || (index !== at && index !== at + 1));
  if (at < 0 || source === undefined || files.length === 0) throw new Error(usage);
  const keys = await readKeys(source);
  const all: Finding[] = [];
  const heads: (StatementHead | null)[] = [];
  for (const file of files) {
    const bytes = new Uint8Array(await readFile(file));
    if (isLiabilityProof(bytes)) {
      const { findings, liability } = await checkLiabilities(bytes, keys);
      console.log(liability ? `${file}: liabilities at the end of ${liability.Day}` : file);
      print(findings);
      all.push(...findings);
      continue;
    }
    const { findings, head } = await checkStatement(bytes, keys);
    console.log(head ? `${file}: ${titleOf(head)}` : file);
    print(findings);
    all.push(...findings);
    heads.push(head);
  }
  const sequence = checkSequences(heads);
  print(sequence);
  all.push(...sequence);
  const { text, code } = conclusions[verdictOf(all)];
  console.log(text);
  return code;
}

function titleOf(head: StatementHead): string {
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

async function readKeys(source: string): Promise<readonly PublishedKey[]> {
  const text = /^https?:/.test(source) ? await fetchText(source) : await readFile(source, 'utf8');
  const { keys } = JSON.parse(text) as { keys?: readonly PublishedKey[] };
  if (!Array.isArray(keys)) throw new Error(`${source} has no keys.`);
  return keys;
}

async function fetchText(url: string): Promise<string> {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}.`);
  return answer.text();
}
