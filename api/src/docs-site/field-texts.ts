import type { FieldSchema } from './schema-words.ts';

/** Of fields that many calls of the portal have; those of the payments API are described by their feature. */
const texts: Readonly<Record<string, string>> = {
  id: 'Unique id of the record',
  amount: 'Amount in UGX',
  fee: 'Fee in UGX',
  tax: 'What of the fee is tax in UGX',
  balance: 'Balance in UGX',
  held: 'Amount in UGX that is held',
  available: 'Amount in UGX that can be spent',
  name: 'What it is called',
  description: 'Free text for people',
  phoneNumber: 'Mobile-money number, such as 0772123456',
  phone: 'Telephone number',
  website: 'Address on the web, such as example.com',
  network: 'MTN or AIRTEL',
  reference: 'Own reference, such as an order number',
  reason: 'Why, as a sentence',
  note: 'What a person wrote about it',
  text: 'What people read',
  label: 'What people read',
  createdAt: 'Time at which it was made',
  updatedAt: 'Time of the last change',
  createdBy: 'Who made it',
  updatedBy: 'Who changed it last',
  startDate: 'First day in Africa/Kampala',
  endDate: 'Last day in Africa/Kampala, included',
  day: 'Day in Africa/Kampala',
  page: 'Number of the page, from 1',
  pageSize: 'How many are on a page',
  totalCount: 'How many there are on all pages',
  totalPages: 'How many pages there are',
  search: 'Only those that contain this text',
  sort: 'By what the list is sorted',
  direction: 'In which direction',
  isActive: 'Whether it is in use',
  count: 'How many',
  currentPassword: 'The password of the person, to prove that they know it',
  passkey: 'Answer of a passkey, instead of a password or a code',
  idempotencyKey: 'Identifies the order: repeated with the same key, it has no further effect',
  check: 'What the network said otherwise than the books, and what became of it',
  isRepeatConfirmed: 'Orders it although an earlier payment of the number may be paid',
  networkReference: "The network's own id of the payment",
  accountNumber: 'Number of the account',
  accountName: 'Name of the account',
  companyName: 'Name of the company',
  file: 'The file',
  data: 'What was asked for',
  meta: 'Which page it is, and what is on all pages',
  logoUrl: 'Address of the logo',
  address: 'Postal address, or that of a computer',
};

/** What a field means whose schema does not tell. */
export function meaningOf(name: string, { format, type }: FieldSchema): string | undefined {
  const known = texts[name];
  if (known) return known;
  const [, of] = /^(\w+)Id$/.exec(name) ?? [];
  if (of) return `Id of the ${wordsOf(of)}`;
  const [, done] = /^(\w+)At$/.exec(name) ?? [];
  return done && (format === 'date-time' || [type].flat().includes('string'))
    ? `Time: ${wordsOf(done)}`
    : undefined;
}

function wordsOf(name: string): string {
  return name.replace(/([A-Z])/g, ' $1').toLowerCase();
}
