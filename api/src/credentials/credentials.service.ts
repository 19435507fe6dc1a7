import type { Credential, credentials } from '@sente/contract/credentials';
import type { BodyOf } from '@sente/contract/endpoint';
import { holdCompany } from '../db/company.ts';
import type { Database, Db } from '../db/database.ts';
import { violatedUnique } from '../db/database-errors.ts';
import { uuidV7 } from '../db/uuid.ts';
import type { Actor } from '../http/actor.ts';
import { AppError, notFound, refused } from '../http/app-error.ts';
import { audit } from '../security/audit.ts';
import type { Prove } from '../security/proof.ts';
import type { Sealer, Unreadable } from '../security/secrets.ts';
import {
  deleteCredential,
  insertCredential,
  listCredentials,
  lockCredential,
  replaceKeys,
  setActive,
  type CredentialKeys,
  type CredentialRow,
} from './credentials.queries.ts';
import { newChannelId, newSecretKey } from './keys.ts';
import { refuseWithoutExamination, type ReadRequirement } from './live-key-rule.ts';

type CreateBody = BodyOf<typeof credentials.create>;
type RegenerateBody = BodyOf<typeof credentials.regenerate>;
type CredentialRef = Pick<RegenerateBody, 'recordId' | 'companyId'>;
type ToggleBody = BodyOf<typeof credentials.toggle>;

/** The message explains a secret that could not be decrypted. */
export interface CredentialAnswer<Data> {
  readonly data: Data;
  readonly message?: string;
}

export interface CredentialsService {
  list(actor: Actor, companyId: string): Promise<CredentialAnswer<Credential[]>>;
  reveal(actor: Actor, body: RegenerateBody): Promise<CredentialAnswer<Credential>>;
  create(actor: Actor, body: CreateBody): Promise<CredentialAnswer<Credential>>;
  regenerate(actor: Actor, body: RegenerateBody): Promise<CredentialAnswer<Credential>>;
  toggle(actor: Actor, body: ToggleBody): Promise<CredentialAnswer<Credential>>;
  remove(actor: Actor, ref: CredentialRef): Promise<void>;
}

/** Keys move money, so a stolen session must not make them, see them, replace them or switch them on. */
export function createCredentialsService(
  database: Database,
  sealer: Sealer,
  prove: Prove,
  requirement: ReadRequirement,
): CredentialsService {
  /** Each call concerns one company that is not archived. */
  const inCompany = <T>(actor: Actor, companyId: string, work: (db: Db) => Promise<T>) =>
    database.within(actor.scope, async (db) => {
      if (!(await holdCompany(db, companyId))) throw notFound('Company not found');
      return work(db);
    });

  /** Answers with the secret of the keys that `work` returns. */
  const withProof = async (
    actor: Actor,
    { recordId, companyId, ...proof }: RegenerateBody,
    action: 'reveal' | 'regenerate',
    work: (db: Db, row: CredentialRow) => Promise<CredentialRow>,
  ) => {
    const find = (db: Db) => lockOrRefuse(db, { recordId, companyId });
    await inCompany(actor, companyId, find);
    await prove(actor, proof, `credentials.${action}`, 'lately');
    const row = await inCompany(actor, companyId, async (db) => work(db, await find(db)));
    return answerOf(sealer, row);
  };

  return {
    list: (actor, companyId) =>
      inCompany(actor, companyId, async (db) =>
        together((await listCredentials(db, companyId)).map((row) => answerOf(sealer, row))),
      ),

    reveal: (actor, body) =>
      withProof(actor, body, 'reveal', async (db, row) => {
        await note(db, actor, 'reveal', row.company_id, { channelId: row.channel_id });
        return row;
      }),

    create: async (actor, { companyId, ...proof }) => {
      await inCompany(actor, companyId, async () => null);
      await refuseWithoutExamination(requirement, companyId);
      await prove(actor, proof, 'credentials.create', 'lately');
      return inCompany(actor, companyId, (db) => createSet(db, actor, sealer, companyId));
    },

    regenerate: (actor, body) =>
      withProof(actor, body, 'regenerate', async (db, before) => {
        const row = await replaceKeys(db, before.id, newKeys(sealer, before.id, body.companyId));
        const details = { channelId: row.channel_id, replaced: before.channel_id };
        await note(db, actor, 'regenerate', body.companyId, details);
        return row;
      }),

    toggle: async (actor, { expectedIsActive, recordId, companyId, ...proof }) => {
      const ref = { recordId, companyId };
      const seen = await inCompany(actor, companyId, (db) => lockOrRefuse(db, ref, 'anybody'));
      const isProved = !seen.is_active && expectedIsActive !== true;
      if (isProved) await prove(actor, proof, 'credentials.toggle', 'lately');
      return inCompany(actor, companyId, async (db) => {
        const before = await lockOrRefuse(db, ref, 'anybody');
        // A concurrent request was first: nothing changes.
        const isDone = expectedIsActive !== undefined && expectedIsActive !== before.is_active;
        const row = isDone ? before : await toggle(db, actor, before, isProved);
        return masked(answerOf(sealer, row));
      });
    },

    remove: (actor, ref) =>
      inCompany(actor, ref.companyId, async (db) => {
        const row = await lockOrRefuse(db, ref);
        await deleteCredential(db, row.id);
        await note(db, actor, 'remove', ref.companyId, { channelId: row.channel_id });
      }),
  };
}

