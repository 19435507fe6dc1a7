import type { BodyOf } from '@sente/contract/endpoint';
import type { NetworkNotice, networkNotices } from '@sente/contract/network-notices';
import type { Database, Db } from '../../db/database.ts';
import type { Actor } from '../../http/actor.ts';
import { notFound } from '../../http/app-error.ts';
import type { ApprovalActs } from '../../approvals/approval-kind.ts';
import { close, confirm, proposeBooking, proposeRelease, reject, withdraw } from './notice-acts.ts';
import { toNotice } from './notice-view.ts';
import {
  findNotice,
  listNotices,
  lockBooking,
  lockNotices,
  type NoticeRow,
} from './notices.queries.ts';

type Booking = BodyOf<typeof networkNotices.proposeBooking>;
type Rejection = BodyOf<typeof networkNotices.reject>;
type Release = BodyOf<typeof networkNotices.proposeRelease>;

/**
 * What networks said about payments that do not exist here, for staff to look into. One person proposes
 * what happens to the money, another one confirms it.
 */
export interface NoticesService {
  list(actor: Actor): Promise<NetworkNotice[]>;
  close(actor: Actor, id: string, note: string): Promise<void>;
  proposeBooking(actor: Actor, id: string, booking: Booking): Promise<NetworkNotice>;
  proposeRelease(actor: Actor, id: string, release: Release): Promise<NetworkNotice>;
  confirm(actor: Actor, id: string, proposal: string): Promise<void>;
  withdraw(actor: Actor, id: string, proposal: string): Promise<NetworkNotice>;
  reject(actor: Actor, id: string, rejection: Rejection): Promise<NetworkNotice>;
  /** Proposals in the queue of approvals. */
  readonly approvals: ApprovalActs;
}

export function createNoticesService(database: Database): NoticesService {
  /** Decides about an open notice, and returns it as it is then. */
  const decide = (
    actor: Actor,
    id: string,
    act: (db: Db, actor: Actor, notice: NoticeRow) => Promise<void>,
  ): Promise<NetworkNotice> =>
    database.within(actor.scope, async (db) => {
      await act(db, actor, await lockOpen(db, id));
      return toNotice(await findOpen(db, id), actor.userId);
    });
  /** The same for an act that may close it. */
  const end = (
    actor: Actor,
    id: string,
    act: (db: Db, actor: Actor, notice: NoticeRow) => Promise<void>,
  ): Promise<void> =>
    database.within(actor.scope, async (db) => act(db, actor, await lockOpen(db, id)));
  const confirmIt = (actor: Actor, id: string, proposal: string): Promise<void> =>
    database.within(actor.scope, async (db) => {
      await lockBooking(db);
      await confirm(db, actor, await lockOpen(db, id), proposal);
    });

  return {
    list: (actor) =>
      database.within(actor.scope, async (db) =>
        (await listNotices(db)).map((row) => toNotice(row, actor.userId)),
      ),
    close: (actor, id, note) => end(actor, id, (...to) => close(...to, note)),
    proposeBooking: (actor, id, booking) =>
      decide(actor, id, (...to) => proposeBooking(...to, booking)),
    proposeRelease: (actor, id, release) =>
      decide(actor, id, (...to) => proposeRelease(...to, release)),
    confirm: confirmIt,
    withdraw: (actor, id, proposal) => decide(actor, id, (...to) => withdraw(...to, proposal)),
    reject: (actor, id, { proposal, reason }) =>
      decide(actor, id, (...to) => reject(...to, proposal, reason)),
    approvals: {
      approve: (actor, { id, notice_id: notice }) => confirmIt(actor, notice ?? '', id),
      reject: (actor, { id, notice_id: notice }, _askedAt, reason) =>
        end(actor, notice ?? '', (...to) => reject(...to, id, reason)),
      withdraw: (actor, { id, notice_id: notice }) =>
        end(actor, notice ?? '', (...to) => withdraw(...to, id)),
    },
  };
}

/** Locked until the transaction ends, and read after that. */
async function lockOpen(db: Db, id: string): Promise<NoticeRow> {
  await lockNotices(db, (await findOpen(db, id)).payment_key);
  return findOpen(db, id);
}

async function findOpen(db: Db, id: string): Promise<NoticeRow> {
  const notice = await findNotice(db, id);
  if (!notice) throw notFound('This notice is not open');
  return notice;
}
