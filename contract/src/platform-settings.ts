import * as z from 'zod/mini';
import { staff } from './access.ts';
import { awaitsApproval } from './approval-kinds.ts';
import { endpoint } from './endpoint.ts';
import { moneyInput } from './money.ts';
import { proof } from './own-factor.ts';

const feeMessage = 'Settlement fee must be an amount of UGX';
const examinationMessage = 'Examinations must be from 0 to 365 days';
const depositMessage = 'Deposit limit must be an amount of UGX';

/** A payout that nobody decides about keeps its money held, so it cannot wait for ever. */
const days = (name: string, most: number) => {
  const message = `${name} must be from 1 to ${most} days`;
  return z
    .number(message)
    .check(z.refine((value) => Number.isInteger(value) && value >= 1 && value <= most, message));
};

export const platformSettingsBody = z.strictObject({
  /** What one person can deposit a day without a second person. */
  depositLimit: moneyInput(depositMessage).check(
    z.minimum(0, depositMessage),
    z.maximum(1_000_000_000, 'Deposit limit must be at most UGX 1,000,000,000'),
  ),
  payoutExpiryDays: days('Payouts', 30),
  approvalExpiryDays: days('Other requests', 90),
  /** For each settlement of a company to its bank. */
  settlementFee: moneyInput(feeMessage).check(
    z.minimum(0, feeMessage),
    z.maximum(1_000_000, 'Settlement fee must be at most UGX 1,000,000'),
    z.refine((value: number) => Number.isInteger(value), 'Settlement fee must be whole shillings'),
  ),
  /** Whoever of the staff has no second factor can only set one up. */
  staffNeedFactor: z.boolean('Choose whether staff need a second factor'),
  /** New keys of live mode need a passed examination that is not older; 0: they need none. */
  examinationDays: z
    .number(examinationMessage)
    .check(
      z.refine(
        (value) => Number.isInteger(value) && value >= 0 && value <= 365,
        examinationMessage,
      ),
    ),
});
export type PlatformSettings = z.infer<typeof platformSettingsBody>;

const updateBody = z.strictObject({
  ...platformSettingsBody.shape,
  /** Those that the change is based on; if others apply by now, it is refused. */
  basedOn: z.optional(platformSettingsBody),
  /** For staff without a second factor. */
  ...proof.shape,
});
export type PlatformSettingsUpdate = z.infer<typeof updateBody>;

export const platformSettings = {
  get: endpoint({
    method: 'GET',
    path: '/PlatformSettings',
    summary: 'Get what applies to the whole platform',
    access: staff('staffRead'),
    reply: platformSettingsBody,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/PlatformSettings',
    summary:
      'Change what applies to the whole platform; a higher deposit limit, a shorter expiry, a lower settlement fee, older examinations and staff without a second factor wait for a second person, the last with your own password and factor',
    access: staff('staffSettings'),
    body: updateBody,
    reply: platformSettingsBody,
    meta: awaitsApproval,
  }),
};
