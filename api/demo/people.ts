import { phoneOf } from '@sente/contract/phone';
import type { User } from '@sente/contract/users';
import type { Db } from '../src/db/database.ts';
import { uuidV7 } from '../src/db/uuid.ts';
import type { Mailer } from '../src/mail/mailer.ts';
import { sendInvitation } from '../src/users/send-links.ts';
import { daysAgo } from './companies.ts';

interface DemoPerson {
  readonly name: string;
  readonly email: string;
  /** The company's key; staff and the user without a company have none. */
  readonly company: string | null;
  readonly roles: readonly string[];
  readonly isStaff?: true;
  readonly inactive?: true;
  /** By the owner of Demo One; has not chosen a password yet. */
  readonly isInvited?: true;
  readonly phone?: string;
  readonly avatar?: string;
  /** Minutes before seeding; undefined for never. */
  readonly lastLogin?: number;
}

/** Before the oldest account, since the history says what they did then. */
const staffSince = new Date('2019-11-04T06:00:00Z');

const hour = 60;
const day = 24 * hour;

/** The fixed sign-ins, and users with details that a screen shows. */
const namedPeople: readonly DemoPerson[] = [
  {
    name: 'Sarah Namutebi',
    email: 'superadmin@sente.test',
    company: null,
    roles: ['SuperAdmin'],
    isStaff: true,
    phone: '+256 772 100100',
    lastLogin: 3 * hour,
  },
  {
    name: 'David Okello',
    email: 'admin@sente.test',
    company: null,
    roles: ['Admin'],
    isStaff: true,
    phone: '+256 772 100101',
    lastLogin: 2,
  },
  {
    name: 'Grace Atim',
    email: 'ops@sente.test',
    company: null,
    roles: ['super_admin'],
    isStaff: true,
    lastLogin: 9 * day,
  },
  {
    name: 'Harriet Nakku',
    email: 'finance@sente.test',
    company: null,
    roles: ['Finance'],
    isStaff: true,
    phone: '+256 772 100102',
    lastLogin: 40,
  },
  {
    name: 'Simon Ouma',
    email: 'support@sente.test',
    company: null,
    roles: ['Support'],
    isStaff: true,
    lastLogin: 20,
  },
  {
    name: 'Joseph Ssali',
    email: 'owner@demo-one.test',
    company: 'demo-one',
    roles: ['client_admin'],
    phone: '+256 772 123456',
    avatar: '/demo/joseph.svg',
    lastLogin: 5,
  },
  {
    name: 'Esther Nakato',
    email: 'manager@demo-one.test',
    company: 'demo-one',
    roles: ['client_manager'],
    phone: '+256 701 220220',
    lastLogin: 26 * hour,
  },
  {
    name: 'Brian Mugisha',
    email: 'viewer@demo-one.test',
    company: 'demo-one',
    roles: ['client_user'],
    lastLogin: 3 * day,
  },
  {
    name: 'Ritah Auma',
    email: 'restricted@demo-one.test',
    company: 'demo-one',
    roles: ['Restricted'],
  },
  {
    name: 'Lydia Nabirye',
    email: 'lister@demo-one.test',
    company: 'demo-one',
    roles: ['Users Viewer'],
    lastLogin: 40 * day,
  },
  {
    name: 'Isaac Wamala',
    email: 'inactive@demo-one.test',
    company: 'demo-one',
    roles: ['client_user'],
    inactive: true,
    lastLogin: 150 * day,
  },
  {
    name: 'Peter Kato',
    email: 'owner@demo-two.test',
    company: 'demo-two',
    roles: ['client_admin'],
    phone: '0772 654321',
    lastLogin: 2 * day,
  },
  { name: 'Noah Odongo', email: 'nocompany@sente.test', company: null, roles: [] },
  {
    name: 'Agnes Kyomuhendo',
    email: 'owner@empty.test',
    company: 'empty',
    roles: ['client_admin'],
    lastLogin: 11 * day,
  },
  {
    name: 'Moses Tumusiime',
    email: 'moses@demo-one.test',
    company: 'demo-one',
    roles: ['client_manager', 'Auditor', 'Cashier', 'Night Shift'],
    lastLogin: 7 * hour,
  },
  {
    name: 'Hellen Achieng',
    email: 'hellen@demo-one.test',
    company: 'demo-one',
    roles: ['client_user', 'Front Desk'],
    phone: '+256 753 330330',
  },
  { name: 'Samuel Lubega', email: 'samuel@demo-one.test', company: 'demo-one', roles: [] },
  {
    name: 'Zaituni Spare',
    email: 'spare@demo-one.test',
    company: 'demo-one',
    roles: ['client_user'],
  },
  {
    name: 'Robert Spare',
    email: 'spare@demo-two.test',
    company: 'demo-two',
    roles: ['client_user'],
  },
];

