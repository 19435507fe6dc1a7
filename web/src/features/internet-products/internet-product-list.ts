import type { InternetProduct } from '@sente/contract/internet-products';

export const productsPerPage = 10;

/** Empty means all. */
export const productStatuses = ['', 'active', 'inactive'] as const;
export type ProductStatus = (typeof productStatuses)[number];

/** What is asked for; all of it stands in the address. */
export interface ProductFilters {
  readonly search: string;
  readonly status: ProductStatus;
}

export interface ProductPage {
  readonly rows: readonly InternetProduct[];
  readonly page: number;
  readonly totalPages: number;
  readonly totalCount: number;
}

/** The same as our server does, for one that answers all of them whatever it is asked. */
export function filterProducts(
  products: readonly InternetProduct[],
  { search, status }: ProductFilters,
): InternetProduct[] {
  const wanted = search.trim().toLowerCase();
  return products.filter(
    (product) =>
      !product.isDeleted &&
      (status === '' || product.active === (status === 'active')) &&
      [product.productCode, product.productName].some((text) =>
        text.toLowerCase().includes(wanted),
      ),
  );
}

/** The list comes whole; the last page stands in for those past it. */
export function pageOfProducts(products: readonly InternetProduct[], wanted: number): ProductPage {
  const totalPages = Math.max(1, Math.ceil(products.length / productsPerPage));
  const page = Math.min(wanted, totalPages);
  const from = (page - 1) * productsPerPage;
  return {
    rows: products.slice(from, from + productsPerPage),
    page,
    totalPages,
    totalCount: products.length,
  };
}

/** Below this, whoever sells wants to be told. */
const lowStock = 10;

/** What is not sold cannot run out. */
export function stockLevel({
  active,
  stock,
}: Pick<InternetProduct, 'active' | 'stock'>): 'plenty' | 'low' | 'out' {
  if (!active || stock >= lowStock) return 'plenty';
  return stock > 0 ? 'low' : 'out';
}
