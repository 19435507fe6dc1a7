import { Logger as QueueLogger, type RunnerOptions } from 'graphile-worker';
import type pg from 'pg';
import type { Logger } from 'pino';
import type { DayProofsService } from '../accounting/day-proofs.service.ts';
import type { Database } from '../db/database.ts';
import { tellEnquiriesTask } from '../enquiries/tell-enquiries.ts';
import type { LateQuestions } from '../payments/running/late-questions.ts';
import type { Tariff } from '../reconciliation/tariffs.ts';
import { createSender, type SenderOptions } from '../webhooks/sender.ts';
import { askAgainTask } from './ask-again.ts';
import { createCompanyLimits } from './company-limits.ts';
import { deliverWebhook } from './deliver-webhook.ts';
import { expireWaiting } from './expire-approvals.ts';
import { sendMail, type MailOptions } from '../mail/send-mail.ts';
import { lookForNewsTask, mailNewsTask, tellPeopleTask } from './notifications.ts';
import { writeExportTask } from './write-export.ts';
import { importStatementsTasks, type StatementSources } from './import-statements.ts';
import { matchStatementsTask } from './match-statements.ts';
import { settleBrakedTask } from './settle-braked.ts';
import { settleCompaniesTask } from './settle-companies.ts';
import { signDaysTask } from './sign-days.ts';
import { upkeep } from './upkeep.ts';

export interface WorkerOptions {
  /** A login that may become sente_jobs: requests have no access to the queue's tables. */
  readonly url: string;
  /** For what the jobs do. */
  readonly database: Database;
  readonly webhooks: SenderOptions;
  /** Null: mails wait for an instance that can send them. */
  readonly mail: MailOptions | null;
  /** Where statements of the networks come from by themselves. */
  readonly statements?: StatementSources;
  /** What the networks take for payments. */
  readonly networkTariffs?: readonly Tariff[];
  /** Without them this instance asks no network about failed payments. */
  readonly lateQuestions?: LateQuestions;
  /** Without them this instance signs no closed days. */
  readonly dayProofs?: DayProofsService;
  readonly logger: Logger;
  /** Concurrent jobs; most of the time they wait for remote servers. */
  readonly concurrency?: number;
  /** New jobs are announced at once; polling is for jobs that become due later. */
  readonly pollEveryMs?: number;
}

/** One connection listens; the others are used briefly. */
export const queueConnections = 4;

export function concurrencyOf({ concurrency = 20 }: WorkerOptions): number {
  return concurrency;
}

export function queueOptions(options: WorkerOptions, pool: pg.Pool): RunnerOptions {
  const { database, logger, pollEveryMs = 2_000 } = options;
  const limits = createCompanyLimits(concurrencyOf(options));
  return {
    pgPool: pool,
    maxPoolSize: queueConnections,
    concurrency: concurrencyOf(options),
    pollInterval: pollEveryMs,
    noHandleSignals: true,
    // Time for deliveries to finish when the program stops.
    gracefulShutdownAbortTimeout: 3_000,
    logger: forwardTo(logger),
    // Unbatched writes are not awaited: they could be lost at the end, and a missing database would
    // crash the program.
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
    forbiddenFlags: () => limits.fullFlags(),
    taskList: {
      'ask-again': askAgainTask(options.lateQuestions),
      'deliver-webhook': deliverWebhook(database, createSender(options.webhooks), limits),
      'expire-approvals': expireWaiting(database),
      ...importStatementsTasks(database, options.statements, logger),
      'look-for-news': lookForNewsTask(database),
      ...(options.mail && {
        'mail-enquiries': tellEnquiriesTask(database, options.mail.mailer),
        'mail-news': mailNewsTask(database, options.mail.mailer),
        'send-mail': sendMail(database, logger, options.mail),
      }),
      'match-statements': matchStatementsTask(database, options.networkTariffs),
      'settle-braked': settleBrakedTask(database),
      'settle-companies': settleCompaniesTask(database),
      'sign-days': signDaysTask(options.dayProofs),
      'tell-enquiries': tellEnquiriesTask(database, null),
      'tell-people': tellPeopleTask(database),
      upkeep,
      'write-export': writeExportTask(database, logger),
    },
  };
}

/** A failed job is no error of the server: the delivery log has the response. */
function forwardTo(logger: Logger): QueueLogger {
  return new QueueLogger(() => (level, message) => {
    const [firstLine] = message.split('\n');
    // Ignored: the queue warns about the pool size at every start, but jobs mostly wait for remote
    // servers and need a connection only at the end.
    if (firstLine?.includes('maxPoolSize')) return;
    if (level === 'error' || level === 'warning') logger.warn(`job queue: ${firstLine}`);
    else logger.debug(`job queue: ${firstLine}`);
  });
}
