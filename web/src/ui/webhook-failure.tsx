import type { WebhookAttempt, WebhookFailure } from '@sente/contract/webhooks';
import { RelativeTime } from './date-display.tsx';

type Answer = Pick<WebhookAttempt, 'statusCode' | 'error'>;

/** The last answer of a receiver, in words. */
export function answerText({ statusCode, error }: Answer): string {
  if (statusCode !== null) return `The server answered ${statusCode}`;
  return error ?? 'The server did not answer';
}

/** What is wrong with a webhook that fails, and when it was last tried. */
export function WebhookFailureText({ failing }: { failing: WebhookFailure }) {
  return (
    <>
      {answerText(failing)}, <RelativeTime value={failing.at} />
    </>
  );
}
