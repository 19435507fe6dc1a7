import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { DateText } from '../../ui/date-display.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import type { HandedOver } from './invitation.ts';

interface HandOverDialogProps {
  open: boolean;
  /** Null if it is closed. */
  handedOver: HandedOver | null;
  onClose: () => void;
}

/** Where no mail can be sent: the link is shown once, to be handed over. */
export default function HandOverDialog({ open, handedOver, onClose }: HandOverDialogProps) {
  // The text stays while the dialog fades out.
  const [shown, setShown] = useState(handedOver);
  if (handedOver !== null && handedOver !== shown) setShown(handedOver);
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={`Give this link to ${shown?.name ?? ''}`}
      description="No mail can be sent from here, so hand it over yourself. It is shown once and stands for the person: whoever opens it chooses the password."
      isShownOnce
      footer={
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      }
    >
      {shown ? (
        <>
          <p className="flex items-start gap-2 rounded-lg border bg-surface-sunken p-3">
            <span className="min-w-0 flex-1 font-mono text-13 break-all">{shown.link}</span>
            <CopyButton value={shown.link} label="Link" size="sm" />
          </p>
          <p className="mt-3 text-muted">
            It works once, until <DateText value={shown.expiresAt} format="dateTime" />.
          </p>
        </>
      ) : null}
    </Dialog>
  );
}
