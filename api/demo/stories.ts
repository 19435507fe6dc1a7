import type { Chance } from './chance.ts';
import type { Movement } from './movements.ts';

/** The text of a transaction, without time, account and amount. */
type Story = Pick<Movement, 'kind' | 'via' | 'description' | 'reference'>;

const places = [
  'Bukoto',
  'Ntinda',
  'Kisaasi',
  'Kalerwe',
  'Wandegeya',
  'Nakawa',
  'Makindye',
  'Kabalagala',
] as const;

const collections = [
  'Hotspot vouchers sold at',
  'Day passes sold at',
  'Monthly internet plans from',
  'Agent takings brought in from',
  'Mobile money collection at',
  'Shop sales by phone at',
] as const;
const deposits = [
  'Cash banked by the cashier',
  'Cheque cleared',
  'Bank transfer received',
] as const;
const payouts = [
  'Commission for agents in',
  'Rent of the mast site at',
  'Casual workers paid in',
  'Airtime for the field team in',
  'Refunds to customers in',
  'Boda deliveries around',
] as const;
const withdrawals = [
  'Bandwidth from the upstream provider',
  'Electricity tokens',
  'Diesel for the generator',
  'Salaries',
  'Taxes paid to the revenue authority',
  'New routers and cables',
] as const;

/** Three of four are mobile money, the rest bank transfers. */
export function incoming(chance: Chance): Story {
  return chance.next() < 0.75
    ? byPhone(chance, 'collection', collections)
    : throughBank(chance, 'deposit', deposits);
}

export function outgoing(chance: Chance): Story {
  return chance.next() < 0.5
    ? byPhone(chance, 'payout', payouts)
    : throughBank(chance, 'withdrawal', withdrawals);
}

export const initialDeposit: Story = {
  kind: 'deposit',
  via: 'bank',
  description: 'Initial deposit',
  reference: null,
};

type Texts = readonly [string, ...string[]];

function byPhone(chance: Chance, kind: 'collection' | 'payout', texts: Texts): Story {
  const via = chance.next() < 0.6 ? 'MTN' : 'AIRTEL';
  const description = `${chance.pick(texts)} ${chance.pick(places)}`;
  return { kind, via, description, reference: `${via}-${digits(chance, 9)}` };
}

function throughBank(chance: Chance, kind: 'deposit' | 'withdrawal', texts: Texts): Story {
  const reference = `EFT-${digits(chance, 6)}`;
  return { kind, via: 'bank', description: chance.pick(texts), reference };
}

function digits(chance: Chance, count: number): string {
  return String(chance.between(0, 10 ** count - 1)).padStart(count, '0');
}
