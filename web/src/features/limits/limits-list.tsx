import { kindLabel, limitPlaces, limitText, placeTitle } from '@sente/contract/limit-words';
import { limitKinds, type PaymentLimit } from '@sente/contract/limits';
import { Gauge } from 'lucide-react';
import { Card } from '../../ui/card.tsx';
import { DetailList } from '../../ui/detail-list.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { UsedLimit } from './used-limit.tsx';

/** The limits that there are, for people who cannot change them. */
export function LimitsList({ limits }: { limits: readonly PaymentLimit[] }) {
  if (limits.length === 0) {
    return (
      <Card flush>
        <EmptyState
          icon={<Gauge />}
          title="No limits."
          hint="Payments are limited only by the balance of the account."
        />
      </Card>
    );
  }
  return (
    <div className="grid gap-4 lg:grid-cols-2 lg:[&>:last-child:nth-child(odd)]:col-span-2">
      {limitPlaces.map((place) => {
        const here = limits
          .filter(({ scope, direction }) => scope === place.scope && direction === place.direction)
          .toSorted((a, b) => limitKinds.indexOf(a.kind) - limitKinds.indexOf(b.kind));
        return here.length === 0 ? null : (
          <Card key={placeTitle(place)} title={placeTitle(place)}>
            <DetailList
              columns={1}
              items={here.map((limit) => ({
                label: kindLabel(limit.kind, limit.direction),
                value: (
                  <>
                    <span className="tabular">{limitText(limit.kind, limit.most)}</span>
                    <span className="block text-13 text-muted">
                      <UsedLimit limit={limit} />
                    </span>
                  </>
                ),
              }))}
            />
          </Card>
        );
      })}
    </div>
  );
}
