import type { LiabilityCheck } from './liability-proof.ts';
import { fails, holds, open, type Finding } from './statement-proof.ts';
import type { SharedFinding } from './statement-sequence.ts';

/* Compares proofs of liabilities with the published list and with each other. */

/** As /.well-known/sente-liabilities.json publishes it. */
export interface PublishedRoot {
  readonly day: string;
  readonly root: string;
  readonly madeAt: string;
  /** Of what is signed. */
  readonly hash: string;
  /** The hash that it names; empty for the first, null for a day of version 1, which names none. */
  readonly previous: string | null;
}

type Proof = Pick<LiabilityCheck, 'liability' | 'hash'>;

/** That everybody was shown the same, and that a later day names an earlier one. */
export function checkRoots(
  proofs: readonly Proof[],
  published: readonly PublishedRoot[] | null,
): SharedFinding[] {
  const compared = proofs.map((proof, about) => ({ ...compare(proof, published), about }));
  const inOrder = proofs
    .map((proof, about) => ({ ...proof, about, madeAt: proof.liability?.['Made At'] ?? '' }))
    .toSorted((a, b) => (a.madeAt < b.madeAt ? -1 : Number(a.madeAt > b.madeAt)));
  const linked = inOrder.slice(1).flatMap((proof, index) => {
    const before = inOrder[index]!;
    // Of one day: both parts of companies, with the same document.
    if (proof.hash === before.hash) return [];
    return [
      { ...checkLink(before, proof, published ?? []), about: proof.about, restsOn: before.about },
    ];
  });
  return [...compared, ...linked];
}

function compare({ liability, hash }: Proof, published: readonly PublishedRoot[] | null): Finding {
  const day = liability?.Day ?? '';
  if (published === null) {
    return open(
      `The root of ${day} was not compared with the published one: others may have been shown another.`,
    );
  }
  const found = published.find((one) => one.day === day);
  if (!found) {
    const isNewer = published.every(
      ({ madeAt }) => Date.parse(madeAt) < Date.parse(liability?.['Made At'] ?? ''),
    );
    return isNewer
      ? open(`The list of published roots is older than the proof of ${day}. Fetch a new one.`)
      : fails(`No root of ${day} is published.`);
  }
  return found.root === liability?.Root && found.hash === hash
    ? holds(`The root of ${day} is the published one, which everybody can see.`)
    : fails(`The root of ${day} is not the published one: others were shown another document.`);
}

/** Each names the one that was signed before it; those between are in the published list. */
function checkLink(before: Proof, after: Proof, published: readonly PublishedRoot[]): Finding {
  const [from, to] = [before.liability?.Day ?? '', after.liability?.Day ?? ''];
  if (from === to) return fails(`These are two different documents of ${to}.`);
  let previous: string | null = after.liability?.Previous ?? null;
  for (let steps = 0; steps <= published.length && previous; steps++) {
    if (previous === before.hash) {
      const over = steps === 0 ? '' : `, over ${steps} ${steps === 1 ? 'day' : 'days'} between`;
      return holds(`The proof of ${to} names that of ${from}${over}.`);
    }
    const named: string = previous;
    const next = published.find(({ hash }) => hash === named);
    if (!next) {
      return open(
        `Whether the proof of ${to} follows that of ${from} cannot be seen: days between are missing.`,
      );
    }
    previous = next.previous;
  }
  return previous === null
    ? open(
        `Whether the proof of ${to} follows that of ${from} cannot be seen: an older one names none.`,
      )
    : fails(`The proof of ${to} does not name that of ${from}, neither directly nor over others.`);
}
