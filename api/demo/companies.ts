import { readFileSync } from 'node:fs';
import { phoneOf } from '@sente/contract/phone';
import type { Db } from '../src/db/database.ts';
import { uuidV7 } from '../src/db/uuid.ts';
import { keepPicture } from '../src/pictures/kept-pictures.ts';
import { readPicture } from '../src/pictures/picture.ts';

/** A demo company; omitted fields are derived from the name. */
interface DemoCompany {
  readonly key: string;
  readonly name: string;
  readonly email: string;
  readonly phone: string;
  readonly address: string;
  readonly site?: string;
  readonly logo?: string;
  readonly description?: string;
  /** Days before seeding, or a fixed 5th of January. */
  readonly created: number | 'january';
  readonly headOffice?: true;
}

const longName =
  'Nakasongola and Luweero Farmers, Traders and Market Vendors Savings and Internet Cooperative Society of Central Uganda Limited';
const longDescription =
  'A cooperative of more than four hundred farmers, traders and market vendors who share one internet line per trading centre. '.repeat(
    6,
  );

/** Mixed case and not in order of creation, so that each sort looks different. */
const demoCompanies: readonly DemoCompany[] = [
  {
    key: 'head-office',
    name: 'Head Office',
    email: 'office@sente.test',
    phone: '+256 414 200100',
    address: 'Plot 14 Kampala Road, Kampala',
    site: 'https://sente.example',
    description: 'The provider itself. Staff who need a company belong here.',
    // Older than the company of January two years ago.
    created: 1_200,
    headOffice: true,
  },
  {
    key: 'demo-one',
    name: 'Demo One',
    email: 'hello@demo-one.test',
    phone: '+256 772 123456',
    address: 'Plot 8 Bukoto Street, Kampala',
    site: 'https://demo-one.example',
    logo: '/demo/demo-one.svg',
    description:
      'WiFi hotspots in Bukoto, Ntinda and Kisaasi, sold by the hour, the day and the month.',
    created: 410,
  },
  {
    key: 'demo-two',
    name: 'demo two',
    email: 'accounts@demo-two.test',
    phone: '0772 654321',
    address: 'Nkrumah Road 21, Jinja',
    site: 'https://demo-two.example',
    description: 'Fibre and WiFi reseller in Jinja.',
    created: 320,
  },
  {
    key: 'empty',
    name: 'Quiet Start Ltd',
    email: 'owner@empty.test',
    phone: '+256 701 000111',
    address: 'Acacia Avenue 3, Kampala',
    description: 'Signed up and has not begun yet.',
    created: 12,
  },
  {
    key: 'plain',
    name: 'Bare Bones Traders',
    email: 'info@barebones.test',
    phone: '+256 782 300300',
    address: 'Owino Market, Kampala',
    created: 45,
  },
  {
    key: 'broken-logo',
    name: 'Rwenzori Mountain Coffee',
    email: 'sales@rwenzoricoffee.test',
    phone: '+256 483 420420',
    address: 'Rukidi III Street, Fort Portal',
    site: 'https://rwenzori-coffee.example',
    logo: '/demo/no-such-logo.svg',
    description: 'Coffee growers with a farm shop.',
    created: 200,
  },
  {
    key: 'inactive-accounts',
    name: 'Lira Evening Market',
    email: 'desk@liramarket.test',
    phone: '0392 811811',
    address: 'Obote Avenue, Lira',
    created: 260,
  },
  {
    key: 'today',
    name: 'Arua Bus Park WiFi',
    email: 'wifi@aruabus.test',
    phone: '+256 756 909090',
    address: 'Arua Bus Park, Arua',
    created: 0,
  },
  {
    key: 'january',
    name: 'Old Kampala Secondary School',
    email: 'bursar@oldkampala.test',
    phone: '+256 414 270270',
    address: 'Namirembe Road, Kampala',
    site: 'https://okss.example',
    description: 'School fees by mobile money since day one.',
    created: 'january',
  },
  {
    key: 'email-word',
    name: 'Kasese Cement Stores',
    email: 'orders@hippowholesale.test',
    phone: '+256 703 515151',
    address: 'Margherita Road, Kasese',
    created: 150,
  },
  {
    key: 'long',
    name: longName,
    email: 'secretary@nalufarmers.test',
    phone: '+256 752 118118',
    address: 'Luweero Trading Centre, Gulu Highway, Luweero District',
    description: longDescription.trim(),
    created: 88,
  },
  {
    key: 'spare',
    name: 'Zebra Spare Company',
    email: 'spare@zebra.test',
    phone: '+256 760 000999',
    address: 'Nowhere Lane 1, Entebbe',
    description: 'Holds nothing. Delete it to see how that works.',
    created: 30,
  },
  {
    key: 'gulu',
    name: 'gulu hotspot hub',
    email: 'hub@guluhotspot.test',
    phone: '+256 771 404040',
    address: 'Queens Avenue, Gulu',
    site: 'https://gulu-hub.example',
    created: 380,
  },
  {
    key: 'mbarara',
    name: 'Mbarara Milk Collectors',
    email: 'office@mbararamilk.test',
    phone: '0702 818181',
    address: 'High Street, Mbarara',
    created: 290,
  },
  {
    key: 'entebbe',
    name: 'Entebbe Lakeside Internet',
    email: 'care@entebbelake.test',
    phone: '+256 758 232323',
    address: 'Church Road, Entebbe',
    site: 'https://entebbe-lake.example',
    description: 'Internet for guest houses along the lake.',
    created: 240,
  },
  {
    key: 'masaka',
    name: 'MASAKA CYBER POINT',
    email: 'point@masakacyber.test',
    phone: '+256 774 676767',
    address: 'Edward Avenue, Masaka',
    created: 175,
  },
  {
    key: 'mbale',
    name: 'Mbale Teachers SACCO',
    email: 'sacco@mbaleteachers.test',
    phone: '0393 454545',
    address: 'Naboa Road, Mbale',
    created: 520,
  },
  {
    key: 'soroti',
    name: 'Soroti Solar and WiFi',
    email: 'sun@sorotisolar.test',
    phone: '+256 789 121212',
    address: 'Gweri Road, Soroti',
    site: 'https://soroti-solar.example',
    created: 66,
  },
  {
    key: 'hoima',
    name: 'Hoima Oil Road Lodge',
    email: 'desk@hoimalodge.test',
    phone: '+256 705 343434',
    address: 'Kampala Road, Hoima',
    created: 135,
  },
  {
    key: 'tororo',
    name: 'Tororo Border Bureau',
    email: 'bureau@tororoborder.test',
    phone: '+256 777 565656',
    address: 'Bazaar Street, Tororo',
    created: 310,
  },
  {
    key: 'kabale',
    name: 'Kabale Hill Schools',
    email: 'fees@kabalehill.test',
    phone: '0486 422422',
    address: 'Bwankosya Road, Kabale',
    site: 'https://kabale-hill.example',
    created: 450,
  },
  {
    key: 'wakiso',
    name: 'Wakiso Boda Riders Union',
    email: 'riders@wakisoboda.test',
    phone: '+256 754 787878',
    address: 'Hoima Road, Wakiso',
    created: 22,
  },
  {
    key: 'mukono',
    name: 'Mukono Fresh Produce',
    email: 'stall@mukonofresh.test',
    phone: '+256 788 989898',
    address: 'Jinja Road, Mukono',
    created: 105,
  },
];

