import { Send } from 'lucide-react';
import type { ReactNode } from 'react';
import { errorText } from '../../api/error-text.ts';
import { Button } from '../../ui/button.tsx';
import { notify } from '../../ui/toast.tsx';
import { AttemptDetails, AttemptSummary } from './attempt.tsx';
import { useTestWebhook } from './webhook-queries.ts';

/** The button, and what came back after it was pressed; they stand in different places. */
export function useWebhookTest(companyId: string): { button: ReactNode; result: ReactNode } {
  const { mutateAsync, isPending, data } = useTestWebhook(companyId);

  async function send(): Promise<void> {
    try {
      await mutateAsync();
    } catch (error) {
      notify.error(errorText(error, 'Failed to send test'));
    }
  }

  return {
    button: (
      <Button icon={<Send />} busy={isPending} busyLabel="Sending..." onClick={send}>
        Send Test
      </Button>
    ),
    result: (
      <div aria-live="polite">
        {data ? (
          <section aria-label="Test result" className="mt-5 rounded-lg border p-4">
            <AttemptSummary title="Test event" attempt={data} />
            <AttemptDetails attempt={data} />
          </section>
        ) : null}
      </div>
    ),
  };
}
