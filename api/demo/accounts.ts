import { accountTypes } from '@sente/contract/accounts';
import type { Db } from '../src/db/database.ts';
import { uuidV7 } from '../src/db/uuid.ts';
import { isAccountNumber } from '../src/ledger/account-number.ts';
import { createChance, type Chance } from './chance.ts';
import type { DemoClock } from './clock.ts';

type TypeName = (typeof accountTypes)[keyof typeof accountTypes];

interface DemoAccount {
  readonly key: string;
  /** The company's key. */
  readonly company: string;
  readonly name: string;
  /** One of our types, or code and name from another system. */
  readonly type: TypeName | { readonly code: number; readonly name: string };
  /** Days before seeding, or a fixed day. */
  readonly opened: number | string;
  /** Deactivated once its history is posted. */
  readonly inactive?: true;
  readonly id?: string;
}

/** A fixed id: the demo tour requests it from another company and must not find it. */
export const demoTwoAccountId = '0190d0d0-0088-7000-8000-00000000d088';

const longName =
  'Takings of the hotspots along Gayaza Road, Kyebando, Kanyanya and Mpererwe until they were sold off.';

/** Each type once active and once inactive, and one imported type. */
const demoOneAccounts: readonly DemoAccount[] = [
  {
    key: 'one-operations',
    company: 'demo-one',
    name: 'Operations',
    type: 'Checking',
    opened: '2019-12-30',
  },
  { key: 'one-reserve', company: 'demo-one', name: 'Reserve', type: 'Savings', opened: 18 },
  { key: 'one-sales', company: 'demo-one', name: 'Hotspot Sales', type: 'Business', opened: 400 },
  { key: 'one-masts', company: 'demo-one', name: 'Mast Fund', type: 'Investment', opened: 300 },
  {
    key: 'one-float',
    company: 'demo-one',
    name: 'Old Agent Float',
    type: 'Checking',
    opened: 405,
    inactive: true,
  },
  {
    key: 'one-holiday',
    company: 'demo-one',
    name: 'Holiday Savings',
    type: 'Savings',
    opened: 380,
    inactive: true,
  },
  {
    key: 'one-gayaza',
    company: 'demo-one',
    name: longName,
    type: 'Business',
    opened: 390,
    inactive: true,
  },
  {
    key: 'one-bonds',
    company: 'demo-one',
    name: 'Treasury Bonds 2024',
    type: 'Investment',
    opened: 350,
    inactive: true,
  },
  {
    key: 'one-credit',
    company: 'demo-one',
    name: 'Supplier Credit Line',
    type: { code: 4, name: 'Credit' },
    opened: 120,
  },
];

/** Company, days since the opening, and its accounts; the first one has the daily business. */
const plainAccounts: readonly (readonly [string, number, ...(readonly [string, TypeName])[]])[] = [
  ['gulu', 370, ['Hub Takings', 'Business'], ['Staff Savings', 'Savings']],
  ['mbarara', 280, ['Milk Payments', 'Checking'], ['Cooler Fund', 'Investment']],
  ['entebbe', 230, ['Guest House Billing', 'Business'], ['Reserve', 'Savings']],
  ['masaka', 170, ['Counter', 'Checking']],
  ['mbale', 500, ['Member Deposits', 'Savings'], ['Loan Payouts', 'Checking']],
  ['kabale', 440, ['School Fees', 'Business'], ['Building Fund', 'Investment']],
  ['january', 520, ['Fees Collection', 'Business'], ['Petty Cash', 'Checking']],
  ['mukono', 100, ['Stall Sales', 'Business']],
  ['hoima', 130, ['Front Desk', 'Checking'], ['Repairs', 'Savings']],
  ['email-word', 145, ['Wholesale', 'Business']],
  ['broken-logo', 195, ['Coffee Sales', 'Business'], ['Harvest Savings', 'Savings']],
  ['long', 85, ['Members', 'Savings']],
  ['soroti', 60, ['Kits and Vouchers', 'Checking']],
  ['plain', 40, ['Main', 'Checking']],
  ['wakiso', 20, ['Riders', 'Savings']],
  ['today', 0, ['First Account', 'Business']],
  ['tororo', 300, ['Exchange', 'Checking']],
];

const demoAccounts: readonly DemoAccount[] = [
  ...demoOneAccounts,
  {
    key: 'demo-two',
    company: 'demo-two',
    name: 'Fibre Customers',
    type: 'Checking',
    opened: 310,
    id: demoTwoAccountId,
  },
  { key: 'two-wages', company: 'demo-two', name: 'Wages', type: 'Checking', opened: 200 },
  {
    key: 'mbale-imported',
    company: 'mbale',
    name: 'Brought Over From The Old System',
    type: { code: 9, name: '' },
    opened: 480,
  },
  {
    key: 'lira-stalls',
    company: 'inactive-accounts',
    name: 'Stall Rents',
    type: 'Business',
    opened: 250,
    inactive: true,
  },
  {
    key: 'lira-lamps',
    company: 'inactive-accounts',
    name: 'Street Lamps',
    type: 'Savings',
    opened: 240,
    inactive: true,
  },
  ...plainAccounts.flatMap(([company, opened, ...accounts]) =>
    accounts.map(([name, type], index): DemoAccount => ({
      key: index === 0 ? company : `${company}-${index + 1}`,
      company,
      name,
      type,
      opened: Math.max(0, opened - index * 30),
    })),
  ),
];

export interface SeededAccount {
  readonly id: string;
  readonly companyId: string;
}

/** Returns each account by its key. All are active until their history is posted. */
export async function seedAccounts(
  db: Db,
  companyIds: ReadonlyMap<string, string>,
  clock: DemoClock,
): Promise<Map<string, SeededAccount>> {
  const chance = createChance(80);
  const seeded = new Map<string, SeededAccount>();
  for (const account of demoAccounts) {
    const id = account.id ?? uuidV7();
    const companyId = companyIds.get(account.company) ?? '';
    const [code, typeName] = typeOf(account);
    await db.rows(
      `insert into accounts
         (id, company_id, name, number, type_code, type_name, opened_at, updated_at)
       values ($1, $2, $3, $4, $5, $6, $7, $7)`,
      [
        id,
        companyId,
        account.name,
        accountNumber(chance),
        code,
        typeName,
        openedAt(account.opened, clock),
      ],
    );
    seeded.set(account.key, { id, companyId });
  }
  return seeded;
}

export async function switchOffAccounts(
  db: Db,
  seeded: ReadonlyMap<string, SeededAccount>,
): Promise<void> {
  const ids = demoAccounts
    .filter(({ inactive }) => inactive)
    .map(({ key }) => seeded.get(key)?.id ?? '');
  await db.rows('update accounts set is_active = false where id = any ($1)', [ids]);
}

function typeOf({ type }: DemoAccount): [code: number, name: string] {
  if (typeof type === 'object') return [type.code, type.name];
  const known = Object.entries(accountTypes).find(([, name]) => name === type);
  return [Number(known?.[0]), type];
}

function openedAt(opened: number | string, clock: DemoClock): Date {
  if (typeof opened === 'string') return new Date(`${opened}T09:00:00+03:00`);
  return opened === 0 ? clock.now : clock.on(opened, 0);
}

/** The same on every seeding, unlike the numbers of new accounts. */
function accountNumber(chance: Chance): string {
  const digits = `2${String(chance.between(0, 9_999_999_999)).padStart(10, '0')}`;
  const ends = Array.from({ length: 10 }, (_, end) => `${digits}${end}`);
  return ends.find(isAccountNumber) ?? '';
}
