import { companyPermissionNames, staffPermissionNames } from '@sente/contract/permissions';
import type { Db } from '../src/db/database.ts';
import { uuidV7 } from '../src/db/uuid.ts';

interface DemoRole {
  readonly name: string;
  readonly description: string | null;
  readonly permissions: readonly string[];
  readonly isStaff?: true;
}

/** Two without a module, so that "Other" is shown. */
const looseTasks = [
  ['canPrintStatements', 'Print account statements at the counter'],
  ['canContactSupport', 'Write to the provider on behalf of the company'],
] as const;

const hundredCharacters =
  'Regional supervisor for the northern and eastern hotspots with duties on weekends and public holidays';

const demoRoles: readonly DemoRole[] = [
  {
    name: 'super_admin',
    description: 'Administrator from the old system, spelled its way',
    permissions: staffPermissionNames,
    isStaff: true,
  },
  {
    name: 'Users Viewer',
    description: 'Sees who works in the company',
    permissions: ['canViewUsers'],
  },
  {
    name: 'Auditor',
    description: 'Reads across the company, changes nothing',
    permissions: [
      'canViewTransactions',
      'canViewAccounts',
      'canViewAnalytics',
      'canViewUsers',
      'canEditProfile',
    ],
  },
  {
    name: 'Front Desk',
    description: 'Answers customers about their payments',
    permissions: ['canViewTransactions', 'canViewAccounts', 'canEditProfile'],
  },
  { name: 'Cashier', description: 'Looks up payments', permissions: ['canViewTransactions'] },
  { name: 'Trainee', description: 'In the first week: nothing yet', permissions: [] },
  {
    name: 'Night Shift',
    description: null,
    permissions: ['canViewTransactions', 'canPrintStatements'],
  },
  {
    name: 'Everything',
    description: 'Every permission there is',
    permissions: [...companyPermissionNames, ...looseTasks.map(([name]) => name)],
  },
  {
    name: 'Unused Helper',
    description: 'Held by nobody, so it can be deleted',
    permissions: ['canContactSupport'],
  },
  {
    name: hundredCharacters.slice(0, 100),
    description: 'Opens and closes the sites, checks the takings and the stock of vouchers. '
      .repeat(7)
      .slice(0, 500)
      .trim()
      .padEnd(500, '.'),
    permissions: ['canViewAccounts', 'canViewTransactions'],
  },
];

export async function seedRoles(db: Db): Promise<void> {
  for (const [name, description] of looseTasks) {
    await db.rows('insert into permissions (id, name, description) values ($1, $2, $3)', [
      uuidV7(),
      name,
      description,
    ]);
  }
  for (const role of demoRoles) {
    const id = uuidV7();
    await db.rows('insert into roles (id, name, description, is_staff) values ($1, $2, $3, $4)', [
      id,
      role.name,
      role.description,
      role.isStaff ?? false,
    ]);
    await db.rows(
      `insert into role_permissions (role_id, permission_id)
       select $1, id from permissions where name = any($2)`,
      [id, role.permissions],
    );
  }
}
