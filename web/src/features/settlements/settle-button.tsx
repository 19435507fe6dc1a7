import { useQuery } from '@tanstack/react-query';
import { Landmark } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { settlementQueries } from './settlement-queries.ts';

interface SettleButtonProps {
  companyId: string;
  onOpen: () => void;
  /** The dialog comes when the pointer or the focus is near. */
  onNear?: () => void;
}

/** Of the sentence on the page that says why nothing can be sent. */
export const stoppedId = 'settlements-stopped';

/** Begins a settlement; not while payouts are stopped, of which the page says why. */
export function SettleButton({ companyId, onOpen, onNear }: SettleButtonProps) {
  const { data: terms } = useQuery(settlementQueries.terms(companyId));
  return (
    <Button
      variant="primary"
      icon={<Landmark />}
      aria-haspopup="dialog"
      disabled={terms?.isBraked}
      aria-describedby={terms?.isBraked ? stoppedId : undefined}
      onPointerEnter={onNear}
      onFocus={onNear}
      onClick={onOpen}
    >
      Send to Bank
    </Button>
  );
}