async function createSet(
  db: Db,
  actor: Actor,
  sealer: Sealer,
  companyId: string,
): Promise<CredentialAnswer<Credential>> {
  const id = uuidV7();
  const keys = newKeys(sealer, id, companyId);
  const row = await insertCredential(db, id, companyId, keys).catch(refuseSecondSet);
  await note(db, actor, 'create', companyId, { channelId: row.channel_id });
  return answerOf(sealer, row);
}

async function toggle(
  db: Db,
  actor: Actor,
  { id, company_id, channel_id: channelId, is_active: wasActive }: CredentialRow,
  isProved: boolean,
): Promise<CredentialRow> {
  if (!wasActive && !isProved) throw refused(changedMeanwhile);
  const row = await setActive(db, id, !wasActive);
  await note(db, actor, 'toggle', company_id, { channelId, isActive: row.is_active });
  return row;
}

const changedMeanwhile = 'Somebody else changed these keys in the meantime. Look again.';

/** Recorded in the company's history by channel id, never with the secret. */
function note(
  db: Db,
  actor: Actor,
  action: keyof typeof credentials,
  companyId: string,
  details: { channelId: string; replaced?: string; isActive?: boolean },
): Promise<void> {
  return audit(db, actor, {
    action: `credentials.${action}`,
    subject: { type: 'companies', id: companyId },
    companyId,
    details,
  });
}

/** The set of staff; of the keys that a company made, staff switch off any and see no secret. */
async function lockOrRefuse(
  db: Db,
  ref: CredentialRef,
  of: 'staff' | 'anybody' = 'staff',
): Promise<CredentialRow> {
  const row = await lockCredential(db, ref);
  if (!row || (of === 'staff' && !row.by_staff)) throw notFound('API credentials not found');
  return row;
}

function newKeys(sealer: Sealer, id: string, companyId: string): CredentialKeys {
  return { channelId: newChannelId(), ...sealer.seal(newSecretKey(), { id, companyId }) };
}

function refuseSecondSet(error: unknown): never {
  if (violatedUnique(error) !== 'company_credentials_one_set') throw error;
  throw new AppError('refused', {
    message:
      'Only one credential set is allowed per company. Delete the existing credentials before creating a new one.',
  });
}

/** What is wrong and what to do if a secret cannot be decrypted. */
const unreadableTexts: Record<Unreadable, string> = {
  'other key':
    'The secret key was encrypted with another key than this server has now. Put the former SENTE_CREDENTIAL_KEY or credential.key back, or regenerate the credentials.',
  damaged:
    'The stored secret key is damaged and cannot be read. Regenerate the credentials, or restore the database from a backup.',
};

/** Without their secrets. */
function together(
  answers: readonly CredentialAnswer<Credential>[],
): CredentialAnswer<Credential[]> {
  const message = answers.find((answer) => answer.message)?.message;
  return { data: answers.map((answer) => masked(answer).data), ...(message && { message }) };
}

function masked(answer: CredentialAnswer<Credential>): CredentialAnswer<Credential> {
  return { ...answer, data: { ...answer.data, secretKey: null } };
}

/** A secret that cannot be decrypted does not hide the rest, so that it can be replaced. */
function answerOf(sealer: Sealer, row: CredentialRow): CredentialAnswer<Credential> {
  const opened = openedSecret(sealer, row);
  const data = {
    recordId: row.id,
    companyId: row.company_id,
    channelId: row.channel_id,
    secretKey: 'secret' in opened ? opened.secret : null,
    isReadable: 'secret' in opened,
    isActive: row.is_active,
    lastUsedAt: row.last_used_at?.toISOString() ?? null,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
  return 'secret' in opened ? { data } : { data, message: unreadableTexts[opened.unreadable] };
}

function openedSecret(
  sealer: Sealer,
  { id, company_id: companyId, secret_sealed: sealed, key_name: keyName }: CredentialRow,
): ReturnType<Sealer['open']> | { readonly secret: null } {
  if (sealed === null || keyName === null) return { secret: null };
  return sealer.open({ sealed, keyName }, { id, companyId });
}
