import {
  companySwitches,
  notificationKindNames,
  notificationKinds,
  staffSwitches,
  type KindChoice,
  type KindChoices,
  type NotificationKindName,
  type Switches,
} from '@sente/contract/notification-kinds';
import type {
  KindSetting,
  NotificationPreferences,
  NotificationSettings,
} from '@sente/contract/notifications';
import type { Database } from '../db/database.ts';
import type { Actor } from '../http/actor.ts';
import { notFound } from '../http/app-error.ts';
import { audit, changesOf } from '../security/audit.ts';
import { readSettings, saveChoice, saveSwitches } from './notifications.queries.ts';
import { maySee } from './people.ts';

export interface PreferencesService {
  /** The switches of staff, as the back-office shows them. */
  readStaff(actor: Actor): Promise<NotificationSettings>;
  saveStaff(actor: Actor, switches: NotificationSettings): Promise<NotificationSettings>;
  readCompany(actor: Actor): Promise<NotificationPreferences>;
  saveCompany(actor: Actor, switches: NotificationPreferences): Promise<NotificationPreferences>;
  kinds(actor: Actor): Promise<KindSetting[]>;
  saveKind(actor: Actor, kind: NotificationKindName, choice: KindChoice): Promise<KindSetting>;
}

export function createPreferencesService(database: Database): PreferencesService {
  const read = <S extends Switches>(actor: Actor, defaults: S): Promise<S> =>
    database.within(actor.scope, async (db) =>
      filled(defaults, (await readSettings(db, actor.userId)).switches),
    );
  const save = <S extends Switches>(
    actor: Actor,
    defaults: S,
    switches: S,
    action: string,
  ): Promise<S> =>
    database.within(savingScope(actor), async (db) => {
      const before = filled(defaults, (await readSettings(db, actor.userId)).switches);
      await saveSwitches(db, actor.userId, switches);
      const details = { ...changesOf(before, switches) };
      await audit(db, actor, { action, ...about(actor), details });
      return switches;
    });

  return {
    readStaff: (actor) => read(actor, staffSwitches as NotificationSettings),
    saveStaff: (actor, switches) =>
      save(actor, staffSwitches as NotificationSettings, switches, 'settings.updateNotifications'),
    readCompany: (actor) => read(actor, companySwitches as NotificationPreferences),
    saveCompany: (actor, switches) =>
      save(
        actor,
        companySwitches as NotificationPreferences,
        switches,
        'notifications.updatePreferences',
      ),

    kinds: (actor) =>
      database.within(actor.scope, async (db) => {
        const { choices } = await readSettings(db, actor.userId);
        return kindsFor(actor).map((kind) => toSetting(kind, choices));
      }),

    saveKind: (actor, kind, choice) =>
      database.within(savingScope(actor), async (db) => {
        if (!kindsFor(actor).includes(kind)) throw notFound('You are not told about this');
        const { choices } = await readSettings(db, actor.userId);
        const { bell, mail } = toSetting(kind, choices);
        await saveChoice(db, actor.userId, kind, choice);
        const details = { kind, ...changesOf({ bell, mail }, choice) };
        await audit(db, actor, { action: 'notifications.updateKind', ...about(actor), details });
        return { kind, ...choice };
      }),
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

function toSetting(kind: NotificationKindName, choices: KindChoices): KindSetting {
  const { bell, mail } = choices[kind] ?? notificationKinds[kind];
  return { kind, bell, mail };
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
