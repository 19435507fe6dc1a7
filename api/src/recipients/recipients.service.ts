import type { BodyOf } from '@sente/contract/endpoint';
import {
  maxRecipients,
  type ListedRecipient,
  type Recipient,
  type recipients,
} from '@sente/contract/recipients';
import { violatedUnique } from '../db/database-errors.ts';
import type { Database, Db } from '../db/database.ts';
import { uuidV7 } from '../db/uuid.ts';
import { companyOf, type Actor } from '../http/actor.ts';
import { alreadyInUse, invalidField, notFound, refused } from '../http/app-error.ts';
import type { Numbering } from '../payments/networks/phone-numbers.ts';
import type { WalletsService } from '../payments/networks/wallets.service.ts';
import { audit, changesOf } from '../security/audit.ts';
import {
  countRecipients,
  deleteRecipient,
  findRecipient,
  insertRecipient,
  listRecipients,
  payoutsToRecipients,
  renameRecipient,
} from './recipients.queries.ts';

export interface RecipientsService {
  list(actor: Actor): Promise<ListedRecipient[]>;
  create(actor: Actor, body: BodyOf<typeof recipients.create>): Promise<Recipient>;
  rename(actor: Actor, id: string, label: string): Promise<Recipient>;
  remove(actor: Actor, id: string): Promise<void>;
}

/** Those of the caller's company. */
export function createRecipientsService(
  database: Database,
  numbering: Numbering,
  wallets: Pick<WalletsService, 'holder'>,
): RecipientsService {
  return {
    list: (actor) =>
      database.within(actor.scope, async (db) => {
        const saved = await listRecipients(db, companyOf(actor));
        if (!actor.permissions.has('canViewTransactions')) {
          return saved.map((each) => ({ ...each, payouts: null }));
        }
        const payouts = await payoutsToRecipients(db, companyOf(actor));
        return saved.map((each) => ({ ...each, payouts: payouts.get(each.id) ?? null }));
      }),

    create: async (actor, { label, ...wallet }) => {
      const { phoneNumber, network } = await numbering.resolve(wallet.phoneNumber, wallet.network);
      // Before the database transaction, because a network takes its time.
      const holder = await wallets.holder(actor, companyOf(actor), wallet);
      if (holder.status === 'not-registered') {
        const message = 'This number is not registered for mobile money on this network';
        throw invalidField('phoneNumber', message);
      }
      const recipient = { label, phoneNumber: `+${phoneNumber}`, network };
      try {
        return await database.within(actor.scope, (db) => save(db, actor, recipient, holder.name));
      } catch (error) {
        if (violatedUnique(error) !== 'recipients_phone_key') throw error;
        const others = await database.within(actor.scope, (db) =>
          listRecipients(db, companyOf(actor)),
        );
        const same = others.find((other) => other.phoneNumber === recipient.phoneNumber);
        // Without a name it was removed meanwhile.
        const name = same ? ` as ${same.label}` : '';
        throw alreadyInUse('phoneNumber', `This number is saved already${name}`);
      }
    },

    rename: (actor, id, label) =>
      database.within(actor.scope, async (db) => {
        const before = await mustFind(db, actor, id);
        await renameRecipient(db, id, label);
        const details = { recipient: id, ...changesOf(before, { label }) };
        await audit(db, actor, { action: 'recipients.rename', ...aboutCompany(actor), details });
        return { ...before, label };
      }),

    remove: (actor, id) =>
      database.within(actor.scope, async (db) => {
        const { label, phoneNumber, network } = await mustFind(db, actor, id);
        await deleteRecipient(db, id);
        const details = { label, phoneNumber, network };
        await audit(db, actor, { action: 'recipients.remove', ...aboutCompany(actor), details });
      }),
  };
}

async function save(
  db: Db,
  actor: Actor,
  recipient: Pick<Recipient, 'label' | 'phoneNumber' | 'network'>,
  checkedName: string | null,
): Promise<Recipient> {
  if ((await countRecipients(db, companyOf(actor))) >= maxRecipients) {
    throw refused(`A company has at most ${maxRecipients} recipients. Remove one first.`);
  }
  const id = uuidV7();
  const saved = await insertRecipient(db, companyOf(actor), { id, ...recipient, checkedName });
  if (!saved) throw new Error('A recipient was not stored');
  const details = { ...recipient, checkedName };
  await audit(db, actor, { action: 'recipients.create', ...aboutCompany(actor), details });
  return saved;
}

async function mustFind(db: Db, actor: Actor, id: string): Promise<Recipient> {
  const found = await findRecipient(db, companyOf(actor), id);
  if (!found) throw notFound('Recipient not found');
  return found;
}

function aboutCompany(actor: Actor) {
  return { subject: { type: 'companies', id: companyOf(actor) } };
}
