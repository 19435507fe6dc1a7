import type { ProductCode } from '@sente/contract/product-codes';

export const codeStatuses = ['all', 'used', 'unused'] as const;
export type CodeStatus = (typeof codeStatuses)[number];

/** What is asked for; all of it stands in the address. */
export interface CodeFilters {
  readonly search: string;
  readonly status: CodeStatus;
  /** Empty: of all products. */
  readonly productType: string;
}

/** What the list shows, and what there is besides. */
export interface CodeList {
  readonly codes: readonly ProductCode[];
  readonly totalCount: number;
  /** What can be sold: the stock of the products says the same. */
  readonly availableCount: number;
  /** Neither used nor for sale: a payer is being asked for it. */
  readonly reservedCount: number;
  /** There are more than were answered. */
  readonly isCapped: boolean;
  readonly productTypes: readonly string[];
}

/** Servers have written the flag in four ways; chip, filter and count all ask here. */
export function isUsed({ used }: { readonly used: unknown }): boolean {
  return used === 1 || used === '1' || used === true || used === 'true';
}

/** Filters a complete list, for a server that answers all codes whatever it is asked. */
export function listOfAll(all: readonly ProductCode[], filters: CodeFilters): CodeList {
  const codes = all.filter((code) => matches(code, filters));
  const productTypes = [...new Set(all.map((code) => code.product_type))].toSorted();
  const availableCount = codes.filter((code) => !isUsed(code)).length;
  const totalCount = codes.length;
  return { codes, totalCount, availableCount, reservedCount: 0, isCapped: false, productTypes };
}

function matches(code: ProductCode, { search, status, productType }: CodeFilters): boolean {
  const wanted = search.trim().toLowerCase();
  return (
    (status === 'all' || isUsed(code) === (status === 'used')) &&
    (productType === '' || code.product_type.toLowerCase() === productType.toLowerCase()) &&
    [code.code, code.product_type, code.record_id].some((text) =>
      text.toLowerCase().includes(wanted),
    )
  );
}
