import type { ProfileBody } from '@sente/contract/settings';
import type { Database } from '../db/database.ts';
import type { Actor } from '../http/actor.ts';
import { notFound } from '../http/app-error.ts';
import { phoneAfter } from '../http/phone-after.ts';
import { readPicture } from '../pictures/picture.ts';
import { forgetPicture, keepPicture } from '../pictures/kept-pictures.ts';
import { audit, changesOf } from '../security/audit.ts';
import { lockProfile, updateProfile, type ProfileRow } from './settings.queries.ts';

export interface SettingsService {
  updateProfile(actor: Actor, body: ProfileBody): Promise<void>;
}

export function createSettingsService(database: Database): SettingsService {
  return {
    async updateProfile(actor, { avatar, ...body }) {
      const picture = readPicture(avatar, 'avatar');
      await database.within(actor.scope, async (db) => {
        const before = await lockProfile(db, actor.userId);
        if (!before) throw notFound('User not found');
        if (picture) await keepPicture(db, picture);
        const after: ProfileRow = {
          first_name: body.firstName,
          last_name: body.lastName,
          phone_number: phoneAfter(body.phoneNumber, before.phone_number, 'phoneNumber'),
          avatar_url: picture?.address ?? before.avatar_url,
        };
        await updateProfile(db, actor.userId, after);
        if (picture && before.avatar_url) await forgetPicture(db, before.avatar_url);
        const { changed, ...values } = changesOf(toldOf(before), toldOf(after));
        const alsoChanged = before.avatar_url === after.avatar_url ? [] : ['avatar'];
        await audit(db, actor, {
          action: 'settings.updateProfile',
          ...about(actor),
          details: { changed: [...changed, ...alsoChanged], ...values },
        });
      });
    },
  };
}

function about(actor: Actor) {
  return { subject: { type: 'users', id: actor.userId } };
}

/** The audited fields of a user; a picture is recorded only as changed. */
function toldOf(profile: ProfileRow) {
  return {
    firstName: profile.first_name,
    lastName: profile.last_name,
    phoneNumber: profile.phone_number,
  };
}
