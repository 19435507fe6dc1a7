import * as z from 'zod/mini';
import { company, staff } from './access.ts';
import { awaitsApproval } from './approval-kinds.ts';
import { endpoint } from './endpoint.ts';
import { dateTime, id, idParams, oneOf, queryInteger, requiredText } from './fields.ts';
import { money, positiveMoney } from './money.ts';
import { pageMeta, pageQuery } from './paging.ts';

/** What two people decide: the held payouts go on, or fail and free what they hold. */
export const brakeDecisions = ['release', 'cancel'] as const;
export type BrakeDecision = (typeof brakeDecisions)[number];

/** partly: some were cancelled, the others released. */
export const brakeOutcomes = ['released', 'cancelled', 'partly'] as const;

/** resumed: went on like the released ones, but nobody could look at it before the release was proposed. */
export const brakedOutcomes = ['released', 'resumed', 'cancelled'] as const;

/** Most payouts that can be named one by one; a selection has no limit. */
export const maxCancelledOfBrake = 200;

/** Settlements wait as well, and go on when it ends. */
const heldSettlements = z.object({ count: z.number(), amount: money });

/** Payouts wait while it is on. */
export const payoutBrake = z.object({
  id,
  /** Null if it stops the payouts of all companies. */
  companyId: z.nullable(id),
  companyName: z.nullable(z.string()),
  /** What tripped it: a sign of the watcher, or "person". */
  sign: z.string(),
  reason: z.string(),
  /** What was seen, against what is usual. */
  figures: z.array(z.object({ label: z.string(), seen: z.string(), usual: z.string() })),
  trippedAt: dateTime,
  /** Null for the watcher. */
  trippedBy: z.nullable(z.string()),
  /** Payouts that wait now, and their sum without fees. */
  heldCount: z.number(),
  heldAmount: money,
  /** Settlements that wait now, whole batches at a time; none once it has ended. */
  heldSettlements,
  /** The decision that waits for a second person; null without one. */
  proposal: z.nullable(
    z.object({
      approvalId: id,
      decision: z.enum(brakeDecisions),
      /** Of a release: payouts that are cancelled instead. */
      cancelledCount: z.number(),
      by: z.string(),
      at: dateTime,
    }),
  ),
  /** Null while it is on. */
  end: z.nullable(
    z.object({
      at: dateTime,
      outcome: z.enum(brakeOutcomes),
      /** Who proposed it, and who approved it. */
      proposedBy: z.string(),
      approvedBy: z.string(),
      reason: z.nullable(z.string()),
      approvalId: id,
      releasedCount: z.number(),
      releasedAmount: money,
      cancelledCount: z.number(),
      cancelledAmount: money,
      /** Settlements that waited when the end was proposed. */
      heldSettlements,
    }),
  ),
});
export type PayoutBrake = z.infer<typeof payoutBrake>;

/** With the settlements that wait as well while it is on; none of one that has ended. */
const wholeBrake = z.extend(payoutBrake, {
  settlements: z.object({
    /** In no batch yet. */
    requestedCount: z.number(),
    requestedAmount: money,
    /** That nobody can approve, or whose file nobody can fetch; oldest first. */
    batches: z.array(
      z.object({
        id,
        state: z.enum(['waiting', 'approved']),
        createdAt: dateTime,
        count: z.number(),
        amount: money,
      }),
    ),
  }),
});
export type WholeBrake = z.infer<typeof wholeBrake>;

/** A payout that a brake holds or held. */
export const brakedPayout = z.object({
  paymentId: id,
  transactionId: z.nullable(id),
  companyId: id,
  companyName: z.string(),
  phoneNumber: z.string(),
  network: z.string(),
  amount: money,
  heldAt: dateTime,
  status: z.string(),
  /** Null while it is held. */
  outcome: z.nullable(z.enum(brakedOutcomes)),
});
export type BrakedPayout = z.infer<typeof brakedPayout>;

/** What selects some of the held payouts; all that is named applies. */
const selectionFields = {
  /** new: numbers that the company never paid before. */
  receivers: z.optional(oneOf(['new'])),
  /** A person, or the systems of the companies. */
  askedBy: z.optional(z.union([z.literal('api'), id], 'Must be api or a valid id')),
  companyId: z.optional(id),
  heldFrom: z.optional(dateTime),
};
export const brakeSelection = z
  .strictObject({ ...selectionFields, amount: z.optional(positiveMoney) })
  .check(
    z.refine((selection) => Object.values(selection).some((value) => value !== undefined), {
      error: 'Name what the payouts have in common',
    }),
  );
