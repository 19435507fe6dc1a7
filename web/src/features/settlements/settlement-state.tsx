import { settlementWord, type Settlement, type SettlementState } from '@sente/contract/settlement';
import { Badge, type Tone } from '../../ui/badge.tsx';

const stateTones: Readonly<Record<SettlementState, Tone>> = {
  requested: 'warning',
  batched: 'info',
  paid: 'success',
  returned: 'danger',
  cancelled: 'neutral',
};

export function SettlementStateBadge(settlement: Pick<Settlement, 'state' | 'isAtBank'>) {
  return <Badge tone={stateTones[settlement.state]}>{settlementWord(settlement)}</Badge>;
}