/** The other users of each company, as first name and last name. */
const crews: Readonly<Record<string, readonly string[]>> = {
  'demo-one': [
    'Aisha Nalubega',
    'Daniel Kiggundu',
    'Doreen Apio',
    'Emmanuel Ochieng',
    'Fatuma Nansubuga',
    'Godfrey Byaruhanga',
    'Immaculate Akello',
    'Julius Sserwadda',
    'Kenneth Muwonge',
    'Maria Nakimuli',
    'Patrick Otim',
    'Shamim Namaganda',
    'Timothy Kasule',
  ],
  'demo-two': ['Charles Isabirye', 'Irene Babirye', 'Martin Waiswa'],
  gulu: ['Denis Ojok', 'Florence Lamwaka'],
  mbarara: ['Apollo Tumwine', 'Jovia Kemigisha'],
  entebbe: ['Ivan Kizza', 'Sylvia Nanyonga', 'Allan Ssekitto'],
  january: ['Margaret Nabukenya', 'Stephen Kalule'],
  mbale: ['Ruth Nambozo', 'Fred Wandera'],
  soroti: ['Paul Ekwaru'],
  masaka: ['Annet Nakayiza'],
  mukono: ['Winnie Nabirye'],
  kabale: ['Naome Tushabe', 'Alex Byamukama'],
};

interface PeopleContext {
  readonly companyIds: ReadonlyMap<string, string>;
  /** One hash for all: they share the password, and hashing fifty would take seconds. */
  readonly passwordHash: string;
  readonly webOrigin: string;
  readonly mailer: Mailer;
}

export async function seedPeople(db: Db, context: PeopleContext): Promise<void> {
  const people = [...namedPeople, ...crewMembers()];
  for (const [index, person] of people.entries()) await seedPerson(db, context, person, index);
  await inviteThem(db, context.mailer);
}

/** Their mails are in the mailbox. */
async function inviteThem(db: Db, mailer: Mailer): Promise<void> {
  const invited = await db.rows<Invited>(
    `select u.id, u.email, u.first_name as "firstName", c.name as "companyName",
       o.id as "userId", o.first_name || ' ' || o.last_name as name
     from users u join companies c on c.id = u.company_id
     join users o on o.email = 'owner@demo-one.test'
     where u.password_hash is null`,
  );
  for (const person of invited) await sendInvitation(db, mailer, person, person);
}

interface Invited extends Pick<User, 'id' | 'email' | 'firstName' | 'companyName'> {
  /** The inviter's. */
  readonly userId: string;
  readonly name: string;
}

async function seedPerson(
  db: Db,
  { companyIds, passwordHash, webOrigin }: PeopleContext,
  person: DemoPerson,
  index: number,
): Promise<void> {
  const [firstName = '', lastName = ''] = person.name.split(' ');
  const id = uuidV7();
  await db.rows(
    `insert into users (id, company_id, is_staff, first_name, last_name, username, email, phone_number,
       avatar_url, password_hash, is_active, last_login_at, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $13)`,
    [
      id,
      person.company ? companyIds.get(person.company) : null,
      person.isStaff ?? false,
      firstName,
      lastName,
      person.email.replace('@', '.').replace('.test', ''),
      person.email,
      person.phone ? phoneOf(person.phone) : null,
      person.avatar ? webOrigin + person.avatar : null,
      person.isInvited ? null : passwordHash,
      !person.inactive,
      person.lastLogin === undefined ? null : daysAgo(person.lastLogin / day),
      person.isStaff ? staffSince : daysAgo(5 + ((index * 37) % 300)),
    ],
  );
  await giveRoles(db, id, person.roles);
}

async function giveRoles(db: Db, userId: string, names: readonly string[]): Promise<void> {
  for (const name of names) {
    const given = await db.rows(
      `insert into user_roles (user_id, role_id) select $1, id from roles where name = $2 returning 1`,
      [userId, name],
    );
    if (given.length !== 1) throw new Error(`The demo data refers to an unknown role: ${name}`);
  }
}

/** Every sixth is inactive and every third has never signed in, spread over the pages. */
function crewMembers(): DemoPerson[] {
  return Object.entries(crews).flatMap(([company, names]) =>
    names.map((name, index): DemoPerson => {
      const [firstName = ''] = name.split(' ');
      return {
        name,
        email: `${firstName.toLowerCase()}@${company}.test`,
        company,
        roles: [roleOf(company, index)],
        ...(index % 6 === 4 && { inactive: true as const }),
        ...(index % 2 === 0 && {
          phone: `+256 77${index % 10} ${String(410_000 + index * 3_137)}`,
        }),
        ...(index % 3 !== 2 && { lastLogin: (index + 1) * 31 * hour }),
        ...(name === 'Kenneth Muwonge' && { isInvited: true as const }),
      };
    }),
  );
}

/** In Entebbe two people can approve each other's payouts. */
function roleOf(company: string, index: number): string {
  if (index === 0 && company !== 'demo-one') return 'client_admin';
  return index === 1 && company === 'entebbe' ? 'client_manager' : 'client_user';
}
