import { expect, it } from 'vitest';
import { createTestDatabase } from '../../../test/database.ts';
import { AppError } from '../../http/app-error.ts';
import { createNumbering } from './phone-numbers.ts';

const { database, owner } = await createTestDatabase();
const numbering = createNumbering(database);

const refusalOf = async (work: Promise<unknown>): Promise<AppError['fields']> => {
  const error = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(AppError);
  return (error as AppError).fields;
};

it.each([
  '0772123456',
  '772123456',
  '256772123456',
  '+256772123456',
  '+256 772 123 456',
  '0772-123-456',
  ' (0772) 123456 ',
])('reads %j as the same number', async (typed) => {
  expect(await numbering.resolve(typed)).toEqual({
    phoneNumber: '256772123456',
    network: 'MTN',
    likelyNetwork: null,
  });
});

it.each([
  ['76', 'MTN'],
  ['77', 'MTN'],
  ['78', 'MTN'],
  ['31', 'MTN'],
  ['39', 'MTN'],
  ['70', 'AIRTEL'],
  ['74', 'AIRTEL'],
  ['75', 'AIRTEL'],
])('finds the network of the prefix %s', async (prefix, network) => {
  expect(await numbering.resolve(`0${prefix}0000001`)).toEqual({
    phoneNumber: `256${prefix}0000001`,
    network,
    likelyNetwork: null,
  });
});

it('accepts the given network: people keep their number when they switch', async () => {
  expect(await numbering.resolve('0772123456', 'AIRTEL')).toEqual({
    phoneNumber: '256772123456',
    network: 'AIRTEL',
    likelyNetwork: 'MTN',
  });
  expect(await numbering.resolve('0712123456', 'MTN')).toMatchObject({ network: 'MTN' });
});

it.each([
  '',
  'hello',
  '077212345',
  '07721234567',
  '+254722000000',
  '0772123456 ext 5',
  '0772123456;0772123457',
  '0414123456',
  '٠٧٧٢١٢٣٤٥٦',
])('refuses %j, which is not a Ugandan mobile number', async (typed) => {
  expect(await refusalOf(numbering.resolve(typed, 'MTN'))).toEqual({
    phoneNumber: 'Must be a Ugandan mobile number, such as 0772 123 456 or +256 772 123 456',
  });
});

it('requires the network for a mobile number with an unknown prefix', async () => {
  expect(await refusalOf(numbering.resolve('0712123456'))).toEqual({
    network: 'The network of this number is not known. Name it: MTN or AIRTEL',
  });
});

it('reads prefixes from the table, longest first', async () => {
  await owner.rows(
    `insert into network_prefixes (prefix, network) values ('71', 'AIRTEL'), ('772', 'AIRTEL')`,
  );
  const fresh = createNumbering(database);
  expect(await fresh.resolve('0712123456')).toMatchObject({ network: 'AIRTEL' });
  expect(await fresh.resolve('0772123456')).toMatchObject({ network: 'AIRTEL' });
  expect(await fresh.resolve('0773123456')).toMatchObject({ network: 'MTN' });
});
