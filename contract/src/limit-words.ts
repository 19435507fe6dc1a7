import {
  isAmountLimit,
  limitKinds,
  limitScopes,
  type LimitBody,
  type LimitKind,
} from './limits.ts';
import { formatUgx } from './money.ts';
import { paymentDirections, type PaymentDirection } from './payments.ts';

/* Limits in the words of their page, for the page, for requests and for the history. */

export type LimitPlace = Pick<LimitBody, 'scope' | 'direction'>;

/** What limits can be set for. */
export const limitPlaces: readonly LimitPlace[] = paymentDirections
  .toReversed()
  .flatMap((direction) => limitScopes.map((scope) => ({ direction, scope })));

export function placeTitle({ direction, scope }: LimitPlace): string {
  const noun = direction === 'payout' ? 'Payouts' : 'Collections';
  return scope === 'api' ? `${noun} through the API` : `All ${noun.toLowerCase()}`;
}

export function kindLabel(kind: LimitKind, direction: PaymentDirection): string {
  const noun = direction === 'payout' ? 'payout' : 'collection';
  return {
    payment: `One ${noun}`,
    day: 'A day',
    month: 'A month',
    number: `${noun === 'payout' ? 'Payouts' : 'Collections'} a day with one number`,
    new_numbers: 'New numbers a day',
  }[kind];
}

/** "All payouts, a day". */
export function limitTitle(limit: Omit<LimitBody, 'most'>): string {
  const kind = kindLabel(limit.kind, limit.direction);
  return `${placeTitle(limit)}, ${kind.charAt(0).toLowerCase()}${kind.slice(1)}`;
}

export function limitText(kind: LimitKind, value: number): string {
  return isAmountLimit(kind) ? formatUgx(value) : value.toLocaleString('en-US');
}

/** Names a limit among those of a company. */
export function limitName({ scope, direction, kind }: Omit<LimitBody, 'most'>): string {
  return `${direction} ${scope} ${kind}`;
}

/** A limit that differs; undefined where there is none. */
export interface LimitChange extends Omit<LimitBody, 'most'> {
  readonly before: number | undefined;
  readonly after: number | undefined;
}

/** Only what differs, in the order of the page. */
export function limitChanges(
  before: readonly LimitBody[],
  after: readonly LimitBody[],
): LimitChange[] {
  const [were, become] = [mostByName(before), mostByName(after)];
  return limitPlaces
    .flatMap((place) => limitKinds.map((kind) => ({ ...place, kind })))
    .map((limit) => ({
      ...limit,
      before: were.get(limitName(limit)),
      after: become.get(limitName(limit)),
    }))
    .filter((change) => change.before !== change.after);
}

function mostByName(limits: readonly LimitBody[]): ReadonlyMap<string, number> {
  return new Map(limits.map((limit) => [limitName(limit), limit.most]));
}

/** What changes, before and after, in words. */
export interface ChangeWords {
  readonly what: string;
  readonly before: string;
  readonly after: string;
}

export function limitChangeWords(change: LimitChange): ChangeWords {
  const text = (most: number | undefined) =>
    most === undefined ? 'no limit' : limitText(change.kind, most);
  return { what: limitTitle(change), before: text(change.before), after: text(change.after) };
}

/** "All payouts, a day: UGX 5,000,000 → UGX 9,000,000". */
export function changeText({ what, before, after }: ChangeWords): string {
  return `${what}: ${before} → ${after}`;
}

/** How a request about limits begins. */
export function limitsLead(companyName: string | null): string {
  return `Change the limits of ${companyName ?? 'the company'}.`;
}

/** As requests and the history store a limit, such as "payout, company, day: 5000000". */
export function limitCode({ direction, scope, kind, most }: LimitBody): string {
  return `${direction}, ${scope}, ${kind}: ${most}`;
}

/** The limits of a stored list; what is no limit is left out. */
export function limitsOfCodes(codes: unknown): LimitBody[] {
  if (!Array.isArray(codes)) return [];
  return codes.flatMap((code) => {
    const [, ...parts] = /^(\w+), (\w+), (\w+): (\d+)$/.exec(String(code)) ?? [];
    const direction = paymentDirections.find((one) => one === parts[0]);
    const scope = limitScopes.find((one) => one === parts[1]);
    const kind = limitKinds.find((one) => one === parts[2]);
    return direction && scope && kind ? [{ direction, scope, kind, most: Number(parts[3]) }] : [];
  });
}

/** Of lists as they are stored. */
export function changesOfCodes(before: unknown, after: unknown): ChangeWords[] {
  return limitChanges(limitsOfCodes(before), limitsOfCodes(after)).map(limitChangeWords);
}
