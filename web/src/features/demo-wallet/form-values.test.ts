import { describe, expect, it } from 'vitest';
import { emptyValues, formResolver, type FormValues } from './form-values.ts';
import type { FormKind } from './wallet-actions.ts';

const good: FormValues = {
  amount: '50,000',
  phoneNumber: '0772 123456',
  network: 'mtn',
  note: '',
};

async function objections(kind: FormKind, values: FormValues): Promise<Record<string, unknown>> {
  const options = { fields: {}, shouldUseNativeValidation: false };
  const { errors } = await formResolver(kind)(values, undefined, options);
  return Object.fromEntries(Object.entries(errors).map(([name, error]) => [name, error.message]));
}

describe('a wallet form', () => {
  it.each(['add-money', 'send-money', 'withdraw'] as const)('%s', async (kind) => {
    expect(await objections(kind, good)).toEqual({});
    expect(await objections(kind, { ...good, amount: ' 500 ' })).toEqual({});
    expect(await objections(kind, { ...good, phoneNumber: '+256 (701) 234-567' })).toEqual({});
    expect(await objections(kind, emptyValues)).toEqual({
      amount: 'Amount is required',
      phoneNumber: 'Phone number is required',
      network: 'Network is required',
    });
  });

  it.each([
    ['send-money', '12.50', 'Amount must be a whole number of UGX'],
    ['send-money', '1,5', 'Amount must be a whole number of UGX'],
    ['send-money', '-500', 'Amount must be a whole number of UGX'],
    ['send-money', 'five', 'Amount must be a whole number of UGX'],
    ['send-money', '499', 'Must be at least UGX 500'],
    ['send-money', '3,284,501', 'More than there is in the wallet'],
    ['withdraw', '3284501', 'More than there is in the wallet'],
    ['add-money', '5,000,001', 'Must be at most UGX 5,000,000'],
  ] as const)('%s refuses an amount of %s', async (kind, amount, message) => {
    expect(await objections(kind, { ...good, amount })).toEqual({ amount: message });
  });

  it('accepts the whole balance', async () => {
    expect(await objections('withdraw', { ...good, amount: '3,284,500' })).toEqual({});
  });

  it.each(['12345', '0272123456', '+2567721234567', '0772x23456'])(
    'refuses the phone number %s',
    async (phoneNumber) => {
      expect(await objections('withdraw', { ...good, phoneNumber })).toEqual({
        phoneNumber: 'Please enter a valid phone number',
      });
    },
  );
});
