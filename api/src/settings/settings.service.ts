import {
  defaultNotificationSettings,
  type NotificationSettings,
  type ProfileBody,
} from '@sente/contract/settings';
import type { Database } from '../db/database.ts';
import type { Actor } from '../http/actor.ts';
import { notFound } from '../http/app-error.ts';
import { audit } from '../security/audit.ts';
import { readPicture } from './picture.ts';
import {
  findNotifications,
  findPicture,
  insertPicture,
  lockProfile,
  saveNotifications,
  updateProfile,
  type ProfileRow,
} from './settings.queries.ts';

export interface SettingsService {
  updateProfile(actor: Actor, body: ProfileBody): Promise<void>;
  getNotifications(actor: Actor): Promise<NotificationSettings>;
  updateNotifications(actor: Actor, settings: NotificationSettings): Promise<NotificationSettings>;
  /** Anybody's: a picture shows up in links that browsers follow without a token. */
  readPicture(hash: string): Promise<{ contentType: string; bytes: Buffer } | undefined>;
}

export function createSettingsService(database: Database): SettingsService {
  return {
    async updateProfile(actor, { avatar, ...body }) {
      const picture = readPicture(avatar);
      await database.within(actor.scope, async (db) => {
        const before = await lockProfile(db, actor.userId);
        if (!before) throw notFound('User not found');
        if (picture) await insertPicture(db, picture);
        const after: ProfileRow = {
          first_name: body.firstName,
          last_name: body.lastName,
          phone_number: body.phoneNumber,
          avatar_url: picture?.address ?? before.avatar_url,
        };
        await updateProfile(db, actor.userId, after);
        await audit(db, actor, {
          action: 'settings.updateProfile',
          ...about(actor),
          details: { changed: changedFields(before, after) },
        });
      });
    },

    getNotifications: (actor) =>
      database.within(actor.scope, async (db) => ({
        ...defaultNotificationSettings,
        ...(await findNotifications(db, actor.userId)),
      })),

    updateNotifications: (actor, settings) =>
      database.within(actor.scope, async (db) => {
        const before = {
          ...defaultNotificationSettings,
          ...(await findNotifications(db, actor.userId)),
        };
        await saveNotifications(db, actor.userId, settings);
        const names = Object.keys(settings) as (keyof NotificationSettings)[];
        await audit(db, actor, {
          action: 'settings.updateNotifications',
          ...about(actor),
          details: { changed: names.filter((name) => settings[name] !== before[name]) },
        });
        return settings;
      }),

    async readPicture(hash) {
      const row = await findPicture(database.unscoped, hash);
      return row && { contentType: row.content_type, bytes: row.bytes };
    },
  };
}

function about(actor: Actor) {
  return { subject: { type: 'users', id: actor.userId } };
}

const fieldNames: Record<keyof ProfileRow, string> = {
  first_name: 'firstName',
  last_name: 'lastName',
  phone_number: 'phoneNumber',
  avatar_url: 'avatar',
};

function changedFields(before: ProfileRow, after: ProfileRow): string[] {
  const columns = Object.keys(fieldNames) as (keyof ProfileRow)[];
  return columns.filter((name) => before[name] !== after[name]).map((name) => fieldNames[name]);
}
