import { decode, Wrong } from './statement-file.ts';
import type { StatementCheck } from './statement-proof.ts';

/* Files whose lines end with LF, because another program saved them again: Sente writes CR LF, and signs it. */

const start = /^\ufeff"Sente (?:Statement|Liabilities)","[^"]*"\n/;
const valueAndEnd = /("(?:[^"]|"")*")(,|\r?\n|$)/g;

const cause = 'This file was saved again by another program, which changed the ends of its lines';
const advice = 'the original file, as it was downloaded.';

/**
 * Throws what is wrong with such a file: as it would be with its own ends it is checked as well, so that the right
 * cause is told, but it is never proved, because it is not what was signed.
 */
export async function refuseOtherEnds(
  file: Uint8Array<ArrayBuffer>,
  check: (
    original: Uint8Array<ArrayBuffer>,
  ) => Promise<Pick<StatementCheck, 'verdict' | 'findings'>>,
): Promise<void> {
  const original = withOwnEnds(file);
  if (!original) return;
  const { verdict, findings } = await check(original);
  if (verdict === 'failed') {
    throw new Wrong(`${cause}, and more than that was changed. Ask for ${advice}`);
  }
  const [signature] = findings;
  throw new Wrong(
    signature?.state === 'holds'
      ? `${cause}. Apart from them it is as Sente signed it, but only the original file can be proved: ask for ${advice}`
      : `${cause}, so its signature cannot be checked. Ask for ${advice}`,
  );
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
