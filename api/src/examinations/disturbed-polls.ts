import type { contract } from '@sente/contract';
import type { Database } from '../db/database.ts';
import { platformScope } from '../db/scope.ts';
import { AppError } from '../http/app-error.ts';
import type { HandlerTable } from '../http/serve.ts';
import {
  findWatchingPolls,
  insertPoll,
  nextDisturbance,
  writeGiven,
} from './examination-polls.queries.ts';

type Payments = HandlerTable<typeof contract>['payments'];

/** Questions for events of a company that is examined without a webhook: all are written down, two are disturbed. */
export function disturbPolls(database: Database, payments: Payments): Payments {
  const { listEvents } = payments;
  return {
    ...payments,
    listEvents: async (call) => {
      const { companyId } = call.caller;
      const after = call.query.after ?? 0;
      const poll = await database.within(platformScope, async (db) => {
        const examinationId = await findWatchingPolls(db, companyId);
        if (!examinationId) return null;
        return { examinationId, id: await insertPoll(db, { examinationId, companyId, after }) };
      });
      const answer = await listEvents(call);
      // Whoever names no event asks where the events are: it takes none, and goes on after the last one.
      if (call.query.after === undefined) return answer;
      const [first] = answer.data;
      const last = answer.data.at(-1);
      if (!poll || !first || !last) return answer;
      const disturbance = await database.within(platformScope, async (db) => {
        const chosen = await nextDisturbance(db, poll.examinationId);
        const given = chosen === 'short page' ? first : last;
        await writeGiven(db, poll.id, given.sequence, chosen);
        return chosen;
      });
      if (disturbance === 'answer lost') {
        throw new AppError('unavailable', { message: lostText, retryAfterSeconds: 1 });
      }
      return disturbance === 'short page' ? { ...answer, data: [first] } : answer;
    },
  };
}

const lostText = 'Examination: the answer to this question is withheld. Ask again after a second.';
