import type { Found } from '@sente/contract/search';

/** The same as that of aCompany. */
const companyId = '44444444-4444-4444-8444-444444444444';

export const nothingFound: Found = {
  payments: [],
  transactions: [],
  approvals: [],
  cases: [],
  companies: [],
  accounts: [],
  users: [],
  recipients: [],
  roles: [],
  products: [],
  codes: [],
};
/** One item of each kind that staff find, of one company */
export const someFound: Found = {
  ...nothingFound,
  payments: [
    {
      id: 'm1',
      transactionId: 't2',
      companyName: 'Gulu Builders',
      phoneNumber: '256772000111',
      amount: 2500,
      direction: 'collection',
      status: 'SUCCESS',
      network: 'MTN',
      reference: 'Gulu order',
      check: null,
      networkReference: '8812',
      description: 'School fees of term two',
      date: '2026-01-06T10:00:00.000Z',
      match: 'reference',
    },
  ],
  transactions: [
    {
      id: 't1',
      companyName: 'Gulu Builders',
      reference: 'INV-7',
      description: 'Gulu rent',
      type: 'debit',
      amount: 1500,
      status: 'failed',
      date: '2026-01-05T10:00:00.000Z',
      check: null,
      match: 'description',
    },
  ],
  approvals: [
    {
      id: 'p1',
      sentence: 'Pay UGX 900 to Gulu.',
      companyName: 'Gulu Builders',
      askedAt: '2026-01-06T10:00:00.000Z',
    },
  ],
  companies: [{ id: companyId, name: 'Gulu Builders', email: 'hello@gulu.test', match: 'name' }],
  accounts: [
    {
      id: 'a1',
      companyId,
      accountName: 'Gulu till',
      accountNumber: '100200300',
      companyName: 'Gulu Builders',
      match: 'name',
    },
  ],
  users: [
    {
      id: 'u1',
      name: 'Grace Gulu',
      email: 'grace@x.test',
      companyName: 'Gulu Builders',
      match: 'name',
    },
    { id: 'u2', name: 'Loner Gulu', email: 'loner@x.test', companyName: null, match: 'name' },
  ],
};
