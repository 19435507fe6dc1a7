import { expect, it } from 'vitest';
import { maxAttempts, secondsUntilNext } from './schedule.ts';

it('tries 24 times: often in the first minutes, then every six hours for almost four days', () => {
  let seconds = 0;
  const moments = ['0 s'];
  for (let made = 1; made < maxAttempts; made++) {
    seconds += secondsUntilNext(made);
    moments.push(
      seconds < 120
        ? `${Math.round(seconds)} s`
        : seconds < 7_200
          ? `${Math.round(seconds / 60)} min`
          : `${(seconds / 3_600).toFixed(1)} h`,
    );
  }
  expect(moments.slice(0, 9)).toEqual([
    '0 s',
    '3 s',
    '10 s',
    '30 s',
    '85 s',
    '4 min',
    '11 min',
    '29 min',
    '79 min',
  ]);
  expect(moments.slice(9)).toEqual(
    '3.6 h, 9.7 h, 15.8 h, 21.9 h, 28.0 h, 34.2 h, 40.3 h, 46.4 h, 52.5 h, 58.6 h, 64.7 h, 70.9 h, 77.0 h, 83.1 h, 89.2 h'.split(
      ', ',
    ),
  );
});
