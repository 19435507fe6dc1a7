import type { TransactionDetails } from '@sente/contract/transaction-details';
import {
  CircleCheck,
  CircleX,
  Lock,
  MessageCircleReply,
  OctagonPause,
  Play,
  RefreshCw,
  Scale,
  Send,
  Undo2,
  UserCheck,
  Webhook,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { cn } from '../../lib/cn.ts';
import { durationText } from '../../lib/duration.ts';
import { CodeBlock } from '../../ui/code-block.tsx';
import { DateText } from '../../ui/date-display.tsx';

type Step = TransactionDetails['steps'][number];

const icons: Record<Step['kind'], ReactNode> = {
  requested: <Play />,
  approval: <UserCheck />,
  hold: <Lock />,
  held: <OctagonPause />,
  sent: <Send />,
  asked: <RefreshCw />,
  callback: <MessageCircleReply />,
  settled: <CircleCheck />,
  failed: <CircleX />,
  reversed: <Undo2 />,
  review: <Scale />,
  webhook: <Webhook />,
};

const lanes: readonly { lane: Step['lane']; word: string; indent: string }[] = [
  { lane: 'api', word: 'API', indent: 'sm:ml-0' },
  { lane: 'people', word: 'People', indent: 'sm:ml-8' },
  { lane: 'network', word: 'Network', indent: 'sm:ml-16' },
  { lane: 'ledger', word: 'Ledger', indent: 'sm:ml-24' },
  { lane: 'webhook', word: 'Webhook', indent: 'sm:ml-32' },
];

/** Every step with its second and the time since the one before, each actor in a lane of its own. */
export function TransactionTimeline({ steps }: Pick<TransactionDetails, 'steps'>) {
  const present = lanes.filter(({ lane }) => steps.some((step) => step.lane === lane));
  return (
    <ol className="flex flex-col">
      {steps.map((step, index) => {
        const at = present.findIndex(({ lane }) => lane === step.lane);
        return (
          <TimelineStep
            // A step may occur twice, and the order never changes.
            key={`${index} ${step.title}`}
            step={step}
            lane={present[at]?.word ?? ''}
            indent={lanes[at]?.indent ?? ''}
            before={steps[index - 1]}
          />
        );
      })}
    </ol>
  );
}

const tones = {
  true: 'border-success-line bg-success-soft text-success-text',
  false: 'border-danger-line bg-danger-soft text-danger-text',
  null: 'bg-surface-sunken text-muted',
};

interface TimelineStepProps {
  step: Step;
  lane: string;
  indent: string;
  before: Step | undefined;
}

function TimelineStep({ step, lane, indent, before }: TimelineStepProps) {
  return (
    <li
      className={cn(
        'group/step flex gap-4 max-sm:relative max-sm:pb-5 max-sm:last:pb-0',
        'max-sm:before:absolute max-sm:before:top-8 max-sm:before:bottom-0 max-sm:before:left-4 max-sm:before:w-px max-sm:before:bg-line max-sm:last:before:hidden',
      )}
    >
      <div className="w-24 shrink-0 pt-1.5 text-right text-13 max-sm:hidden">
        <Times step={step} before={before} />
      </div>
      <div className="relative min-w-0 flex-1 sm:border-l sm:pb-5 sm:pl-4 sm:group-last/step:pb-0">
        <div className={cn('flex min-w-0 gap-3', indent)}>
          <span
            aria-hidden="true"
            className={cn(
              'grid size-8 shrink-0 place-items-center rounded-full border [&_svg]:size-4',
              tones[`${step.isGood}`],
            )}
          >
            {icons[step.kind] ?? <Play />}
          </span>
          <div className="min-w-0 flex-1">
            <p className="font-medium wrap-anywhere">{step.title}</p>
            <p className="flex flex-wrap gap-x-2 text-13 text-muted">
              <span>{lane}</span>
              <span className="flex gap-x-2 sm:hidden">
                <Times step={step} before={before} />
              </span>
            </p>
            {step.exchange ? <Exchange exchange={step.exchange} /> : null}
          </div>
        </div>
      </div>
    </li>
  );
}

/** The time since the step before; null if it came at once. */
function gapOf(step: Step, before: Step): string | null {
  const text = durationText(Math.max(0, Date.parse(step.at) - Date.parse(before.at)));
  return text === '0.0 s' ? null : `+${text}`;
}

function Times({ step, before }: Pick<TimelineStepProps, 'step' | 'before'>) {
  return (
    <>
      <DateText value={step.at} format="seconds" className="block" />
      <span className="tabular block text-muted">
        {before ? <Gap text={gapOf(step, before)} /> : <DateText value={step.at} format="date" />}
      </span>
    </>
  );
}

function Gap({ text }: { text: string | null }) {
  if (text === null) return 'at once';
  return (
    <>
      <span className="sr-only">after </span>
      {text}
    </>
  );
}

function Exchange({ exchange }: { exchange: NonNullable<Step['exchange']> }) {
  const { request, answer, durationMs } = exchange;
  return (
    <details className="group mt-1">
      <summary className="w-fit cursor-pointer rounded-sm text-13 text-accent-text hover:underline">
        Request and answer
        {durationMs === null ? null : (
          <span className="tabular text-muted"> · {durationMs.toLocaleString('en')} ms</span>
        )}
      </summary>
      <div className="mt-2 flex flex-col gap-3">
        {request ? <CodeBlock label="Request" text={request} canCopy /> : null}
        {answer ? (
          <CodeBlock label="Answer" text={answer} canCopy />
        ) : (
          <p className="text-13 text-muted">There was no answer.</p>
        )}
      </div>
    </details>
  );
}
