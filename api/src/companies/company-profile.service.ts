import type { CompanyDetails, CompanyProfileBody } from '@sente/contract/companies';
import type { Database, Db } from '../db/database.ts';
import { platformScope } from '../db/scope.ts';
import type { Actor } from '../http/actor.ts';
import { invalidField } from '../http/app-error.ts';
import { refuseOlder } from '../http/stale.ts';
import { phoneAfter } from '../http/phone-after.ts';
import { readPicture, type Picture } from '../pictures/picture.ts';
import { forgetPicture, keepPicture } from '../pictures/kept-pictures.ts';
import { audit, changesOf } from '../security/audit.ts';
import { setLogo, updateProfile } from './companies.queries.ts';
import { about, lockOrRefuse, readDetails, toDetails } from './companies.service.ts';

/** What a company says about itself. */
export interface CompanyProfileService {
  update(actor: Actor, id: string, body: CompanyProfileBody): Promise<CompanyDetails>;
  uploadLogo(actor: Actor, id: string, sent: unknown): Promise<CompanyDetails>;
  removeLogo(actor: Actor, id: string): Promise<CompanyDetails>;
}

export function createCompanyProfileService(database: Database): CompanyProfileService {
  return {
    update: (actor, id, { updatedAt, ...typed }) =>
      database.within(actor.scope, async (db) => {
        const before = await lockOrRefuse(db, id);
        refuseOlder('this company', updatedAt, before.updated_at);
        const body = { ...typed, phone: phoneAfter(typed.phone, before.phone, 'phone') };
        await updateProfile(db, id, body);
        await audit(db, actor, {
          action: 'companies.updateProfile',
          ...about(id),
          details: { ...changesOf(toDetails(before), body) },
        });
        return readDetails(db, id);
      }),

    uploadLogo: async (actor, id, sent) => {
      const picture = readPicture(sent, 'logo');
      if (!picture) throw invalidField('logo', 'Choose a picture');
      // Pictures are the platform's. The access rule lets a caller name the own company only.
      return database.within(platformScope, (db) => changeLogo(db, actor, id, picture));
    },

    removeLogo: (actor, id) =>
      database.within(platformScope, (db) => changeLogo(db, actor, id, null)),
  };
}

async function changeLogo(
  db: Db,
  actor: Actor,
  id: string,
  picture: Picture | null,
): Promise<CompanyDetails> {
  const before = await lockOrRefuse(db, id);
  if (picture) await keepPicture(db, picture);
  const logo = picture?.address ?? null;
  await setLogo(db, id, logo);
  if (before.logo !== null && before.logo !== logo) await forgetPicture(db, before.logo);
  const action = logo === null ? 'companies.removeLogo' : 'companies.uploadLogo';
  await audit(db, actor, { action, ...about(id) });
  return readDetails(db, id);
}
