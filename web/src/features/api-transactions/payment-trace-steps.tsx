import type { PaymentTrace } from '@sente/contract/api-transactions';
import {
  CircleCheck,
  CircleX,
  MessageCircleReply,
  RefreshCw,
  Scale,
  Send,
  Undo2,
  UserCheck,
  Webhook,
  Play,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { Timeline } from '../../ui/timeline.tsx';
import { CodeBlock } from '../webhooks/code-block.tsx';

type Step = PaymentTrace['steps'][number];

const icons: Record<Step['kind'], ReactNode> = {
  requested: <Play />,
  approval: <UserCheck />,
  sent: <Send />,
  asked: <RefreshCw />,
  callback: <MessageCircleReply />,
  settled: <CircleCheck />,
  failed: <CircleX />,
  reversed: <Undo2 />,
  review: <Scale />,
  webhook: <Webhook />,
};

/** What happened, oldest first, each call with what was said and answered. */
export function PaymentTraceSteps({ steps }: { steps: readonly Step[] }) {
  return (
    <section aria-labelledby="trace-steps">
      <h3 id="trace-steps" className="mb-3 text-13 font-medium text-muted">
        What happened
      </h3>
      <Timeline
        steps={steps.map((step) => ({
          icon: icons[step.kind] ?? <Play />,
          title: step.title,
          at: step.at,
          tone: step.isGood === null ? undefined : step.isGood ? 'good' : 'bad',
          content: step.exchange ? <Exchange exchange={step.exchange} /> : null,
        }))}
      />
    </section>
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
