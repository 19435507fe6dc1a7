import type { ExaminationCheck, ExaminationSummary } from '@sente/contract/examinations';
import { CircleCheck, CircleDashed, CircleX, LoaderCircle } from 'lucide-react';
import { Badge, type Tone } from '../../ui/badge.tsx';

/** Of a whole examination. */
export function ResultBadge({ state, isPassed }: Pick<ExaminationSummary, 'state' | 'isPassed'>) {
  if (state === 'running') {
    return (
      <Badge tone="info" icon={<LoaderCircle />}>
        Running
      </Badge>
    );
  }
  return isPassed ? (
    <Badge tone="success" icon={<CircleCheck />}>
      Passed
    </Badge>
  ) : (
    <Badge tone="danger" icon={<CircleX />}>
      Failed
    </Badge>
  );
}

const outcomes = {
  passed: { tone: 'success', word: 'Passed', icon: <CircleCheck /> },
  failed: { tone: 'danger', word: 'Failed', icon: <CircleX /> },
  'not-seen': { tone: 'neutral', word: 'Not seen', icon: <CircleDashed /> },
  waiting: { tone: 'info', word: 'Waiting', icon: <LoaderCircle /> },
} as const satisfies Record<
  ExaminationCheck['outcome'],
  { tone: Tone; word: string; icon: unknown }
>;

/** Of one check. */
export function OutcomeBadge({ outcome }: Pick<ExaminationCheck, 'outcome'>) {
  const { tone, word, icon } = outcomes[outcome];
  return (
    <Badge tone={tone} icon={icon}>
      {word}
    </Badge>
  );
}

/** In place of the address of a webhook. */
export const asksForEvents = 'Asks for events, without a webhook';

/** Such as "12 passed, 1 failed, 3 not seen". */
export function countText({ passed, failed, notSeen }: ExaminationSummary): string {
  return `${passed} passed, ${failed} failed, ${notSeen} not seen`;
}
