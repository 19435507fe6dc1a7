import { overlaps, maxLiveKeys, type ApiKey, type NewApiKey } from '@sente/contract/api-keys';
import type { apiKeys } from '@sente/contract/api-keys';
import type { BodyOf } from '@sente/contract/endpoint';
import { companyExists } from '../db/company.ts';
import type { Database, Db } from '../db/database.ts';
import { holdOwnRecords } from '../db/own-records.ts';
import { uuidV7 } from '../db/uuid.ts';
import { companyOf, type Actor } from '../http/actor.ts';
import { invalidField, notFound, refused } from '../http/app-error.ts';
import type { Handlers } from '../http/serve.ts';
import { tellAdministrators } from '../notifications/protection.ts';
import { audit } from '../security/audit.ts';
import { proofIn, type Prove } from '../security/proof.ts';
import type { Sealer } from '../security/secrets.ts';
import {
  countLiveKeys,
  deleteKey,
  deleteLongEnded,
  endKeyIn,
  insertKey,
  listKeys,
  lockKey,
  type ApiKeyRow,
  type NewKey,
} from './api-keys.queries.ts';
import { newChannelId, newSecretKey } from './keys.ts';
import { refuseWithoutExamination, type ReadRequirement } from './live-key-rule.ts';
import { readPublicKey } from './public-key.ts';

type RotateBody = BodyOf<typeof apiKeys.rotate>;
type Terms = Pick<NewKey, 'name' | 'scopes' | 'allowedAddresses' | 'endsAt' | 'publicKey'>;

/** Keys move money, so a stolen session must not make one. */
export function apiKeyRoutes(
  database: Database,
  sealer: Sealer,
  prove: Prove,
  requirement: ReadRequirement,
): Handlers<typeof apiKeys> {
  /** One change of a company's keys after the other, so that their limit holds. */
  const change = <T>(actor: Actor, work: (db: Db) => Promise<T>): Promise<T> =>
    database.within(actor.scope, async (db) => {
      await holdOwnRecords(db, companyOf(actor));
      return work(db);
    });

  return {
    list: async ({ actor, params: { id } }) => ({
      data: await database.within(actor.scope, async (db) => {
        if (!(await companyExists(db, id))) throw notFound('Company not found');
        return (await listKeys(db, id)).map(keyOf);
      }),
    }),

    create: async ({ actor, body }) => {
      const { name, scopes, allowedAddresses, endsAt = null } = body;
      if (endsAt !== null && Date.parse(endsAt) <= Date.now()) {
        throw invalidField('endsAt', 'Must be in the future');
      }
      const publicKey = body.publicKey ? readPublicKey(body.publicKey) : null;
      if (database.unscoped.mode === 'live') {
        await refuseWithoutExamination(requirement, companyOf(actor));
      }
      await prove(actor, proofIn(body), 'apiKeys.create', 'lately');
      const data = await change(actor, async (db) => {
        const terms = { name, scopes, allowedAddresses, endsAt, publicKey };
        const made = await makeKey(db, sealer, companyOf(actor), terms);
        await note(db, actor, 'create', made);
        const what = 'api-key-made';
        await tellAdministrators(db, actor, { what, companyId: made.companyId, apiKey: name });
        return made;
      });
      return { data };
    },

    rotate: async ({ actor, params: { id }, body }) => {
      const publicKey = body.publicKey ? readPublicKey(body.publicKey) : null;
      const find = async (db: Db) => rotatable(await mustLock(db, actor, id), publicKey);
      await change(actor, find);
      await prove(actor, proofIn(body), 'apiKeys.rotate', 'lately');
      const data = await change(actor, async (db) =>
        rotate(db, actor, sealer, await find(db), { overlap: body.overlap, publicKey }),
      );
      return { data };
    },

    revoke: async ({ actor, params: { id } }) => {
      await change(actor, async (db) => {
        const row = await mustLock(db, actor, id);
        await deleteKey(db, id);
        await note(db, actor, 'revoke', keyOf(row));
      });
      return { data: null };
    },
  };
}

/** Under a new channel id, so that both work until the old one ends. */
async function rotate(
  db: Db,
  actor: Actor,
  sealer: Sealer,
  before: ApiKeyRow,
  { overlap, publicKey }: Pick<RotateBody, 'overlap'> & Pick<NewKey, 'publicKey'>,
): Promise<NewApiKey> {
  await endKeyIn(db, before.id, overlaps[overlap]);
  const made = await makeKey(db, sealer, before.company_id, {
    name: before.name,
    scopes: before.scopes,
    allowedAddresses: before.allowed_addresses,
    endsAt: before.ends_at,
    publicKey,
  });
  await note(db, actor, 'rotate', made, { replaced: before.channel_id, overlap });
  const { companyId, name: apiKey } = made;
  await tellAdministrators(db, actor, { what: 'api-key-rotated', companyId, apiKey });
  return made;
}

function rotatable(row: ApiKeyRow, publicKey: Buffer | null): ApiKeyRow {
  if (stateOf(row) !== 'active') throw refused('This key does not work any more. Make a new one.');
  if (row.has_secret && publicKey) throw invalidField('publicKey', 'This key has a secret');
  if (!row.has_secret && !publicKey) {
    throw invalidField('publicKey', 'The public key of the new key is required');
  }
  return row;
}

async function makeKey(
  db: Db,
  sealer: Sealer,
  companyId: string,
  terms: Terms,
): Promise<NewApiKey> {
  await deleteLongEnded(db, companyId);
  if ((await countLiveKeys(db, companyId)) >= maxLiveKeys) {
    throw refused(`A company has at most ${maxLiveKeys} keys. Revoke one first.`);
  }
  const id = uuidV7();
  const secretKey = terms.publicKey ? null : newSecretKey(db.mode);
  const secret = secretKey === null ? null : sealer.seal(secretKey, { id, companyId });
  const channelId = newChannelId(db.mode);
  const row = await insertKey(db, { ...terms, id, companyId, channelId, secret });
  return { ...keyOf(row), secretKey };
}

async function mustLock(db: Db, actor: Actor, id: string): Promise<ApiKeyRow> {
  const row = await lockKey(db, companyOf(actor), id);
  if (!row) throw notFound('API key not found');
  return row;
}

/** In the company's history, never with the secret. */
function note(
  db: Db,
  actor: Actor,
  action: 'create' | 'rotate' | 'revoke',
  { companyId, name, channelId, scopes, allowedAddresses, algorithm, endsAt }: ApiKey,
  more: object = {},
): Promise<void> {
  const terms = { scopes, allowedAddresses, algorithm, endsAt };
  return audit(db, actor, {
    action: `apiKeys.${action}`,
    subject: { type: 'companies', id: companyId },
    companyId,
    details: { name, channelId, ...(action === 'create' && terms), ...more },
  });
}

function keyOf(row: ApiKeyRow): ApiKey {
  return {
    id: row.id,
    companyId: row.company_id,
    name: row.name,
    channelId: row.channel_id,
    madeBy: row.by_staff ? 'staff' : 'company',
    algorithm: row.has_secret ? 'hmac-sha256' : 'ed25519',
    scopes: [...row.scopes],
    allowedAddresses: [...row.allowed_addresses],
    state: stateOf(row),
    lastUsedAt: row.last_used_at?.toISOString() ?? null,
    lastUsedAddress: row.last_used_address,
    endsAt: row.ends_at?.toISOString() ?? null,
    createdAt: row.created_at.toISOString(),
  };
}

function stateOf({ is_active, is_ended }: ApiKeyRow): ApiKey['state'] {
  if (is_ended) return 'ended';
  return is_active ? 'active' : 'off';
}
