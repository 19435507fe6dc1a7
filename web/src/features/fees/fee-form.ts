import {
  feeOf,
  feeRule,
  feeScheduleBody,
  isLower,
  type FeeDirection,
  type FeeRule,
} from '@sente/contract/fees';
import { atLocalTime } from '@sente/contract/kampala';
import { formatUgx } from '@sente/contract/money';
import { get, type FieldErrors, type FieldPath, type Resolver } from 'react-hook-form';
import * as z from 'zod/mini';
import { formatAmount } from '../../lib/money.ts';
import { readAmount } from '../../lib/typed-amount.ts';
import type { FeeBody } from './fee-queries.ts';

/** The typed texts, before they are parsed into a rule. */
export interface FeeValues {
  direction: FeeDirection;
  kind: FeeRule['kind'];
  percent: string;
  minimum: string;
  maximum: string;
  /** The last one has no upper bound, whatever its text. */
  bands: { upTo: string; fee: string }[];
  starts: 'now' | 'later';
  /** In Kampala time, as 2026-01-31T08:00. */
  startsAt: string;
}

export const maxBands = 50;
const exampleAmount = 10_000;

const emptyValues: FeeValues = {
  direction: 'collection',
  kind: 'percent',
  percent: '',
  minimum: '',
  maximum: '',
  bands: [
    { upTo: '', fee: '' },
    { upTo: '', fee: '' },
  ],
  starts: 'now',
  startsAt: '',
};

/** The form of a direction, filled with what applies now. */
export function valuesOf(direction: FeeDirection, rule: FeeRule | undefined): FeeValues {
  const text = (amount: number | null) => (amount === null ? '' : formatAmount(amount));
  if (!rule) return { ...emptyValues, direction };
  if (rule.kind === 'percent') {
    return {
      ...emptyValues,
      direction,
      percent: String(rule.percent),
      minimum: text(rule.minimum),
      maximum: text(rule.maximum),
    };
  }
  const bands = rule.bands.map(({ upTo, fee }) => ({ upTo: text(upTo), fee: text(fee) }));
  return { ...emptyValues, direction, kind: 'banded', bands };
}

const percentShape = /^\d+(?:\.\d+)?$/;
const amountMessage = 'Write an amount of UGX as 1500 or 1,500';
const negativeMessage = 'Must not be negative';
const percentMessage = 'Write a percentage as 1.5, with a dot';

/** Invalid input becomes a number that every rule refuses. */
function amountIn(text: string): number {
  const amount = readAmount(text);
  return amount < 0 ? Number.NaN : amount;
}

function optionalAmountIn(text: string): number | null {
  return text.trim() === '' ? null : amountIn(text);
}

function percentIn(text: string): number {
  const typed = text.trim();
  return percentShape.test(typed) ? Number(typed) : Number.NaN;
}

function ruleIn(values: FeeValues): unknown {
  if (values.kind === 'percent') {
    return {
      kind: 'percent',
      percent: percentIn(values.percent),
      minimum: optionalAmountIn(values.minimum),
      maximum: optionalAmountIn(values.maximum),
    };
  }
  const last = values.bands.length - 1;
  return {
    kind: 'banded',
    bands: values.bands.map(({ upTo, fee }, index) => ({
      upTo: index === last ? null : amountIn(upTo),
      fee: amountIn(fee),
    })),
  };
}

/** Null for an invalid time. */
function timeIn(text: string): string | null {
  const atMs = atLocalTime(text);
  return Number.isNaN(atMs) ? null : new Date(atMs).toISOString();
}

/** From when on the typed fee applies; null for now, and while no time is chosen. */
export function startOf({ starts, startsAt }: FeeValues): string | null {
  return starts === 'later' ? timeIn(startsAt) : null;
}

/** What the company pays now by a fee of its own; undefined without one. */
export type OwnRules = (direction: FeeDirection) => FeeRule | undefined;

/** Validates the form with the server's rules, refuses what applies already, and maps errors to its fields. */
export const feeReader =
  (ownRules: OwnRules): Resolver<FeeValues, unknown, FeeBody> =>
  (values) => {
    const { body, wrong } = readFee(values);
    if (body && !body.effectiveFrom && isEqual(body.rule, ownRules(body.direction))) {
      wrong.set(values.kind === 'percent' ? 'percent' : 'bands.0.fee', 'This fee applies already');
    }
    return wrong.size === 0 && body
      ? { values: body, errors: {} }
      : { values: {}, errors: errorsAt(wrong) };
  };

/** Whether both take the same of every payment. */
function isEqual(rule: FeeRule, other: FeeRule | undefined): boolean {
  return other !== undefined && !isLower(rule, other) && !isLower(other, rule);
}

