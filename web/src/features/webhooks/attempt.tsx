import type { WebhookAttempt } from '@sente/contract/webhooks';
import { Badge } from '../../ui/badge.tsx';
import { RelativeTime } from '../../ui/date-display.tsx';
import { CodeBlock } from '../../ui/code-block.tsx';

interface AttemptProps {
  attempt: WebhookAttempt;
}

/** The result of an attempt, in one line. */
export function AttemptSummary({ title, attempt }: AttemptProps & { title: string }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
      <p className="flex flex-wrap items-center gap-2 font-medium">
        {title}
        <ResultBadge attempt={attempt} />
      </p>
      <p className="tabular flex flex-wrap gap-x-3 text-13 text-muted">
        <span>{attempt.durationMs.toLocaleString('en')} ms</span>
        <RelativeTime value={attempt.at} />
      </p>
    </div>
  );
}

export function AttemptDetails({ attempt }: AttemptProps) {
  const { statusCode, answer, error, url, requestHeaders } = attempt;
  const headers = Object.entries(requestHeaders).map(([name, value]) => `${name}: ${value}`);
  return (
    <div className="mt-3 flex flex-col gap-3">
      {statusCode === null ? (
        <p className="text-13 text-danger-text">{error ?? 'There was no answer.'}</p>
      ) : (
        <CodeBlock label="Answer" text={answer || 'Nothing but the status.'} />
      )}
      <CodeBlock label="Request" text={[`POST ${url}`, ...headers].join('\n')} />
    </div>
  );
}

function ResultBadge({ attempt: { statusCode } }: AttemptProps) {
  if (statusCode === null) return <Badge tone="danger">No answer</Badge>;
  const isGood = statusCode >= 200 && statusCode < 300;
  return <Badge tone={isGood ? 'success' : 'danger'}>{statusCode}</Badge>;
}