export type BrakeSelection = z.infer<typeof brakeSelection>;

/** What held payouts have in common, with how many of them and their sum; the most frequent first. */
const shared = { count: z.number(), total: money };

/** Whether payouts go out, and whether somebody watches. */
export const brakeState = z.object({
  /** Those that are on. */
  brakes: z.array(payoutBrake),
  watcher: z.object({
    /** Null if it never looked. */
    lastLookedAt: z.nullable(dateTime),
    /** It looks every second; it is late after 15. */
    isLate: z.boolean(),
    /** Without the key of the API credentials it cannot seal brakes, and nobody can end them. */
    canSeal: z.boolean(),
  }),
});
export type BrakeState = z.infer<typeof brakeState>;

const reason = requiredText('A reason is required', 200);
export const tripBody = z.strictObject({ reason });
export const proposeBody = z.strictObject({
  decision: z.enum(brakeDecisions),
  reason,
  /** Of a release: payouts that are cancelled instead. */
  cancelledIds: z.optional(
    z.array(id).check(z.maxLength(maxCancelledOfBrake, `At most ${maxCancelledOfBrake} at once`)),
  ),
  /** The same by what they have in common. What comes until the approval and matches is cancelled too. */
  selection: z.optional(brakeSelection),
});

const notFound = 'Payout brake not found';

export const payoutBrakes = {
  state: endpoint({
    method: 'GET',
    path: '/PayoutBrakes/state',
    summary: 'Which payout brakes are on, and when the watcher last looked',
    access: staff('staffRead'),
    reply: brakeState,
  }),
  list: endpoint({
    method: 'GET',
    path: '/PayoutBrakes',
    summary: 'List payout brakes that have ended, newest first',
    access: staff('staffRead'),
    query: z.strictObject(pageQuery),
    reply: z.array(payoutBrake),
    meta: z.object(pageMeta),
  }),
  get: endpoint({
    method: 'GET',
    path: '/PayoutBrakes/{id}',
    summary: 'Get a payout brake',
    access: staff('staffRead'),
    params: idParams,
    reply: wholeBrake,
    notFound,
  }),
  payouts: endpoint({
    method: 'GET',
    path: '/PayoutBrakes/{id}/payouts',
    summary: 'List the payouts that a brake holds or held, oldest first',
    access: staff('staffRead'),
    params: idParams,
    query: z.strictObject({
      ...pageQuery,
      ...selectionFields,
      amount: z.optional(queryInteger(1, 999_999_999)),
    }),
    reply: z.array(brakedPayout),
    meta: z.object({
      ...pageMeta,
      /** Of those that match, what is held now. */
      heldCount: z.number(),
      heldAmount: money,
      /** Of all that the brake holds now. */
      askers: z.array(
        z.object({
          ...shared,
          askedBy: z.string(),
          /** Of payouts that a company's systems ordered. */
          companyId: z.nullable(id),
          name: z.string(),
        }),
      ),
      amounts: z.array(z.object({ ...shared, amount: money })),
    }),
    notFound,
  }),
  tripForAll: endpoint({
    method: 'POST',
    path: '/PayoutBrakes',
    summary: 'Stop the payouts of all companies; two people end it',
    access: staff('staffMoney'),
    body: tripBody,
    reply: payoutBrake,
  }),
  trip: endpoint({
    method: 'POST',
    path: '/Company/{id}/payout-brake',
    summary: 'Stop the payouts of a company; two people of the provider end it',
    access: company('staffMoney', 'params.id', 'canManageCompany'),
    params: idParams,
    body: tripBody,
    reply: z.null(),
    notFound: 'Company not found',
    about: { type: 'companies', from: 'params.id' },
  }),
  propose: endpoint({
    method: 'POST',
    path: '/PayoutBrakes/{id}/propose',
    summary:
      'Propose to release or to cancel what a brake holds; it takes effect when a second person approves',
    access: staff('staffMoney'),
    params: idParams,
    body: proposeBody,
    reply: payoutBrake,
    meta: awaitsApproval,
    notFound,
  }),
};
