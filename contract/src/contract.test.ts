import { describe, expect, it } from 'vitest';
import type * as z from 'zod/mini';
import { createAccountBody } from './accounts.ts';
import { loginBody } from './auth.ts';
import { companyBody } from './companies.ts';
import { fillPath, type Endpoint } from './endpoint.ts';
import { contract } from './index.ts';
import { internetProductBody } from './internet-products.ts';
import { collectionBody, payoutBody } from './payments.ts';
import { isAdministratorRole } from './administrator-roles.ts';
import { roleBody } from './roles.ts';
import { changePasswordBody } from './settings.ts';
import { transactionRequestBody } from './transactions.ts';
import { clientCreateUserForm, createUserBody } from './users.ts';

const endpoints = Object.entries(contract).flatMap(([group, calls]) =>
  Object.entries(calls).map(
    ([name, endpoint]) => [`${group}.${name}`, endpoint as Endpoint] as const,
  ),
);

describe('the table', () => {
  it('no two calls have the same address', () => {
    const addresses = endpoints.map(
      ([, { method, path }]) => `${method} ${path.replace(/\{\w+\}/g, '{}')}`,
    );
    expect(new Set(addresses).size).toBe(addresses.length);
  });

  it.each(endpoints)('%s describes each part of its path', (_name, { path, params }) => {
    const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    const described = params ? Object.keys((params as z.ZodMiniObject).def.shape) : [];
    expect(described.sort()).toEqual(named.sort());
  });

  it('a path value cannot leave its place in the path', () => {
    expect(fillPath('/Company/{id}/credentials', { id: '../x?y#z' })).toBe(
      '/Company/..%2Fx%3Fy%23z/credentials',
    );
  });
});

/** The first sentence for each field, as the forms show it. */
function messages(schema: z.core.$ZodType, input: unknown): Record<string, string> {
  const result = (schema as z.ZodMiniType).safeParse(input);
  const first: Record<string, string> = {};
  for (const issue of result.error?.issues ?? []) first[issue.path.join('.')] ??= issue.message;
  return first;
}

describe('the exact sentences', () => {
  const person = {
    firstName: 'A',
    lastName: 'B',
    username: 'ab',
    email: 'a@b.c',
    phoneNumber: '',
    password: '123456',
  };
  const companyId = '00000000-0000-7000-8000-000000000001';
  const account = { accountName: 'Main', accountType: 1, companyId };

  it.each<[string, z.core.$ZodType, unknown, Record<string, string>]>([
    [
      'login, empty',
      loginBody,
      { email: '', password: '' },
      { email: 'Email is required', password: 'Password is required' },
    ],
    [
      'login, shape',
      loginBody,
      { email: 'a@b', password: '12345' },
      {
        email: 'Please enter a valid email address',
        password: 'Password must be at least 6 characters',
      },
    ],
    ['login, 100 characters pass', loginBody, { email: 'a@b.c', password: 'x'.repeat(100) }, {}],
    [
      'login, 101 do not',
      loginBody,
      { email: 'a@b.c', password: 'x'.repeat(101) },
      { password: 'Password must be less than 100 characters' },
    ],
    [
      'company, empty',
      companyBody,
      { name: '', email: '', phone: '', address: '' },
      {
        name: 'Company name is required',
        email: 'Email is required',
        phone: 'Phone number is required',
        address: 'Address is required',
      },
    ],
    [
      'company, wrong',
      companyBody,
      { name: 'A', email: 'x', phone: '1', address: 'x', website: 'x', logoUrl: 'x' },
      {
        name: 'Name must be at least 2 characters',
        email: 'Invalid email format',
        phone: 'Please enter a valid phone number',
        website: 'Invalid website URL',
        logoUrl: 'Invalid logo URL',
      },
    ],
    [
      'user',
      createUserBody,
      { ...person, firstName: ' ', lastName: '', username: '', email: 'x', password: '' },
      {
        firstName: 'First name is required',
        lastName: 'Last name is required',
        username: 'Username is required',
        email: 'Please enter a valid email address',
        password: 'Password is required',
        companyId: 'Company is required',
      },
    ],
    [
      'own password, too long',
      contract.users.changePassword.body,
      { newPassword: 'x'.repeat(101), confirmNewPassword: 'x'.repeat(101) },
      { newPassword: 'Password must be less than 100 characters' },
    ],
    [
      'client user',
      clientCreateUserForm,
      { ...person, phoneNumber: '0772', confirmPassword: 'x' },
      {
        username: 'Username must be at least 3 characters',
        phoneNumber: 'Please enter a valid phone number',
        confirmPassword: 'Passwords do not match',
      },
    ],
    [
      'client user, passwords',
      clientCreateUserForm,
      { ...person, username: 'abc', confirmPassword: 'x' },
      { confirmPassword: 'Passwords do not match' },
    ],
    [
      'client user, phone with spaces',
      clientCreateUserForm,
      { ...person, username: 'abc', phoneNumber: '+256 772 123456', confirmPassword: '123456' },
      {},
    ],
    ['role', roleBody, { name: 'a' }, { name: 'Role name must be at least 2 characters' }],
    [
      'role, 100 and 500 pass',
      roleBody,
      { name: 'x'.repeat(100), description: 'x'.repeat(500) },
      {},
    ],
    [
      'role, 101 and 501 do not',
      roleBody,
      { name: 'x'.repeat(101), description: 'x'.repeat(501) },
      {
        name: 'Role name must be less than 100 characters',
        description: 'Description must be less than 500 characters',
      },
    ],
    [
      'account',
      createAccountBody,
      { ...account, accountName: ' ab ', accountType: 5, initialDeposit: -1 },
      {
        accountName: 'Account name must be at least 3 characters',
        accountType: 'Please select a valid account type',
        initialDeposit: 'Initial deposit must be a valid positive number',
      },
    ],
    ['account, zero deposit passes', createAccountBody, { ...account, initialDeposit: 0 }, {}],
    [
      'account, too much',
      createAccountBody,
      { ...account, initialDeposit: 1_000_000_001 },
      { initialDeposit: 'Initial deposit amount is too large' },
    ],
    [
      'account, a thousandth',
      createAccountBody,
      { ...account, initialDeposit: 0.001 },
      { initialDeposit: 'Initial deposit must be a valid positive number' },
    ],
    [
      'product',
      internetProductBody,
      { productCode: ' ', productName: '', amount: 0, companyId },
      {
        productCode: 'Product code is required',
        productName: 'Product name is required',
        amount: 'Amount must be greater than 0',
      },
    ],
    [
      'administrator password',
      changePasswordBody,
      { currentPassword: 'x', newPassword: '1234567' },
      { newPassword: 'Password must be at least 8 characters long' },
    ],
  ])('%s', (_name, schema, input, expected) => {
    expect(messages(schema, input)).toEqual(expected);
  });

  it('empty optional fields are sent as null', () => {
    const filled = {
      name: ' Acme ',
      email: 'a@b.c',
      phone: '0772 123456',
      address: 'x',
      website: '',
      logoUrl: ' ',
      description: '',
    };
    expect(companyBody.parse(filled)).toMatchObject({
      name: 'Acme',
      phone: '+256772123456',
      website: null,
      logoUrl: null,
      description: null,
    });
  });
});

