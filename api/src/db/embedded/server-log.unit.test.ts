import { expect, it } from 'vitest';
import { createLogger } from '../../http/logger.ts';
import { forwardTo } from './server-log.ts';

const at = '2026-11-15 09:30:00.000 UTC';

function logged(...lines: string[]): object[] {
  const written: object[] = [];
  const logger = createLogger('info', { write: (text) => void written.push(JSON.parse(text)) });
  for (const line of lines) forwardTo(logger)(line);
  return written;
}

it('makes a line of JSON of what the server says of itself', () => {
  const [failing, ...more] = logged(
    `${at}|71|archiver|58P01|ERROR:  could not create file "/archive/archtemp": No such file or directory`,
    `${at}|71|archiver|01000|WARNING:  archiving write-ahead log file "000000010000000000000001" failed too many times, will try again later`,
    `${at}|70|postmaster|00000|LOG:  server process (PID 72) was terminated by signal 9: Killed`,
  );
  expect(failing).toMatchObject({
    level: 50,
    msg: 'could not create file "/archive/archtemp": No such file or directory',
    postgres: { at, process: 71, kind: 'archiver', code: '58P01', severity: 'ERROR' },
  });
  expect(more).toMatchObject([{ level: 40 }, { level: 30, postgres: { kind: 'postmaster' } }]);
});

it('leaves out statements and values of requests', () => {
  const lines = logged(
    `${at}|72|client backend|23505|ERROR:  duplicate key value violates unique constraint`,
    `${at}|72|client backend|23505|DETAIL:  Key (email)=(grace@example.test) already exists.`,
    `${at}|72|client backend|23505|STATEMENT:  insert into users`,
    `\t(email) values ('grace@example.test')`,
    `${at}|70|postmaster|00000|DETAIL:  Failed process was running: select 'grace@example.test'`,
    `${at}|73|client backend|53300|FATAL:  sorry, too many clients already`,
  );
  expect(lines).toMatchObject([{ level: 50, msg: 'sorry, too many clients already' }]);
});
