import type { Logger } from 'pino';
import type { Settings } from './process.ts';

/** Time, process, kind of process and code, so that each line of the server can be taken apart. */
export const logSettings: Settings = { log_line_prefix: '%m|%p|%b|%e|' };

const format =
  /^(?<at>[^|]*)\|(?<process>\d+)\|(?<kind>[^|]+)\|(?<code>[0-9A-Z]{5})\|(?<severity>[A-Z]+):\s+(?<message>.*)$/;

const levels: Readonly<Record<string, 'info' | 'warn' | 'error' | 'fatal'>> = {
  WARNING: 'warn',
  ERROR: 'error',
  FATAL: 'error',
  PANIC: 'fatal',
};

/** Who runs statements of requests: their errors have values of people in them, and requests have a log of their own. */
const isForRequests = /^(client backend|parallel worker)$/;
const isStatement = /^(STATEMENT|QUERY)$/;

/** What the embedded server says, as lines of our log: of requests only what ended a connection. */
export function forwardTo(logger: Logger): (line: string) => void {
  return (line) => {
    const { message = '', severity = '', ...about } = format.exec(line)?.groups ?? {};
    // The rest of a message of several lines, in which values may be.
    if (severity === '') return;
    if (isForRequests.test(about['kind'] ?? '') && !/^(FATAL|PANIC)$/.test(severity)) return;
    if (isStatement.test(severity) || message.startsWith('Failed process was running')) return;
    const postgres = { ...about, severity, process: Number(about['process']) };
    logger[levels[severity] ?? 'info']({ postgres }, message);
  };
}
