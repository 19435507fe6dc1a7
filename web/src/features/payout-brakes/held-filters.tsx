import type { BrakeSelection } from '@sente/contract/payout-brakes';
import { kampalaTime } from '../../lib/kampala.ts';
import { formatAmount } from '../../lib/money.ts';
import { TextField } from '../../ui/field.tsx';
import { SelectField, type SelectOption } from '../../ui/select.tsx';
import type { HeldPage } from './brake-queries.ts';

interface HeldFiltersProps {
  /** Undefined until it is loaded. */
  list: HeldPage | undefined;
  wanted: BrakeSelection;
  onChange: (wanted: BrakeSelection) => void;
}

/** What payouts can have in common. The choices come from the payouts that are held now. */
export function HeldFilters({ list, wanted, onChange }: HeldFiltersProps) {
  const { askedBy, companyId, amount, receivers, heldFrom } = wanted;
  /** Without what is undefined. */
  const change = (part: { [Name in keyof BrakeSelection]: BrakeSelection[Name] | undefined }) =>
    onChange(
      Object.fromEntries(
        Object.entries({ ...wanted, ...part }).filter(([, value]) => value !== undefined),
      ),
    );
  const askers = list?.askers ?? [];
  const asker = askedBy ? keyOf({ askedBy, companyId: companyId ?? null }) : '';
  return (
    <div className="mb-4 grid gap-3 sm:grid-cols-2 xl:grid-cols-4">
      <SelectField
        label="Receivers"
        value={receivers ?? ''}
        options={[any('All numbers'), { value: 'new', label: 'Never paid before' }]}
        onChange={({ target }) => change({ receivers: target.value ? 'new' : undefined })}
      />
      <SelectField
        label="Asked by"
        value={asker}
        options={[
          any('Anybody'),
          ...askers.map((one) => ({ value: keyOf(one), label: counted(one.name, one.count) })),
        ]}
        onChange={({ target }) => {
          const one = askers.find((each) => keyOf(each) === target.value);
          change({ askedBy: one?.askedBy, companyId: one?.companyId ?? undefined });
        }}
      />
      <SelectField
        label="Amount"
        value={amount === undefined ? '' : String(amount)}
        options={[
          any('Any amount'),
          ...(list?.amounts ?? []).map((one) => ({
            value: String(one.amount),
            label: counted(`UGX ${formatAmount(one.amount)}`, one.count),
          })),
        ]}
        onChange={({ target }) =>
          change({ amount: target.value ? Number(target.value) : undefined })
        }
      />
      <TextField
        label="Held from"
        type="datetime-local"
        value={heldFrom ? kampalaTime(heldFrom).slice(0, 16).replace(' ', 'T') : ''}
        onChange={({ target }) =>
          change({
            heldFrom: target.value ? new Date(`${target.value}+03:00`).toISOString() : undefined,
          })
        }
      />
    </div>
  );
}

function any(label: string): SelectOption {
  return { value: '', label };
}

function counted(label: string, count: number): string {
  return `${label} (${count.toLocaleString('en-US')})`;
}

function keyOf({ askedBy, companyId }: { askedBy: string; companyId: string | null }): string {
  return `${askedBy} ${companyId ?? ''}`;
}
