import type { MetaOf } from '@sente/contract/endpoint';
import { formatUgx, toHundredths } from '@sente/contract/money';
import type {
  platformSettings,
  PlatformSettings,
  PlatformSettingsUpdate,
} from '@sente/contract/platform-settings';
import * as z from 'zod';
import type { CarryOut } from '../approvals/approval-kind.ts';
import { ask } from '../approvals/asking.ts';
import { toUgx } from '../db/amounts.ts';
import { findHeadOffice } from '../db/company.ts';
import type { Database, Db } from '../db/database.ts';
import type { Actor } from '../http/actor.ts';
import { refused } from '../http/app-error.ts';
import { changedMeanwhile, refuseOutdated } from '../http/stale.ts';
import { tellAdministrators } from '../notifications/protection.ts';
import { audit, changesOf } from '../security/audit.ts';
import type { Prove } from '../security/proof.ts';
import {
  readSettings,
  writeSettings,
  type PlatformSettingsRow,
} from './platform-settings.queries.ts';

type UpdateMeta = MetaOf<typeof platformSettings.update>;

export interface PlatformSettingsService {
  get(actor: Actor): Promise<PlatformSettings>;
  /** What loosens controls waits for a second person; everything else applies at once. */
  update(
    actor: Actor,
    body: PlatformSettingsUpdate,
  ): Promise<{ data: PlatformSettings; meta: UpdateMeta }>;
}

export function createPlatformSettingsService(
  database: Database,
  prove: Prove,
): PlatformSettingsService {
  const get = (actor: Actor): Promise<PlatformSettings> =>
    database.within(actor.scope, async (db) => toSettings(await readSettings(db)));
  return {
    get,

    update: async (actor, { currentPassword, code, passkey, basedOn, ...body }) => {
      const seen = await get(actor);
      const isProved = looserOf(seen, body).includes('staffNeedFactor');
      if (isProved)
        await prove(actor, { currentPassword, code, passkey }, 'platformSettings.update');
      return database.within(actor.scope, async (db) => {
        const before = await readSettings(db, 'for update');
        refuseOutdated('these settings', basedOn, toSettings(before));
        const looser = looserOf(toSettings(before), body);
        // Somebody else has switched it on meanwhile.
        if (looser.includes('staffNeedFactor') && !isProved)
          throw changedMeanwhile('these settings');
        const kept = pick(toSettings(before), looser);
        const data = await change(db, actor, before, { ...body, ...kept });
        if (looser.length === 0) return { data, meta: { approvalId: null } };
        const approvalId = await askForLooser(db, actor, before, pick(body, looser));
        return { data, meta: { approvalId } };
      });
    },
  };
}

type Name = keyof PlatformSettings;

/** A shorter expiry ends what colleagues asked for, and frees what their payouts hold. */
function looserOf(before: PlatformSettings, after: PlatformSettings): Name[] {
  const looser: Name[] = [];
  if (after.depositLimit > before.depositLimit) looser.push('depositLimit');
  if (after.payoutExpiryDays < before.payoutExpiryDays) looser.push('payoutExpiryDays');
  if (after.approvalExpiryDays < before.approvalExpiryDays) looser.push('approvalExpiryDays');
  // As with other fees: one that earns less.
  if (after.settlementFee < before.settlementFee) looser.push('settlementFee');
  if (before.staffNeedFactor && !after.staffNeedFactor) looser.push('staffNeedFactor');
  // Older examinations, or none, are enough.
  const { examinationDays: from } = before;
  const to = after.examinationDays;
  if (from > 0 && (to === 0 || to > from)) looser.push('examinationDays');
  return looser;
}

function pick(settings: PlatformSettings, names: readonly Name[]): Partial<PlatformSettings> {
  return Object.fromEntries(names.map((name) => [name, settings[name]]));
}

const days = (count: number): string => (count === 1 ? '1 day' : `${count} days`);
const texts: { readonly [Key in Name]: (value: PlatformSettings[Key]) => string } = {
  depositLimit: (value) =>
    `one person can deposit ${formatUgx(value)} a day without a second person`,
  payoutExpiryDays: (value) => `payouts expire after ${days(value)}`,
  approvalExpiryDays: (value) => `other requests expire after ${days(value)}`,
  settlementFee: (value) => `a settlement costs ${formatUgx(value)}`,
  staffNeedFactor: (value) =>
    value ? 'staff need a second factor' : 'staff sign in with the password alone',
  examinationDays: (value) =>
    value === 0
      ? 'new keys of live mode need no examination'
      : `new keys of live mode need an examination of the last ${days(value)}`,
};

