import type { Approval } from '@sente/contract/approval';
import type { AskedAct } from './decision-dialog.tsx';
import type { Several } from './several-dialog.tsx';

/* A question stays about the request as it was seen, but whether payouts are stopped is said as it is now. */

export function followedAct(asked: AskedAct | null, shown: readonly Approval[]): AskedAct | null {
  if (asked === null) return null;
  const approval = followed(asked.approval, shown);
  return approval === asked.approval ? asked : { ...asked, approval };
}

export function followedSeveral(
  several: Several | null,
  shown: readonly Approval[],
): Several | null {
  return several && { ...several, items: several.items.map((item) => followed(item, shown)) };
}

function followed(approval: Approval, shown: readonly Approval[]): Approval {
  const now = shown.find(({ id }) => id === approval.id);
  return now === undefined || now.heldUpBy === approval.heldUpBy
    ? approval
    : { ...approval, heldUpBy: now.heldUpBy };
}
