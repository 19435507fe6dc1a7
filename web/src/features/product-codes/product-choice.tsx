import { useQuery } from '@tanstack/react-query';
import type { Ref } from 'react';
import { errorSentences } from '../../api/error-text.ts';
import { queryState } from '../../api/query-state.ts';
import { paths } from '../../lib/paths.ts';
import { Banner } from '../../ui/banner.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { Link } from '../../ui/link.tsx';
import { SelectField } from '../../ui/select.tsx';
import {
  fetchFailure,
  internetProductQueries,
} from '../internet-products/internet-product-queries.ts';

export interface ProductOption {
  readonly productCode: string;
  readonly productName: string;
}

interface ProductChoiceProps {
  companyId: string;
  /** Nothing is asked for as long as nobody sees it. */
  open: boolean;
  /** In the list even if it is not active. */
  preset: ProductOption | undefined;
  selectRef: Ref<HTMLSelectElement>;
  value: string;
  error: string | undefined;
  disabled: boolean;
  onChange: (productCode: string) => void;
}

export function ProductChoice(props: ProductChoiceProps) {
  const { companyId, open, preset, selectRef, value, error, disabled, onChange } = props;
  const query = useQuery({ ...internetProductQueries.active(companyId), enabled: open });
  const { data, failure, isLoading } = queryState(query);
  const options = optionsOf(data ?? [], preset);
  return (
    <>
      <SelectField
        ref={selectRef}
        label="Internet Product"
        required
        placeholder="Select an internet product..."
        options={options.map((each) => ({
          value: each.productCode,
          label: `${each.productName} (${each.productCode})`,
        }))}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        hint={isLoading ? 'Loading products...' : undefined}
        error={error}
        disabled={disabled}
      />
      {failure ? (
        <ErrorPanel
          title={fetchFailure}
          message={errorSentences(failure.error, '')}
          busy={failure.busy}
          onRetry={failure.onRetry}
        />
      ) : null}
      {data && options.length === 0 ? <NoProducts /> : null}
    </>
  );
}

function optionsOf(
  active: readonly ProductOption[],
  preset: ProductOption | undefined,
): readonly ProductOption[] {
  const isMissing = preset && !active.some((each) => each.productCode === preset.productCode);
  return isMissing ? [preset, ...active] : active;
}

function NoProducts() {
  return (
    <Banner title="There are no active internet products">
      Codes belong to a product. Add one, or make one active, in{' '}
      <Link
        to={paths.client.internetProducts()}
        className="rounded-sm text-accent-text underline underline-offset-2"
      >
        Internet Products
      </Link>
      .
    </Banner>
  );
}
