import { approvalPermissions, type ApprovalKind } from '@sente/contract/approval-kinds';
import type { NotificationKindName } from '@sente/contract/notification-kinds';
import type { Database, Db } from '../db/database.ts';
import { platformScope } from '../db/scope.ts';
import {
  findEvent,
  insertNotifications,
  queueMails,
  type EventRow,
} from './notifications.queries.ts';
import { listPeople, maySee, wishOf, type Person } from './people.ts';

/** Not held back until other news has come together. */
const urgent: ReadonlySet<NotificationKindName> = new Set(['payouts-stopped', 'ledger-failed']);
/** The cause has sent a mail of its own. */
const mailedByCause: ReadonlySet<NotificationKindName> = new Set(['new-sign-in']);

/** Tells everybody who may see it now, each as they want to be told. */
export function tellPeople(database: Database, eventId: string): Promise<void> {
  return database.within(platformScope, async (db) => {
    const event = await findEvent(db, eventId);
    if (!event) return;
    const { kind, people } = await receiversOf(db, event);
    const told = people
      .filter((person) => maySee(person, kind, event.company_id))
      .map((person) => {
        const { bell, mail } = wishOf(person, kind);
        return { userId: person.id, kind, bell, mail: mail && !mailedByCause.has(kind) };
      })
      .filter(({ bell, mail }) => bell || mail);
    if (told.length === 0) return;
    const toMail = await insertNotifications(db, event.id, told);
    await queueMails(db, toMail, urgent.has(kind));
  });
}

interface Receivers {
  readonly kind: NotificationKindName;
  readonly people: readonly Person[];
}

async function receiversOf(db: Db, event: EventRow): Promise<Receivers> {
  const { kind, user_id: userId, company_id: companyId } = event;
  if (userId !== null) return { kind, people: await listPeople(db, { ids: [userId] }) };
  if (kind === 'approval-waits') return decidersOf(db, event);
  if (kind === 'payouts-stopped') {
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
  readonly company_id: string;
  readonly payment_id: string | null;
  readonly asked_by: string | null;
}

function findRequest(db: Db, id: string): Promise<RequestRow | undefined> {
  return db.row<RequestRow>(
    `select kind, step, company_id, payment_id, asked_by from approval_queue
     where id = $1 and is_waiting`,
    [id],
  );
}

async function listColleagueIds(db: Db, request: RequestRow): Promise<string[]> {
  const rows = await db.rows<{ user_id: string }>(
    'select user_id from payout_colleagues($1, array(select payout_askers($1, $2, $3)))',
    [request.company_id, request.payment_id, request.asked_by],
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
