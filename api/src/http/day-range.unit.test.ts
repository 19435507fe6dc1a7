import { kampalaTime } from '@sente/contract/kampala';
import { describe, expect, it } from 'vitest';
import { lowestUuidV7, uuidV7 } from '../db/uuid.ts';
import { dayRangeOf } from './day-range.ts';

const at = (text: string): number => Date.parse(text);

describe('a range of days', () => {
  it('ends today and begins thirty days ago, by the calendar in Kampala', () => {
    const late = dayRangeOf({}, at('2026-03-01T20:59:59.999Z'));
    expect(late).toMatchObject({ firstDay: '2026-01-30', lastDay: '2026-03-01' });
    const later = dayRangeOf({}, at('2026-03-01T21:00:00.000Z'));
    expect(later).toMatchObject({ firstDay: '2026-01-31', lastDay: '2026-03-02' });
  });

  it('begins thirty days before the requested end', () => {
    expect(dayRangeOf({ endDate: '2025-01-31' }).firstDay).toBe('2025-01-01');
  });

  it('contains both days whole', () => {
    expect(dayRangeOf({ startDate: '2026-01-31', endDate: '2026-01-31' })).toMatchObject({
      startMs: at('2026-01-30T21:00:00Z'),
      endMs: at('2026-01-31T21:00:00Z'),
    });
  });

  it('is refused when it ends before it begins', () => {
    const refused = { fields: { startDate: 'Start date must not be after end date' } };
    const thrownBy = (query: object) => {
      try {
        return dayRangeOf(query, at('2026-01-31T12:00:00Z'));
      } catch (error) {
        return error;
      }
    };
    expect(thrownBy({ startDate: '2026-01-02', endDate: '2026-01-01' })).toMatchObject(refused);
    expect(thrownBy({ startDate: '2026-02-01' })).toMatchObject(refused);
  });

  it.each([
    ['0000-01-01', '0000-01-31'],
    [undefined, '0000-01-01'],
    ['0000-01-01', '9999-12-31'],
  ])(
    'a range from %s to %s stays within what ids and the database can hold',
    (startDate, endDate) => {
      const range = dayRangeOf({ startDate, endDate });
      expect(range.firstDay).toBe('1970-01-01');
      expect(lowestUuidV7(range.startMs) < lowestUuidV7(range.endMs)).toBe(true);
      expect(lowestUuidV7(range.endMs)).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
    },
  );
});

it('covers every id of a moment between its lowest id and that of the next', () => {
  const now = at('2026-01-31T12:00:00Z');
  for (let n = 0; n < 1_000; n++) {
    const id = uuidV7(now);
    expect(id >= lowestUuidV7(now) && id < lowestUuidV7(now + 1)).toBe(true);
  }
});

it('writes the time in the Kampala time zone', () => {
  expect(kampalaTime(new Date('2026-01-31T22:05:09.123Z'))).toBe('2026-02-01 01:05:09');
});
