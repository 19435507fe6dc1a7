import { accounts } from '@sente/contract/accounts';
import { companies } from '@sente/contract/companies';
import { networks } from '@sente/contract/networks';
import { afterEach, expect, it } from 'vitest';
import { call } from '../api/call.ts';
import { lost, malformed, ok } from './answers.ts';
import { aCompany, mtn } from './records.ts';
import { expectNoFaults, serve, startServer } from './server.ts';

const outage = { message: 'Network error occurred' };
const { id, name, ...unnamed } = aCompany();
const details = () => call(companies.get, { params: { id } });

// Before the setup looks for faults.
afterEach(startServer);

it('reports each call without a configured answer', async () => {
  serve(networks.list, ok([]));
  await call(networks.list);
  expect(expectNoFaults).not.toThrow();
  await expect(call(accounts.list)).rejects.toMatchObject(outage);
  await expect(fetch('/api/Nowhere')).rejects.toThrow('Failed to fetch');
  expect(expectNoFaults).toThrow(
    'The test serves\nnothing for GET /Account\nnothing for GET /Nowhere, which the contract does not have',
  );
});

it('an outage that the test serves does not fail it', async () => {
  serve(accounts.list, lost);
  await expect(call(accounts.list)).rejects.toMatchObject(outage);
  expect(expectNoFaults).not.toThrow();
});

it('reports a member that is missing, wrong or unknown to the contract', async () => {
  serve(companies.get, ok({ ...unnamed, id }));
  await details();
  expect(expectNoFaults).toThrow(`GET /Company/${id} with data.name Invalid input`);
  startServer();
  serve(networks.list, ok([{ ...mtn, isUp: true }]));
  await call(networks.list);
  expect(expectNoFaults).toThrow('GET /Networks with more in data than [{');
});

it('takes a reply of the contract, and a malformed one that the test asks for', async () => {
  serve(companies.get, ok({ ...unnamed, id, name }));
  await details();
  serve(companies.get, malformed({ id }));
  await details();
  expect(expectNoFaults).not.toThrow();
});
