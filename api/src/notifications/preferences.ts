import {
  companySwitches,
  notificationKindNames,
  notificationKinds,
  staffSwitches,
  type KindChoices,
  type NotificationKindName,
  type Switches,
} from '@sente/contract/notification-kinds';
import type {
  KindSetting,
  NotificationPreferences,
  NotificationPreferencesBody,
  NotificationSettings,
  NotificationSettingsBody,
} from '@sente/contract/notifications';
import type { Database } from '../db/database.ts';
import type { Actor } from '../http/actor.ts';
import type { Mailer } from '../mail/mailer.ts';
import { audit, changesOf } from '../security/audit.ts';
import { tellIfAlertsEnd } from './last-alert.ts';
import { readSettings, saveSettings, type SavedSettings } from './notifications.queries.ts';
import { maySee } from './people.ts';

export interface PreferencesService {
  /** Of staff, as the back-office shows them. */
  readStaff(actor: Actor): Promise<NotificationSettings>;
  saveStaff(actor: Actor, body: NotificationSettingsBody): Promise<NotificationSettings>;
  readCompany(actor: Actor): Promise<NotificationPreferences>;
  saveCompany(actor: Actor, body: NotificationPreferencesBody): Promise<NotificationPreferences>;
}

type Shown<S> = S & { readonly kinds: KindSetting[] };
type Body<S> = S & { readonly kinds?: readonly KindSetting[] | undefined };

export function createPreferencesService(database: Database, mailer: Mailer): PreferencesService {
  const read = <S extends Switches>(actor: Actor, defaults: S): Promise<Shown<S>> =>
    database.within(actor.scope, async (db) =>
      toShown(actor, defaults, await readSettings(db, actor.userId)),
    );
  const save = <S extends Switches>(
    actor: Actor,
    defaults: S,
    { kinds = [], ...switches }: Body<S>,
    action: string,
  ): Promise<Shown<S>> =>
    database.within(savingScope(actor), async (db) => {
      const before = toShown(actor, defaults, await readSettings(db, actor.userId));
      const choices = toChoices(kinds.filter(({ kind }) => kindsFor(actor).includes(kind)));
      const settings = { switches: switches as Switches, choices };
      await tellIfAlertsEnd(db, mailer, actor, () => saveSettings(db, actor.userId, settings));
      const after = toShown(actor, defaults, await readSettings(db, actor.userId));
      const details = { ...changesOf(flat(before), flat(after)) };
      await audit(db, actor, { action, ...about(actor), details });
      return after;
    });

  const staff = staffSwitches as Omit<NotificationSettings, 'kinds'>;
  const company = companySwitches as Omit<NotificationPreferences, 'kinds'>;
  return {
    readStaff: (actor) => read(actor, staff),
    saveStaff: (actor, body) => save(actor, staff, body, 'settings.updateNotifications'),
    readCompany: (actor) => read(actor, company),
    saveCompany: (actor, body) => save(actor, company, body, 'notifications.updatePreferences'),
  };
}

/** The audit log takes entries of people without a company from the platform only. */
function savingScope(actor: Actor): Actor['scope'] {
  return { ...actor.scope, platform: true };
}

/** What the person is told about now. */
export function kindsFor({ isStaff, companyId, permissions }: Actor): NotificationKindName[] {
  const reader = { is_staff: isStaff, company_id: companyId, permissions: [...permissions] };
  return notificationKindNames.filter((kind) => maySee(reader, kind, companyId));
}

/** The switches of this portal, and all that the person is told about. */
function toShown<S extends Switches>(
  actor: Actor,
  defaults: S,
  { switches, choices }: SavedSettings,
): Shown<S> {
  const kinds = kindsFor(actor).map((kind) => {
    const { bell, mail } = choices[kind] ?? notificationKinds[kind];
    return { kind, bell, mail };
  });
  return { ...filled(defaults, switches), kinds };
}

function toChoices(kinds: readonly KindSetting[]): KindChoices {
  return Object.fromEntries(kinds.map(({ kind, bell, mail }) => [kind, { bell, mail }]));
}

/** For the audit log, which names each switch and each kind that changed. */
function flat<S>({ kinds, ...switches }: Shown<S>): Record<string, unknown> {
  const ways = kinds.map(({ kind, bell, mail }) => [
    kind,
    [...(bell ? ['bell'] : []), ...(mail ? ['email'] : [])],
  ]);
  return { ...switches, ...Object.fromEntries(ways) };
}

/**
 * A switch that was never saved has its default; those of the other portal are left out. Those that are off
 * by default stay off: nothing sends text messages or advertising.
 */
function filled<S extends Switches>(defaults: S, saved: Switches): S {
  const names = Object.keys(defaults) as (keyof Switches)[];
  return Object.fromEntries(
    names.map((name) => [name, defaults[name] && (saved[name] ?? true)]),
  ) as S;
}

function about(actor: Actor) {
  return { subject: { type: 'users', id: actor.userId } };
}
