import { Plus, X } from 'lucide-react';
import { useFieldArray, type UseFormReturn } from 'react-hook-form';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { MoneyField } from '../../ui/money-field.tsx';
import { maxBands, type FeeValues } from './fee-form.ts';
import type { FeeBody } from './fee-queries.ts';

interface FeeBandsProps {
  form: UseFormReturn<FeeValues, unknown, FeeBody>;
  disabled: boolean;
}

/** One row per band; the last one covers everything above. */
export function FeeBands({ form, disabled }: FeeBandsProps) {
  const { fields, insert, remove } = useFieldArray({ control: form.control, name: 'bands' });
  const errors = form.formState.errors.bands;
  const last = fields.length - 1;

  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="mb-1.5 text-13 font-medium">Bands</legend>
      {fields.map((field, index) => (
        <div key={field.id} className="grid grid-cols-[1fr_1fr_2.25rem] items-start gap-2">
          {index === last ? (
            <p className="flex h-9 items-center text-muted">
              {index === 0 ? 'Any amount' : 'Above that'}
            </p>
          ) : (
            <MoneyField
              label={`Band ${index + 1}: up to`}
              hideLabel
              placeholder="Up to"
              readOnly={disabled}
              error={errors?.[index]?.upTo?.message}
              {...form.register(`bands.${index}.upTo`)}
            />
          )}
          <MoneyField
            label={`Band ${index + 1}: fee`}
            hideLabel
            placeholder="Fee"
            readOnly={disabled}
            error={errors?.[index]?.fee?.message}
            {...form.register(`bands.${index}.fee`)}
          />
          {index === last ? null : (
            <IconButton
              label={`Remove band ${index + 1}`}
              icon={<X />}
              disabled={disabled}
              onClick={() => remove(index)}
            />
          )}
        </div>
      ))}
      <Button
        size="sm"
        icon={<Plus />}
        className="self-start"
        disabled={disabled || fields.length >= maxBands}
        onClick={() => insert(last, { upTo: '', fee: '' }, { focusName: `bands.${last}.upTo` })}
      >
        Add Band
      </Button>
    </fieldset>
  );
}