/** Returns the id of each company by its key. */
export async function seedCompanies(db: Db, webOrigin: string): Promise<Map<string, string>> {
  const ids = new Map<string, string>();
  for (const company of demoCompanies) {
    const id = uuidV7();
    ids.set(company.key, id);
    await db.rows(
      `insert into companies
         (id, name, email, phone, address, website, logo_url, description, is_head_office, created_at, updated_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $10)`,
      [
        id,
        company.name,
        company.email,
        phoneOf(company.phone),
        company.address,
        company.site ?? null,
        company.logo ? webOrigin + company.logo : null,
        company.description ?? null,
        company.headOffice ?? false,
        createdAt(company.created),
      ],
    );
  }
  await uploadLogo(db, ids.get('demo-one') ?? '');
  return ids;
}

function createdAt(created: number | 'january'): Date {
  if (created !== 'january') return daysAgo(created);
  return new Date(Date.UTC(new Date().getUTCFullYear() - 2, 0, 5, 7, 30));
}

export function daysAgo(days: number): Date {
  return new Date(Date.now() - days * 86_400_000);
}

/** As if the company had uploaded it: receipts, posters and the checkout show it. */
async function uploadLogo(db: Db, companyId: string): Promise<void> {
  const file = readFileSync(new URL('demo-one.png', import.meta.url));
  const picture = readPicture(file, 'logo');
  if (!picture) return;
  await keepPicture(db, picture);
  await db.rows('update companies set logo = $2 where id = $1', [companyId, picture.address]);
}
