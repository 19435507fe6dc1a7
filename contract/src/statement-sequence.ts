import type { StatementHead } from './statement-file.ts';
import { fails, holds, open, type Finding } from './statement-proof.ts';

/* What statements say about each other: that each begins where the one before ended, and that no part is missing. */

/** What files say together. `about` is the place of the one that it concerns, if it is one. */
export interface SharedFinding extends Finding {
  readonly about: number | null;
  /** The place of another one, with which it was compared. */
  readonly restsOn?: number | null;
  /** Both may be right: they have entries in common, or entries between them are in neither. */
  readonly isApart?: boolean;
}

interface Placed {
  readonly head: StatementHead;
  readonly about: number;
}

/**
 * Of statements in the order in which they were given, null for a file that could not be read: those of each
 * account follow each other, with all parts of their days. What cannot be compared is said.
 */
export function checkSequences(heads: readonly (StatementHead | null)[]): SharedFinding[] {
  const accounts = new Map<string, Placed[]>();
  for (const [about, head] of heads.entries()) {
    if (!head) continue;
    const id = `${head['Company ID']} ${head['Account ID']}`;
    accounts.set(id, [...(accounts.get(id) ?? []), { head, about }]);
  }
  const findings = [...accounts.values()].flatMap((own) => {
    const ofAccount = accounts.size > 1 ? ` of account ${own[0]?.head['Account Number']}` : '';
    return [...checkSequence(own, ofAccount), ...checkParts(own, ofAccount)];
  });
  if (accounts.size > 1) {
    const text = `These are statements of ${accounts.size} accounts: those of each account were compared with each other, and nothing between accounts.`;
    findings.push({ ...open(text), about: null });
  }
  if (heads.length > 1 && heads.includes(null)) {
    const text = 'A file could not be read: whether the others follow it is not checked.';
    findings.push({ ...open(text), about: null });
  }
  return findings;
}

function nameOf({
  From: from,
  To: to,
  Part: part = '1',
  Parts: parts = '1',
}: StatementHead): string {
  return `from ${from} to ${to}${parts === '1' ? '' : `, part ${part} of ${parts},`}`;
}

/** Of one account: each begins where the one before ended. */
function checkSequence(own: readonly Placed[], ofAccount: string): SharedFinding[] {
  return own.slice(1).map(({ head, about }, index) => {
    const { head: before, about: restsOn } = own[index]!;
    const name = `The statement${ofAccount} ${nameOf(head)}`;
    const [from, until] = [head['First Entry'], before['Last Entry']];
    if (head['Proved From Entry'] !== before['Proved From Entry']) {
      const text = `${name} and the one before it have different values for Proved From Entry.`;
      return { ...fails(text), about };
    }
    const follows =
      isWhole(from) &&
      isWhole(until) &&
      BigInt(from) === BigInt(until) + 1n &&
      head['Hash Before'] === before['Hash After'] &&
      head['Opening Balance'] === before['Closing Balance'];
    if (follows) {
      return {
        ...holds(`${name} begins where the one before it ended (entry ${until}).`),
        about,
        restsOn,
      };
    }
    const apart = apartText(from, until);
    const text = `${name} does not begin where the one before it ended (entry ${until})`;
    return { ...fails(`${text}${apart ?? '.'}`), about, isApart: apart !== null };
  });
}

/** How the numbers tell that two statements do not follow each other; null if they follow, but nothing else fits. */
function apartText(from: string, until: string): string | null {
  if (!isWhole(from) || !isWhole(until) || BigInt(from) === BigInt(until) + 1n) return null;
  const [first, last] = [BigInt(from), BigInt(until)];
  return first <= last
    ? `: it begins with entry ${first}, so the two overlap.`
    : `: it begins with entry ${first}, and what is between is in neither.`;
}

/** A part alone ends, or begins, in the middle of its days. */
function checkParts(own: readonly Placed[], ofAccount: string): SharedFinding[] {
  const isThere = (head: StatementHead, part: number): boolean =>
    own.some(
      ({ head: other }) =>
        other.From === head.From && other.To === head.To && other.Part === String(part),
    );
  return own.flatMap(({ head, about }) => {
    const [part, parts] = [Number(head.Part ?? 1), Number(head.Parts ?? 1)];
    const beside = [part > 1 ? part - 1 : null, part < parts ? part + 1 : null];
    const missing = beside.filter((one) => one !== null && !isThere(head, one));
    if (missing.length === 0) return [];
    const text = `The statement${ofAccount} ${nameOf(head)} is not all of its days: part ${missing.join(' and ')} is not here.`;
    return [{ ...open(text), about }];
  });
}

const isWhole = (text: string): boolean => /^\d{1,18}$/.test(text);