function readFee(values: FeeValues): { body: FeeBody | undefined; wrong: Map<string, string> } {
  const startsAt = values.starts === 'later' ? timeIn(values.startsAt) : undefined;
  const result = z.safeParse(feeScheduleBody, {
    direction: values.direction,
    rule: ruleIn(values),
    ...(startsAt && { effectiveFrom: startsAt }),
  });
  const wrong = unreadableIn(values);
  if (startsAt === null) wrong.set('startsAt', 'Choose a date and time');
  else if (startsAt !== undefined && Date.parse(startsAt) < Date.now() - 60_000) {
    wrong.set('startsAt', 'Must not be in the past');
  }
  for (const issue of result.error?.issues ?? []) {
    const field = fieldOf(issue.path.join('.'));
    if (!wrong.has(field)) wrong.set(field, issue.message);
  }
  return { body: result.data, wrong };
}

/** For unparsable input: the server's rules would only report a missing number. */
function unreadableIn({ kind, percent, minimum, maximum, bands }: FeeValues): Map<string, string> {
  const last = bands.length - 1;
  const amounts: [name: string, text: string][] =
    kind === 'percent'
      ? [
          ['minimum', minimum],
          ['maximum', maximum],
        ]
      : bands.flatMap(({ upTo, fee }, index): [string, string][] => [
          ...(index === last ? [] : [[`bands.${index}.upTo`, upTo] as [string, string]]),
          [`bands.${index}.fee`, fee],
        ]);
  const isWrong = (text: string, read: (text: string) => number): boolean =>
    text.trim() !== '' && Number.isNaN(read(text));
  return new Map([
    ...(kind === 'percent' && percent.trim() === ''
      ? [['percent', 'Percent is required'] as const]
      : []),
    ...(kind === 'percent' && isWrong(percent, percentIn)
      ? [['percent', isNegative(percent) ? negativeMessage : percentMessage] as const]
      : []),
    ...amounts
      .filter(([, text]) => isWrong(text, amountIn))
      .map(([name, text]) => [name, isNegative(text) ? negativeMessage : amountMessage] as const),
  ]);
}

function isNegative(text: string): boolean {
  return readAmount(text) < 0;
}

/** Maps the server's field name to this form's. */
export function fieldOf(name: string): FieldPath<FeeValues> {
  if (name === 'effectiveFrom') return 'startsAt';
  return name.replace(/^rule\./, '') as FieldPath<FeeValues>;
}

function errorsAt(wrong: ReadonlyMap<string, string>): FieldErrors<FeeValues> {
  const errors: Record<string, unknown> = {};
  for (const [path, message] of wrong) {
    const [name = '', index, field] = path.split('.');
    const error = { type: 'custom', message };
    if (index === undefined || field === undefined) errors[name] = error;
    else {
      const rows = (errors[name] ??= []) as Record<string, unknown>[];
      rows[Number(index)] = { ...rows[Number(index)], [field]: error };
    }
  }
  return errors;
}

/** In page order. */
export function firstWrong(errors: FieldErrors<FeeValues>): FieldPath<FeeValues> | undefined {
  const names: readonly FieldPath<FeeValues>[] = [
    'percent',
    'minimum',
    'maximum',
    ...Array.from({ length: maxBands }).flatMap(
      (_, index) => [`bands.${index}.upTo`, `bands.${index}.fee`] as const,
    ),
    'startsAt',
  ];
  return names.find((name) => get(errors, name) !== undefined);
}

/** What is typed; null while it is invalid. */
export function ruleOf(values: FeeValues): FeeRule | null {
  return z.safeParse(feeRule, ruleIn(values)).data ?? null;
}

/** The fee of a typical payment, beside what it is before; null while the rule is invalid. */
export function exampleOf(values: FeeValues, ruleBefore: FeeRule | undefined): string | null {
  const rule = ruleOf(values);
  if (!rule) return null;
  const fee = feeOf(rule, exampleAmount);
  const before = ruleBefore ? feeOf(ruleBefore, exampleAmount) : 0;
  const when = startOf(values) === null ? 'now' : 'until then';
  const amount = formatUgx(exampleAmount);
  const costs = `costs ${formatUgx(fee)}${fee === before ? '' : `, ${when} ${formatUgx(before)}`}`;
  if (values.direction !== 'collection') {
    return `A ${values.direction} of ${amount} ${costs}: ${formatUgx(exampleAmount + fee)} leave the account.`;
  }
  if (fee >= exampleAmount) return `A collection of ${amount} is refused: the fee takes all of it.`;
  return `A collection of ${amount} ${costs}: ${formatUgx(exampleAmount - fee)} reach the account.`;
}