it('recognises administrators in any spelling, and no other role', () => {
  for (const name of ['Admin', 'SuperAdmin', 'admin', 'super_admin', 'SUPERADMIN'])
    expect(isAdministratorRole(name)).toBe(true);
  for (const name of ['client_admin', 'admin ', '', null, undefined, 'Administrator'])
    expect(isAdministratorRole(name)).toBe(false);
});

it('omits optional text and reports a value that is not text', () => {
  const order = { phoneNumber: '0772123456', amount: 500, reference: 'A' };
  expect(payoutBody.parse(order)).toMatchObject({ description: null });
  expect(payoutBody.parse({ ...order, description: '  ' })).toMatchObject({ description: null });
  expect(messages(payoutBody, { ...order, phoneNumber: 772123456, description: 5 })).toEqual({
    phoneNumber: 'Phone number must be text',
    description: 'Must be text',
  });
  expect(messages(payoutBody, { amount: 500, reference: null })).toEqual({
    phoneNumber: 'Phone number is required',
    reference: 'Reference is required',
  });
});

it.each([
  [0, 'Amount must be greater than 0'],
  [-1.555, 'Amount must be greater than 0'],
  [null, 'Amount must be greater than 0'],
  ['1000', 'Amount must be a number of UGX'],
  [1.555, 'Amount must be a number of UGX with at most two decimals'],
  [1e15, 'Amount is too large'],
])('refuses %s as the price of a product: %s', (amount, message) => {
  const companyId = '00000000-0000-7000-8000-000000000001';
  const product = { productCode: 'A', productName: 'A', companyId };
  expect(messages(internetProductBody, { ...product, amount })).toEqual({ amount: message });
});

describe.each([
  ['a collection', collectionBody],
  ['a payout', payoutBody],
  ['a request of the portal', transactionRequestBody],
])('the amount of %s', (_what, body) => {
  const { amount } = body.shape;
  const messageOf = (value: unknown) => amount.safeParse(value).error?.issues[0]?.message;

  it.each([1, 500, 20_000_000])('an amount of %d is accepted', (value) => {
    expect(amount.parse(value)).toBe(value);
  });

  it.each([
    [0, 'Amount must be greater than 0'],
    [-1, 'Amount must be greater than 0'],
    [-0.5, 'Amount must be greater than 0'],
    ['1000', 'Amount must be a number of UGX'],
    [true, 'Amount must be a number of UGX'],
    [undefined, 'Amount must be greater than 0'],
    [Number.NaN, 'Amount must be greater than 0'],
    [0.5, 'Mobile money takes whole shillings only'],
    [999.99, 'Mobile money takes whole shillings only'],
    [20_000_000.5, 'Mobile money takes whole shillings only'],
    [20_000_001, 'Must be at most UGX 20,000,000'],
    [1e300, 'Must be at most UGX 20,000,000'],
  ])('an amount of %s is refused: %s', (value, message) => {
    expect(messageOf(value)).toBe(message);
  });
});
