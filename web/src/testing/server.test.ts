import { accounts } from '@sente/contract/accounts';
import { networks } from '@sente/contract/networks';
import { expect, it } from 'vitest';
import { call } from '../api/call.ts';
import { lost, ok } from './answers.ts';
import { expectAllAnswered, serve, startServer } from './server.ts';

const outage = { message: 'Network error occurred' };

it('reports each call without a configured answer', async () => {
  serve(networks.list, ok([]));
  await call(networks.list);
  expect(expectAllAnswered).not.toThrow();
  await expect(call(accounts.list)).rejects.toMatchObject(outage);
  await expect(fetch('/api/Nowhere')).rejects.toThrow('Failed to fetch');
  expect(expectAllAnswered).toThrow(
    'Calls that the test does not serve:\nGET /Account\nGET /Nowhere, which the contract does not have',
  );
  startServer();
});

it('an outage that the test serves does not fail it', async () => {
  serve(accounts.list, lost);
  await expect(call(accounts.list)).rejects.toMatchObject(outage);
  expect(expectAllAnswered).not.toThrow();
});
