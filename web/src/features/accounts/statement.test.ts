import { describe, expect, it } from 'vitest';
import { daysOf, readStatement, wrongDays } from './statement.ts';

// Already the first of January in Kampala.
const newYear = Date.parse('2025-12-31T21:30:00Z');

it('a range ends today in Kampala and includes today', () => {
  expect(daysOf('Last 7 days', newYear)).toEqual({
    startDate: '2025-12-25',
    endDate: '2026-01-01',
  });
  expect(daysOf('Last 30 days', newYear).startDate).toBe('2025-12-02');
  expect(daysOf('Last 90 days', newYear).startDate).toBe('2025-10-03');
  expect(daysOf('This year', newYear).startDate).toBe('2026-01-01');
  expect(daysOf('This month', newYear).startDate).toBe('2026-01-01');
});

it('last month is a whole one', () => {
  expect(daysOf('Last month', newYear)).toEqual({ startDate: '2025-12-01', endDate: '2025-12-31' });
  const leapYear = Date.parse('2028-03-31T12:00:00Z');
  expect(daysOf('Last month', leapYear)).toEqual({
    startDate: '2028-02-01',
    endDate: '2028-02-29',
  });
});

it('both days are required, in order', () => {
  expect(wrongDays({ startDate: '', endDate: '' })).toEqual({
    startDate: 'Start date is required',
    endDate: 'End date is required',
  });
  expect(wrongDays({ startDate: '2026-01-02', endDate: '2026-01-01' })).toEqual({
    startDate: 'Start date must not be after end date',
  });
  expect(wrongDays({ startDate: '2026-01-01', endDate: '2026-01-01' })).toEqual({});
});

const heading = '"Date","Transaction ID","Reference","Description","Debit","Credit","Balance"\r\n';

describe('a statement for paper', () => {
  it('has every line of the file, including both balances', () => {
    const csv =
      heading +
      '"2026-11-01","","","Opening balance","","","0.00"\r\n' +
      '"2026-11-02 09:00:00","0190","REF-1","Said ""yes"", then paid","","1500.50","1500.50"\r\n' +
      '"2026-11-15","","","Closing balance","","","1500.50"\r\n';
    expect(readStatement(csv)).toEqual([
      line({ date: '2026-11-01', description: 'Opening balance', balance: '0.00' }),
      line({
        date: '2026-11-02 09:00:00',
        reference: 'REF-1',
        description: 'Said "yes", then paid',
        credit: '1500.50',
        balance: '1500.50',
      }),
      line({ date: '2026-11-15', description: 'Closing balance', balance: '1500.50' }),
    ]);
  });

  it('shows a text without the spreadsheet escaping', () => {
    const csv = `${heading}"d","i","'=A1","'-5 day pass","1.00","","2.00"\r\n`;
    expect(readStatement(csv)).toEqual([
      line({
        date: 'd',
        reference: '=A1',
        description: '-5 day pass',
        debit: '1.00',
        balance: '2.00',
      }),
    ]);
  });

  it('keeps a line break inside of a text', () => {
    const csv = `${heading}"d","i","","one\ntwo","1.00","","2.00"\r\n`;
    expect(readStatement(csv)[0]?.description).toBe('one\ntwo');
  });
});

function line(fields: Record<string, string>) {
  return {
    date: '',
    reference: '',
    description: '',
    debit: '',
    credit: '',
    balance: '',
    ...fields,
  };
}
