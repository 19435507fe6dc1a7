import * as z from 'zod/mini';
import { company, staff } from './access.ts';
import { awaitsApproval, payoutApprovals } from './approval-kinds.ts';
import { endpoint } from './endpoint.ts';
import { dateTime, id, idParams, optionalText, requiredText } from './fields.ts';
import { money } from './money.ts';
import { paymentAmount } from './payments.ts';

const wholeAmount = z
  .number('Must be a whole number of 0 or more')
  .check(
    z.int('Must be a whole number of 0 or more'),
    z.minimum(0, 'Must be a whole number of 0 or more'),
    z.maximum(1_000_000_000_000, 'Must be at most 1,000,000,000,000'),
  );

const ruleFields = {
  /** What the company pays out in a day without anybody's approval, in the portal and by API. */
  atOnceUpTo: wholeAmount,
  /** A payout up to it needs a colleague, above it also the provider. */
  colleagueUpTo: wholeAmount,
};
const inOrder = z.refine<{ atOnceUpTo: number; colleagueUpTo: number }>(
  ({ atOnceUpTo, colleagueUpTo }) => atOnceUpTo <= colleagueUpTo,
  { path: ['colleagueUpTo'], message: 'Must be at least what goes at once' },
);

/** In UGX, without fees. */
export const payoutRuleBody = z.strictObject(ruleFields).check(inOrder);
export type PayoutRuleBody = z.output<typeof payoutRuleBody>;

const payoutRuleChange = z
  .strictObject({
    ...ruleFields,
    /** Those that the change is based on, null for none; if others apply by now, it is refused. */
    basedOn: z.optional(z.nullable(z.strictObject(ruleFields))),
  })
  .check(inOrder);
export type PayoutRuleChange = z.output<typeof payoutRuleChange>;

const ceilingChange = z.strictObject({
  ceiling: wholeAmount,
  /** That which the change is based on; if another applies by now, it is refused. */
  basedOn: z.optional(wholeAmount),
  /** Why it is higher; the second person reads it. */
  reason: optionalText(200),
});
export type CeilingInput = z.input<typeof ceilingChange>;
export type CeilingChange = z.output<typeof ceilingChange>;

export const payoutRule = z.object({
  /** Null while the company has no rules: the portal's payouts wait for the provider, the API's go at once. */
  rule: z.nullable(z.object({ atOnceUpTo: z.number(), colleagueUpTo: z.number() })),
  /** Set by the provider: the most that the company can let pass without the provider. */
  ceiling: z.number(),
  updatedAt: z.nullable(dateTime),
  /** Active people of the company with canApprovePayouts, by name. */
  approvers: z.array(z.string()),
  /** Of a change that waits for a second person. */
  waitingId: z.nullable(id),
});
export type PayoutRule = z.infer<typeof payoutRule>;

const group = z.object({ payouts: z.number(), amount: money });

/** Who would have had to approve the payouts of the last days. */
export const payoutRulePreview = z.object({
  days: z.number(),
  none: group,
  colleague: group,
  colleagueAndProvider: group,
  /** True if there were more payouts than are looked at; the oldest of them are. */
  isCut: z.boolean(),
});
export type PayoutRulePreview = z.infer<typeof payoutRulePreview>;

/** What the caller's payout would need if it were asked for now. */
export const expectedApproval = z.object({
  approval: z.enum(payoutApprovals),
  /** Who can take the step of a colleague, by name; at most four. */
  colleagues: z.array(z.string()),
  /** The step of a colleague falls to the provider, because nobody else in the company could take it. */
  isWithoutColleague: z.boolean(),
  /** Payouts of the company are stopped: it is accepted and waits until they are released. */
  isBraked: z.boolean(),
});
export type ExpectedApproval = z.infer<typeof expectedApproval>;

const notFound = 'Company not found';
const ofCompany = { type: 'companies', from: 'params.id' } as const;
const readers = ['canManageCompany', 'canManageAccounts', 'canApprovePayouts'] as const;

export const payoutRules = {
  get: endpoint({
    method: 'GET',
    path: '/Company/{id}/payout-rule',
    summary: "Get a company's rules for payouts, and the ceiling that the provider set",
    access: company('staffRead', 'params.id', ...readers),
    params: idParams,
    reply: payoutRule,
    notFound,
    about: ofCompany,
  }),
  save: endpoint({
    method: 'PUT',
    path: '/Company/{id}/payout-rule',
    summary:
      'Set which payouts go at once and which need a colleague; rules that allow more than before wait for a second person',
    access: company('staffFees', 'params.id', 'canManageCompany'),
    params: idParams,
    body: payoutRuleChange,
    /** That which applies now. */
    reply: payoutRule,
    meta: awaitsApproval,
    notFound,
    about: ofCompany,
  }),
  preview: endpoint({
    method: 'POST',
    path: '/Company/{id}/payout-rule/preview',
    summary: 'Who would have had to approve the payouts of the last 30 days by these rules',
    access: company('staffFees', 'params.id', 'canManageCompany'),
    params: idParams,
    body: payoutRuleBody,
    reply: payoutRulePreview,
    notFound,
    about: ofCompany,
  }),
  saveCeiling: endpoint({
    method: 'PUT',
    path: '/Company/{id}/payout-ceiling',
    summary:
      "Set the largest payout that a company's rules can let pass without the provider; a higher one waits for a second person, a lower one lowers the rules",
    access: staff('staffFees'),
    params: idParams,
    body: ceilingChange,
    reply: payoutRule,
    meta: awaitsApproval,
    notFound,
    about: ofCompany,
  }),
  expect: endpoint({
    method: 'POST',
    path: '/Company/{id}/payout-approval',
    summary:
      'Review a payout before it is requested: who would have to approve it, or why it would be refused; nothing is stored',
    access: company('staffMoney', 'params.id', 'canManageAccounts'),
    params: idParams,
    /** Of the request, what decides about it. */
    body: z.strictObject({
      accountId: id,
      amount: paymentAmount,
      phoneNumber: requiredText('Phone number is required', 20),
      network: requiredText('Network is required', 20),
      isNetworkConfirmed: z.optional(z.boolean()),
      isRepeatConfirmed: z.optional(z.boolean()),
    }),
    reply: expectedApproval,
    notFound,
    about: ofCompany,
  }),
};
