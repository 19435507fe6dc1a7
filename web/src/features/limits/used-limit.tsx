import { limitText } from '@sente/contract/limit-words';
import type { PaymentLimit } from '@sente/contract/limits';
import { usedSince } from './limit-texts.ts';

/** With a bar; full when nothing is left. */
export function UsedLimit({ limit: { kind, most, used } }: { limit: PaymentLimit }) {
  if (used === null) return null;
  const share = most === 0 ? 100 : Math.min(100, (used / most) * 100);
  return (
    <span className="block w-full max-w-lg">
      <span className="mt-1 block h-1.5 overflow-hidden rounded-full bg-line">
        <span
          className={share >= 90 ? 'block h-full bg-danger-text' : 'block h-full bg-accent'}
          style={{ width: `${share}%` }}
        />
      </span>
      <span className="tabular">{`${limitText(kind, used)} of ${limitText(kind, most)} used ${usedSince(kind)}`}</span>
    </span>
  );
}
