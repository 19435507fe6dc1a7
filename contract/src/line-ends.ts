import { decode, Wrong } from './statement-file.ts';
import type { Finding, Verdict } from './statement-proof.ts';

/* Files whose lines end with LF, because another program saved them again: Sente writes CR LF, and signs it. */

const start = /^\ufeff"Sente (?:Statement|Liabilities)","[^"]*"\n/;
const valueAndEnd = /("(?:[^"]|"")*")(,|\r?\n|$)/g;

const cause =
  'This file was saved again by another program, such as a mail program or an editor, which changed the ends of its lines';
const advice =
  'ask for the original file, as it was downloaded, packed as ZIP so that no mail program changes it, or as PDF.';

interface Checked {
  readonly verdict: Verdict;
  /** That of the signature first. */
  readonly findings: readonly Finding[];
}

/**
 * Such a file, checked as it would be with its own ends; null for any other one. It is never proved, because it is not
 * what was signed, but nothing is wrong with it if only the ends of its lines are others. Throws what else is wrong.
 */
export async function checkOtherEnds<Check extends Checked>(
  file: Uint8Array<ArrayBuffer>,
  check: (original: Uint8Array<ArrayBuffer>) => Promise<Check>,
): Promise<Check | null> {
  const original = withOwnEnds(file);
  if (!original) return null;
  const checked = await check(original);
  const [signature, ...others] = checked.findings;
  if (checked.verdict === 'failed') {
    throw new Wrong(`${cause}, and more than that was changed. Best ${advice}`);
  }
  const text =
    signature?.state === 'holds'
      ? `${cause}, and nothing else: with its own ends it is as Sente signed it. For a file that is proved, ${advice}`
      : `${cause}, and its signature could not be checked. For a file that is proved, ${advice}`;
  return { ...checked, verdict: 'partly', findings: [{ state: 'open', text }, ...others] };
}

/** As it was written; null if its lines end as they should. Ends within a value are of whoever wrote it. */
function withOwnEnds(file: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> | null {
  const text = decode(file);
  if (text === null || !start.test(text)) return null;
  const restored = text.replaceAll(valueAndEnd, (_all, value: string, end: string) =>
    end === '\n' ? `${value}\r\n` : value + end,
  );
  return new TextEncoder().encode(restored) as Uint8Array<ArrayBuffer>;
}
