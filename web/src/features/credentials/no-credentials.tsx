import { KeyRound, Plus } from 'lucide-react';
import { errorText } from '../../api/error-text.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { notify } from '../../ui/toast.tsx';
import { useCreateCredentials } from './credential-queries.ts';

export function NoCredentials({ companyId }: { companyId: string }) {
  const { mutateAsync, isPending } = useCreateCredentials(companyId);

  async function create(): Promise<void> {
    try {
      await mutateAsync(undefined);
      notify.success('API credentials created successfully');
    } catch (error) {
      notify.error(errorText(error, 'Failed to create API credentials'));
    }
  }

  return (
    <Card flush>
      <EmptyState
        icon={<KeyRound />}
        title="No API credentials yet."
        hint="With a channel ID and a secret key the company's own systems can sign their calls to the API."
        action={
          <Button
            variant="primary"
            icon={<Plus />}
            busy={isPending}
            busyLabel="Creating..."
            onClick={create}
          >
            Create Credentials
          </Button>
        }
      />
    </Card>
  );
}