function textOf(settings: Partial<PlatformSettings>): string {
  const told = <Key extends Name>(name: Key): string[] => {
    const value = settings[name];
    return value === undefined ? [] : [texts[name](value)];
  };
  return [
    ...told('depositLimit'),
    ...told('payoutExpiryDays'),
    ...told('approvalExpiryDays'),
    ...told('settlementFee'),
    ...told('staffNeedFactor'),
    ...told('examinationDays'),
  ].join(', ');
}

async function askForLooser(
  db: Db,
  actor: Actor,
  before: PlatformSettingsRow,
  wanted: Partial<PlatformSettings>,
): Promise<string> {
  const companyId = await findHeadOffice(db);
  const names = Object.keys(wanted) as Name[];
  return ask(db, actor, {
    kind: 'limit',
    subject: 'platform-settings',
    companyId,
    details: {
      of: 'platform-settings',
      settings: wanted,
      before: textOf(pick(toSettings(before), names)),
      after: textOf(wanted),
    },
    about: companyId ? { type: 'companies', id: companyId } : { type: 'users', id: actor.userId },
    isWaiting: 'A change of these settings waits for a second person already',
  });
}

const wantedSettings = z.object({
  settings: z.object({
    depositLimit: z.number().optional(),
    payoutExpiryDays: z.number().optional(),
    approvalExpiryDays: z.number().optional(),
    settlementFee: z.number().optional(),
    staffNeedFactor: z.boolean().optional(),
    examinationDays: z.number().optional(),
  }),
});

export const carryOutSettings: CarryOut = async (db, approver, { details, asked_by: askedBy }) => {
  const { settings } = wantedSettings.parse(details);
  const before = await readSettings(db, 'for update');
  // Whoever approves has seen what they replace.
  if (textOf(pick(toSettings(before), Object.keys(settings) as Name[])) !== details['before']) {
    throw refused(
      'These settings were changed after this request. Reject it, and ask for the change again.',
    );
  }
  await change(db, approver, before, { ...toSettings(before), ...defined(settings) });
  if (before.staff_need_factor && settings.staffNeedFactor === false) {
    await tellAdministrators(db, approver, { what: 'rule-off', companyId: null, askedBy });
  }
  return null;
};

function defined(settings: {
  [Key in Name]?: PlatformSettings[Key] | undefined;
}): Partial<PlatformSettings> {
  return Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined));
}

/** Hours that were set by hand stay while their days do. */
async function change(
  db: Db,
  actor: Actor,
  row: PlatformSettingsRow,
  after: PlatformSettings,
): Promise<PlatformSettings> {
  const before = toSettings(row);
  const changes = changesOf(before, after);
  if (changes.changed.length === 0) return after;
  const hours = (name: 'payoutExpiryDays' | 'approvalExpiryDays', stored: number) =>
    after[name] === before[name] ? stored : after[name] * 24;
  await writeSettings(db, {
    depositLimit: toHundredths(after.depositLimit) ?? 0n,
    payoutExpiryHours: hours('payoutExpiryDays', row.payout_expiry_hours),
    approvalExpiryHours: hours('approvalExpiryDays', row.approval_expiry_hours),
    staffNeedFactor: after.staffNeedFactor,
    settlementFee: toHundredths(after.settlementFee) ?? 0n,
    examinationDays: after.examinationDays,
  });
  await audit(db, actor, { action: 'platformSettings.update', details: { ...changes } });
  return after;
}

/** Hours that were set by hand are shown as the next whole day. */
function toSettings(row: PlatformSettingsRow): PlatformSettings {
  return {
    depositLimit: toUgx(row.deposit_limit),
    payoutExpiryDays: Math.ceil(row.payout_expiry_hours / 24),
    approvalExpiryDays: Math.ceil(row.approval_expiry_hours / 24),
    staffNeedFactor: row.staff_need_factor,
    settlementFee: toUgx(row.settlement_fee),
    examinationDays: row.examination_days,
  };
}
