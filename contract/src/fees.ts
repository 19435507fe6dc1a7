import * as z from 'zod/mini';
import { company, staff } from './access.ts';
import { awaitsApproval } from './approval-kinds.ts';
import { endpoint } from './endpoint.ts';
import { dateTime, id, idParams } from './fields.ts';
import { fromHundredths, moneyInput, toHundredths } from './money.ts';
import { maxPaymentAmount, paymentDirections } from './payments.ts';

/**
 * The provider's fee on a company's payments and settlements, by direction and start time, without the taxes
 * that come on top (taxes.ts). A past rule never
 * changes; a newer one replaces it. Fees are rounded half up to whole shillings.
 */
const feeMoney = moneyInput('Must be an amount of UGX').check(
  z.gte(0, 'Must not be negative'),
  z.lte(10_000_000_000, 'Must be at most UGX 10,000,000,000'),
  z.refine(Number.isInteger, { error: 'Must be whole shillings' }),
);

const percentRule = z
  .strictObject({
    kind: z.literal('percent'),
    /** Percent of the amount with at most two decimals, such as 1.5. */
    percent: z.number('Must be a percentage').check(
      z.gte(0, 'Must not be negative'),
      z.lte(50, 'Must be at most 50'),
      z.refine((value: number) => /^\d+(\.\d{1,2})?$/.test(String(value)), {
        error: 'Must have at most two decimals',
      }),
    ),
    minimum: z.nullable(feeMoney),
    maximum: z.nullable(feeMoney),
  })
  .check(
    z.refine(({ minimum, maximum }) => maximum === null || maximum >= (minimum ?? 0), {
      path: ['maximum'],
      error: 'Must not be below the minimum',
    }),
  );

const bandedRule = z
  .strictObject({
    kind: z.literal('banded'),
    /** Ascending; the last band has no upper bound. */
    bands: z
      .array(z.strictObject({ upTo: z.nullable(feeMoney), fee: feeMoney }))
      .check(z.minLength(1, 'At least one band is required'), z.maxLength(50, 'At most 50 bands')),
  })
  .check(({ value, issues }) => {
    for (const [index, { upTo }] of value.bands.entries()) {
      const message = bandProblem(upTo, index, value.bands);
      const path = ['bands', index, 'upTo'];
      if (message) issues.push({ code: 'custom', input: value, message, path });
    }
  });

function bandProblem(
  upTo: number | null,
  index: number,
  bands: readonly { readonly upTo: number | null }[],
): string | null {
  const isLast = index === bands.length - 1;
  if (isLast) return upTo === null ? null : 'The last band has no upper end';
  if (upTo === null) return 'Must be an amount of UGX';
  const before = index === 0 ? 0 : bands[index - 1]?.upTo;
  return before != null && upTo <= before ? 'Must be above the band before' : null;
}

export const feeRule = z.discriminatedUnion('kind', [percentRule, bandedRule]);
export type FeeRule = z.infer<typeof feeRule>;

/** What a fee is for: payments by direction, and settlements to the bank. */
export const feeDirections = [...paymentDirections, 'settlement'] as const;
export type FeeDirection = (typeof feeDirections)[number];

export const feeSchedule = z.object({
  id,
  direction: z.enum(feeDirections),
  rule: feeRule,
  effectiveFrom: dateTime,
  /** Whether the rule is in effect now. */
  isCurrent: z.boolean(),
  createdBy: z.nullable(z.string()),
  createdAt: dateTime,
});
export type FeeSchedule = z.infer<typeof feeSchedule>;

export const feeScheduleBody = z.strictObject({
  direction: z.enum(feeDirections),
  rule: feeRule,
  /** Now by default. */
  effectiveFrom: z.optional(dateTime),
});

const ofCompany = { type: 'companies', from: 'params.id' } as const;

export const fees = {
  list: endpoint({
    method: 'GET',
    path: '/Company/{id}/fees',
    summary:
      "List a company's past, current and future fees, newest first; an empty list means no fee",
    access: company('staffRead', 'params.id'),
    params: idParams,
    reply: z.array(feeSchedule),
    notFound: 'Company not found',
    about: ofCompany,
  }),
  add: endpoint({
    method: 'POST',
    path: '/Company/{id}/fees',
    summary:
      'Set the fee for one direction, effective now or later; one that is lower for any amount waits for a second person',
    access: staff('staffFees'),
    params: idParams,
    body: feeScheduleBody,
    /** Null while it waits for a second person. */
    reply: z.nullable(feeSchedule),
    meta: awaitsApproval,
    notFound: 'Company not found',
    about: ofCompany,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/Company/{id}/fees/{feeId}',
    summary: 'Delete a fee that is not effective yet',
    access: staff('staffFees'),
    params: z.strictObject({ id, feeId: id }),
    reply: z.null(),
    /** If a lower fee stays without it, a second person has to approve. */
    meta: awaitsApproval,
    notFound: 'Fee not found',
    about: ofCompany,
  }),
};

/** In words, such as "1.5%, at least UGX 100". */
export function describeRule(rule: FeeRule, format: (amountUgx: number) => string): string {
  if (rule.kind === 'banded') {
    return rule.bands
      .map(({ upTo, fee }, index) => {
        if (upTo !== null) return `${format(fee)} up to ${format(upTo)}`;
        return index === 0 ? `${format(fee)} each` : `${format(fee)} above`;
      })
      .join(', ');
  }
  const ends = [
    ...(rule.minimum === null ? [] : [`at least ${format(rule.minimum)}`]),
    ...(rule.maximum === null ? [] : [`at most ${format(rule.maximum)}`]),
  ];
  return [`${rule.percent}%`, ...ends].join(', ');
}

/**
 * The fee for an amount in UGX, for a preview in the form. The database computes the fee that is
 * charged; a test keeps both in step.
 */
export function feeOf(rule: FeeRule, amountUgx: number): number {
  if (rule.kind === 'banded') {
    return rule.bands.find(({ upTo }) => upTo === null || amountUgx <= upTo)?.fee ?? 0;
  }
  const share = (toHundredths(amountUgx) ?? 0n) * (toHundredths(rule.percent) ?? 0n);
  // Hundredths of UGX times hundredths of a percent: a million of these make a shilling.
  const whole = fromHundredths(((share + 500_000n) / 1_000_000n) * 100n);
  return Math.min(Math.max(whole, rule.minimum ?? 0), rule.maximum ?? Number.POSITIVE_INFINITY);
}

/** Whether a rule earns less than another one for any amount that can be paid. */
export function isLower(rule: FeeRule, before: FeeRule): boolean {
  return amountsThatMatter(rule, before).some(
    (amount) => feeOf(rule, amount) < feeOf(before, amount),
  );
}

/**
 * Between the ends of bands and the points where a minimum or a maximum takes over, both rules are
 * straight lines, so that the ends decide.
 */
function amountsThatMatter(...rules: readonly FeeRule[]): number[] {
  const turns = rules.flatMap((rule) => {
    if (rule.kind === 'banded') return rule.bands.flatMap(({ upTo }) => upTo ?? []);
    const bounds = [rule.minimum, rule.maximum].flatMap((bound) => bound ?? []);
    return rule.percent === 0
      ? []
      : bounds.map((bound) => Math.round((bound * 100) / rule.percent));
  });
  return [1, maxPaymentAmount, ...turns.flatMap((turn) => [turn - 1, turn, turn + 1])].filter(
    (amount) => amount >= 1 && amount <= maxPaymentAmount,
  );
}
