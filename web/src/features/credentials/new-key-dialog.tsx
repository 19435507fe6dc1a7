import type { NewApiKey } from '@sente/contract/api-keys';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { CodeBlock } from '../../ui/code-block.tsx';
import { Dialog } from '../../ui/dialog.tsx';

interface NewKeyDialogProps {
  made: NewApiKey | null;
  onClose: () => void;
}

/** The only time that the secret is shown. */
export function NewKeyDialog({ made, onClose }: NewKeyDialogProps) {
  return (
    <Dialog
      open={made !== null}
      onClose={onClose}
      title={made ? `Your key for ${made.name}` : ''}
      description="It works from now on."
      isShownOnce
      footer={
        <Button variant="primary" onClick={onClose}>
          {made?.secretKey ? 'I Have Stored It' : 'Done'}
        </Button>
      }
    >
      {made ? (
        <div className="flex flex-col gap-4">
          {made.secretKey ? (
            <Banner tone="warning" title="The secret is shown only now">
              Copy it into your system. Whoever has it can do what the key may do; if it is lost,
              rotate the key.
            </Banner>
          ) : null}
          <CodeBlock label="Channel ID" text={made.channelId} canCopy />
          {made.secretKey ? <CodeBlock label="Secret key" text={made.secretKey} canCopy /> : null}
        </div>
      ) : null}
    </Dialog>
  );
}
