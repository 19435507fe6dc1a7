import { kampalaDay } from '@sente/contract/kampala';
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

const lanes: Record<Step['lane'], string> = {
  api: 'API',
  people: 'People',
  network: 'Network',
  ledger: 'Ledger',
  webhook: 'Webhook',
};

/** Every step with who acts, its second and the time since the one before; what repeats itself is one. */
export function TransactionTimeline({ steps }: Pick<TransactionDetails, 'steps'>) {
  const rows = foldedSteps(steps);
  return (
    <ol className="flex flex-col">
      {rows.map((row, index) => (
        // A step may occur twice, and the order never changes.
        <TimelineStep key={`${index} ${row[0].title}`} row={row} before={rows[index - 1]?.at(-1)} />
      ))}
    </ol>
  );
}

/** The same step again and again; most are alone. */
type StepRow = readonly [Step, ...Step[]];

/** Two alike are still read; more hide what came after them. */
const fewestFolded = 3;

function foldedSteps(steps: readonly Step[]): readonly StepRow[] {
  const runs: [Step, ...Step[]][] = [];
  for (const step of steps) {
    const run = runs.at(-1);
    if (run && run[0].title === step.title && run[0].kind === step.kind) run.push(step);
    else runs.push([step]);
  }
  return runs.flatMap((run) =>
    run.length < fewestFolded ? run.map((one): StepRow => [one]) : [run],
  );
}

const tones = {
  true: 'border-success-line bg-success-soft text-success-text',
  false: 'border-danger-line bg-danger-soft text-danger-text',
  null: 'bg-surface-sunken text-muted',
};

interface TimelineStepProps {
  row: StepRow;
  before: Step | undefined;
}

/** All on one axis: the line goes through the icons, beside the times where there is room for them. */
const axisClass =
  'relative flex gap-3 pb-5 last:pb-0 sm:gap-4 before:absolute before:top-8 before:bottom-0 before:left-4 before:w-px before:bg-line last:before:hidden sm:before:left-32';

function TimelineStep({ row, before }: TimelineStepProps) {
  const [step, ...again] = row;
  return (
    <li className={axisClass}>
      <div className="w-24 shrink-0 pt-1.5 text-right text-13 max-sm:hidden">
        <Times step={step} before={before} />
      </div>
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
        <p className="font-medium wrap-anywhere">
          {step.title}
          {again.length > 0 ? <span className="text-muted"> ({row.length} times)</span> : null}
        </p>
        <p className="flex flex-wrap gap-x-2 text-13 text-muted">
          <span>{lanes[step.lane]}</span>
          <span className="flex flex-wrap gap-x-2 sm:hidden">
            <Times step={step} before={before} />
          </span>
        </p>
        {step.exchange ? <Exchange exchange={step.exchange} /> : null}
        {again.length > 0 ? <Again row={row} /> : null}
      </div>
    </li>
  );
}

/** The further ones of steps that are alike, with their times. */
function Again({ row }: { row: StepRow }) {
  const [first, ...again] = row;
  const last = again.at(-1) ?? first;
  return (
    <details className="mt-1">
      <summary className="w-fit cursor-pointer rounded-sm text-13 text-accent-text hover:underline">
        {again.length} more, the last at <DateText value={last.at} format="seconds" />
        {isSameDay(first, last) ? null : (
          <>
            {' on '}
            <DateText value={last.at} format="date" />
          </>
        )}
      </summary>
      <ul className="mt-2 flex flex-col gap-2">
        {again.map((step, index) => (
          <li key={step.at}>
            <span className="flex flex-wrap gap-x-2 text-13">
              <Times step={step} before={row[index]} />
            </span>
            {step.exchange ? <Exchange exchange={step.exchange} /> : null}
          </li>
        ))}
      </ul>
    </details>
  );
}

function isSameDay(one: Step, other: Step): boolean {
  return kampalaDay(Date.parse(one.at)) === kampalaDay(Date.parse(other.at));
}

/** The time since the step before; null if it came at once. */
function gapOf(step: Step, before: Step): string | null {
  const text = durationText(Math.max(0, Date.parse(step.at) - Date.parse(before.at)));
  return text === '0.0 s' ? null : `+${text}`;
}

/** With the date wherever the day changes. */
function Times({ step, before }: { step: Step; before: Step | undefined }) {
  return (
    <>
      <DateText value={step.at} format="seconds" className="block" />
      {before && isSameDay(before, step) ? null : (
        <DateText value={step.at} format="date" className="block text-muted" />
      )}
      {before ? (
        <span className="tabular block text-muted">
          <Gap text={gapOf(step, before)} />
        </span>
      ) : null}
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
