import { approvalPermissions, type ApprovalKind } from '@sente/contract/approval-kinds';
import type { NotificationKindName } from '@sente/contract/notification-kinds';
import type { Database, Db } from '../db/database.ts';
import { platformScope } from '../db/scope.ts';
import {
  findEvent,
  foldSignIns,
  insertNotifications,
  listFlooded,
  queueMails,
  type EventRow,
  type NewNotification,
} from './notifications.queries.ts';
import { listPeople, maySee, wishOf, type Person } from './people.ts';

/** Not held back until other news has come together; of changes of sign-ins, which one person makes, the first few. */
const urgent: ReadonlySet<NotificationKindName> = new Set([
  'payouts-stopped',
  'ledger-failed',
  'protection',
]);
/** The cause has sent a mail of its own. */
const mailedByCause: ReadonlySet<NotificationKindName> = new Set(['new-sign-in']);

/** People of the company and staff. */
const toldToBoth: ReadonlySet<NotificationKindName> = new Set([
  'payouts-stopped',
  'webhook-failing',
]);

/** A brake on all companies is told to everybody, which is more than one statement has time for. */
const batch = 500;

/**
 * Tells everybody who may see it now, each as they want to be told; staff come first. A job that is repeated
 * goes on with those who were not told.
 */
export async function tellPeople(database: Database, eventId: string): Promise<void> {
  const told = await database.within(platformScope, async (db) => {
    const event = await findEvent(db, eventId);
    return event ? listTold(event, await receiversOf(db, event)) : [];
  });
  for (let start = 0; start < told.length; start += batch) {
    const some = told.slice(start, start + batch);
    await database.within(platformScope, async (db) => {
      const toMail = await insertNotifications(db, eventId, some);
      for (const { kind, userId } of some) {
        if (kind === 'new-sign-in') await foldSignIns(db, eventId, userId);
      }
      const kind = some.find((one) => urgent.has(one.kind))?.kind;
      const flooded = kind === 'protection' ? await listFlooded(db, toMail, kind) : [];
      const isUrgent = (id: string) => kind !== undefined && !flooded.includes(id);
      await queueMails(db, toMail.filter(isUrgent), true);
      await queueMails(
        db,
        toMail.filter((id) => !isUrgent(id)),
        false,
      );
    });
  }
}

function listTold({ company_id, data }: EventRow, { kind, people }: Receivers): NewNotification[] {
  return people
    .filter((person) => maySee(person, kind, company_id) && !data.notTo?.includes(person.id))
    .toSorted((a, b) => Number(b.is_staff) - Number(a.is_staff))
    .map((person) => {
      const { bell, mail } = wishOf(person, kind);
      return { userId: person.id, kind, bell, mail: mail && !mailedByCause.has(kind) };
    })
    .filter(({ bell, mail }) => bell || mail);
}

interface Receivers {
  readonly kind: NotificationKindName;
  readonly people: readonly Person[];
}

async function receiversOf(db: Db, event: EventRow): Promise<Receivers> {
  const { kind, user_id: userId, company_id: companyId } = event;
  if (userId !== null) return { kind, people: await listPeople(db, { ids: [userId] }) };
  if (kind === 'approval-waits') return decidersOf(db, event);
  if (toldToBoth.has(kind)) {
    const ofCompany = await listPeople(db, { isStaff: false, ...(companyId && { companyId }) });
    return { kind, people: [...ofCompany, ...(await listPeople(db, { isStaff: true }))] };
  }
  const people = companyId
    ? await listPeople(db, { companyId, isStaff: false })
    : await listPeople(db, { isStaff: true });
  return { kind, people };
}

/** Whoever could decide now; nobody if it was decided meanwhile. */
async function decidersOf(db: Db, event: EventRow): Promise<Receivers> {
  const { subject_id: subjectId, company_id: companyId, data } = event;
  if (subjectId === null) {
    // Several payouts that the API ordered, told together.
    return data.step === 'colleague' && companyId
      ? { kind: 'payout-waits', people: await listPeople(db, { companyId, isStaff: false }) }
      : { kind: 'approval-waits', people: await staffWith(db, 'staffMoney') };
  }
  const request = await findRequest(db, subjectId);
  if (!request) return { kind: 'approval-waits', people: [] };
  if (request.step === 'colleague') {
    const ids = await listColleagueIds(db, request);
    return { kind: 'payout-waits', people: await listPeople(db, { ids }) };
  }
  const staff = await staffWith(db, approvalPermissions[request.kind]);
  return { kind: 'approval-waits', people: await withoutPuppets(db, request.asked_by, staff) };
}

async function staffWith(db: Db, permission: string): Promise<Person[]> {
  const staff = await listPeople(db, { isStaff: true });
  return staff.filter(({ permissions }) => permissions.includes(permission));
}

interface RequestRow {
  readonly kind: ApprovalKind;
  readonly step: 'colleague' | 'provider';
  readonly id: string;
  readonly company_id: string;
  readonly asked_by: string | null;
}

function findRequest(db: Db, id: string): Promise<RequestRow | undefined> {
  return db.row<RequestRow>(
    `select id, kind, step, company_id, asked_by from approval_queue
     where id = $1 and is_waiting`,
    [id],
  );
}

async function listColleagueIds(db: Db, request: RequestRow): Promise<string[]> {
  const rows = await db.rows<{ user_id: string }>(
    'select user_id from payout_colleagues($1, array(select payout_askers($1, $2, $3)))',
    [request.company_id, request.id, request.asked_by],
  );
  return rows.map(({ user_id }) => user_id);
}

/** Those who could not confirm what this person asked for are not asked to. */
async function withoutPuppets(
  db: Db,
  askedBy: string | null,
  people: readonly Person[],
): Promise<Person[]> {
  if (askedBy === null) return [...people];
  const rows = await db.rows<{ id: string }>(
    `select id from unnest($2::uuid[]) id where second_person_problem($1, id) is null`,
    [askedBy, people.map(({ id }) => id)],
  );
  const able = new Set(rows.map(({ id }) => id));
  return people.filter(({ id }) => able.has(id));
}
