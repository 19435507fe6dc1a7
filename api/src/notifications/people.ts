import {
  choiceOf,
  notificationKinds,
  type KindChoice,
  type KindChoices,
  type NotificationKindName,
  type Switches,
} from '@sente/contract/notification-kinds';
import type { Db } from '../db/database.ts';

/** Somebody who can sign in, as they are now. */
export interface Person {
  readonly id: string;
  readonly email: string;
  readonly first_name: string;
  readonly company_id: string | null;
  readonly is_staff: boolean;
  readonly permissions: readonly string[];
  readonly switches: Switches | null;
  readonly choices: KindChoices | null;
}

/** Whom to look at; all conditions count. */
export interface PeopleFilter {
  readonly ids?: readonly string[];
  readonly companyId?: string;
  readonly isStaff?: boolean;
}

/** As session_actors has it: of no company, or of the head office. */
const isStaffMember = '(u.is_staff and (u.company_id is null or c.is_head_office))';

/** Without those who cannot sign in: deactivated, deleted, of a deleted company, or invited and not come yet. */
export function listPeople(db: Db, { ids, companyId, isStaff }: PeopleFilter): Promise<Person[]> {
  return db.rows<Person>(
    `select u.id, u.email, u.first_name, u.company_id, ${isStaffMember} as is_staff,
       s.settings as switches, s.kinds as choices,
       array(
         select distinct p.name from user_roles ur
         join role_permissions rp on rp.role_id = ur.role_id
         join permissions p on p.id = rp.permission_id
         where ur.user_id = u.id
       ) as permissions
     from users u
     left join companies c on c.id = u.company_id
     left join notification_settings s on s.user_id = u.id
     where u.is_active and u.deleted_at is null and u.password_hash is not null
       and c.archived_at is null
       and ($1::uuid[] is null or u.id = any($1))
       and ($2::uuid is null or u.company_id = $2)
       and ($3::boolean is null or ${isStaffMember} = $3)
     order by u.id`,
    [ids ?? null, companyId ?? null, isStaff ?? null],
  );
}

/** Whether the person may see such a matter, of this company or of all (null). */
export function maySee(person: Reader, kind: NotificationKindName, companyId: string | null) {
  const { company, staff } = notificationKinds[kind];
  if (person.is_staff) {
    return staff !== null && isOneOf(staff, person.permissions);
  }
  if (company === null) return false;
  if (companyId !== null && companyId !== person.company_id) return false;
  // Also of people without a company.
  if (company.length === 0) return true;
  return person.company_id !== null && isOneOf(company, person.permissions);
}

/** An empty list is everybody. */
function isOneOf(wanted: readonly string[], held: readonly string[]): boolean {
  return wanted.length === 0 || wanted.some((name) => held.includes(name));
}
type Reader = Pick<Person, 'is_staff' | 'company_id' | 'permissions'>;

/** How the person wants to hear of it. */
export function wishOf(person: Person, kind: NotificationKindName): KindChoice {
  return choiceOf(kind, person.is_staff, person.switches ?? {}, person.choices ?? {});
}

/** For a cause that sends a mail of its own. */
export async function wantsMail(db: Db, id: string, kind: NotificationKindName): Promise<boolean> {
  const [person] = await listPeople(db, { ids: [id] });
  return person !== undefined && wishOf(person, kind).mail;
}
