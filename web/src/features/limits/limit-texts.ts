import { kindLabel, limitName, limitPlaces, placeTitle } from '@sente/contract/limit-words';
import {
  isAmountLimit,
  limitKinds,
  type LimitBody,
  type LimitKind,
  type PaymentLimit,
} from '@sente/contract/limits';
import { formatUgx } from '@sente/contract/money';
import { readAmount } from '../../lib/typed-amount.ts';

/** The head of a column, below a title that says the direction. */
export function scopeLabel({ direction, scope }: Pick<LimitBody, 'scope' | 'direction'>): string {
  return scope === 'api' ? 'Through the API' : placeTitle({ direction, scope });
}

/** Since when it counts. */
export function usedSince(kind: LimitKind): string {
  return kind === 'month' ? 'this month' : 'today';
}

/** As a limit is asked for. */
export function bodyOf({ scope, direction, kind, most }: PaymentLimit): LimitBody {
  return { scope, direction, kind, most };
}

/** Named as in the contract, with its value as typed. */
export type TypedLimits = Readonly<Record<string, string>>;

export function typedOf(limits: readonly PaymentLimit[]): TypedLimits {
  return Object.fromEntries(
    limits.map((limit) => [limitName(limit), limit.most.toLocaleString('en-US')]),
  );
}

/** A payment and a day are inside the limits after it; what the API asks for is also inside those of the company. */
const wider: readonly LimitKind[] = ['payment', 'day', 'month'];

/** What else stops the payments that a limit allows, by the name of that limit. */
export function limitsBelow(limits: readonly LimitBody[]): Readonly<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const limit of limits.filter(({ kind }) => isAmountLimit(kind))) {
    const lowest = limits
      .filter((other) => holdsFor(limit, other) && other.most < limit.most)
      .toSorted((a, b) => a.most - b.most)[0];
    if (lowest) found[limitName(limit)] = belowText(limit, lowest);
  }
  return found;
}

function holdsFor(limit: LimitBody, other: LimitBody): boolean {
  if (limit.direction !== other.direction || !isAmountLimit(other.kind)) return false;
  if (other.scope === 'api' && limit.scope === 'company') return false;
  const isWider = wider.indexOf(other.kind) > wider.indexOf(limit.kind);
  return isWider || (other.kind === limit.kind && other.scope !== limit.scope);
}

function belowText({ kind, scope, direction }: LimitBody, lowest: LimitBody): string {
  const what = kind === 'payment' ? `No ${direction} above` : 'No more than';
  const name = kindLabel(lowest.kind, direction);
  const where = lowest.scope === scope ? '' : `, ${lowered(placeTitle(lowest))}`;
  return `${what} ${formatUgx(lowest.most)} can pass, because of the limit "${name}${where}".`;
}

function lowered(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}

const invalid = 'Must be a whole number of 0 or more';

/** The limits that were typed, and what is wrong with the others. An empty field is no limit. */
export function readLimits(typed: TypedLimits): {
  readonly limits: LimitBody[];
  readonly errors: Readonly<Record<string, string>>;
} {
  const limits: LimitBody[] = [];
  const errors: Record<string, string> = {};
  for (const place of limitPlaces) {
    for (const kind of limitKinds) {
      const name = limitName({ ...place, kind });
      const text = typed[name]?.trim() ?? '';
      if (text === '') continue;
      const most = readAmount(text);
      if (Number.isInteger(most) && most >= 0 && most <= 1_000_000_000_000) {
        limits.push({ ...place, kind, most });
      } else errors[name] = invalid;
    }
  }
  return { limits, errors };
}
