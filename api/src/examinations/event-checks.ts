import type { ExaminationCheck } from '@sente/contract/examinations';
import type { WatchedPoll } from './examination-polls.queries.ts';

type Verdict = Pick<ExaminationCheck, 'outcome' | 'cameBack' | 'toDo'>;

interface EventCheck {
  readonly name: string;
  readonly title: string;
  readonly sent: string;
  /** Null: it cannot be said yet. */
  readonly judge: (polls: readonly WatchedPoll[]) => Verdict | null;
}

const passed = (cameBack: string): Verdict => ({ outcome: 'passed', cameBack, toDo: null });
const failed = (cameBack: string, toDo: string): Verdict => ({ outcome: 'failed', cameBack, toDo });

const keepNumber =
  'Keep the sequence of the last event that you have dealt with, and ask after it. Move it when you have dealt with an event, and not before.';

/** The question after one that was answered with events has to go on after `last`. */
function goesOn(next: WatchedPoll | undefined, last: number): Verdict | null {
  if (!next) return null;
  if (next.after === last) return passed(`The next question was after ${last}.`);
  return failed(
    next.after > last
      ? `The next question was after ${next.after}, so what follows ${last} never came.`
      : `The next question was after ${next.after} again, although ${last} had come.`,
    keepNumber,
  );
}

/** More often than this, for longer than a moment, is a loop without a rest. */
const mostPerSecond = 5;
const fewPolls = 20;

function restOf(polls: readonly WatchedPoll[]): Verdict | null {
  const [first, last] = [polls[0], polls.at(-1)];
  if (!first || !last) return null;
  const seconds = Math.max((last.at.getTime() - first.at.getTime()) / 1000, 1);
  const rate = polls.length / seconds;
  if (polls.length > fewPolls && rate > mostPerSecond) {
    return failed(
      `${polls.length} questions came in ${Math.round(seconds)} seconds.`,
      'Ask with wait=30, which is answered as soon as there is an event, and rest for a second after an error.',
    );
  }
  const count = polls.length === 1 ? '1 question' : `${polls.length} questions`;
  return passed(`${count} came in ${Math.round(seconds)} seconds.`);
}

export const eventChecks: readonly EventCheck[] = [
  {
    name: 'events-asked',
    title: 'Events are asked for',
    sent: 'Three events of a payment, for whoever asks with a key of test mode.',
    judge: (polls) => (polls.length > 0 ? passed('A question came.') : null),
  },
  {
    name: 'events-answer-lost',
    title: 'A question without an answer is asked again',
    sent: 'The first answer with events was withheld (503).',
    judge: (polls) => {
      const at = polls.findIndex(({ disturbance }) => disturbance === 'answer lost');
      const lost = polls[at];
      return lost ? goesOn(polls[at + 1], lost.after) : null;
    },
  },
  {
    name: 'events-short-page',
    title: 'The next question goes on where an answer ended',
    sent: 'The next answer had one event, although there were more.',
    judge: (polls) => {
      const at = polls.findIndex(({ disturbance }) => disturbance === 'short page');
      const given = polls[at]?.given ?? null;
      return given === null ? null : goesOn(polls[at + 1], given);
    },
  },
  {
    name: 'events-go-on',
    title: 'Each event is taken once',
    sent: 'The events that were left.',
    judge: (polls) => {
      const short = polls.findIndex(({ disturbance }) => disturbance === 'short page');
      if (short === -1) return null;
      const at = polls.findIndex(({ given }, index) => index > short && given !== null);
      const given = polls[at]?.given ?? null;
      return given === null ? null : goesOn(polls[at + 1], given);
    },
  },
  {
    name: 'events-rest',
    title: 'There is a rest between questions',
    sent: 'Nothing: the times of the questions were looked at.',
    judge: (polls) => (polls.length > 1 ? restOf(polls) : null),
  },
];

/** What is left when the time is over. */
export const notAsked: Verdict = {
  outcome: 'not-seen',
  cameBack: 'No question came that would have shown it.',
  toDo: 'Let your system ask for events with a test key while an examination runs: GET /api/v1/Events?after=...&wait=30.',
};
