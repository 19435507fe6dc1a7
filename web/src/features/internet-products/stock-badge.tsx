import type { InternetProduct } from '@sente/contract/internet-products';
import { Badge } from '../../ui/badge.tsx';

const lowStock = 10;

/** A product that is not sold cannot run out. */
export function stockLevel({
  active,
  stock,
}: Pick<InternetProduct, 'active' | 'stock'>): 'plenty' | 'low' | 'out' {
  if (!active || stock >= lowStock) return 'plenty';
  return stock > 0 ? 'low' : 'out';
}

/** How many vouchers can still be sold; a badge only when there are few. */
export function StockBadge({ product }: { product: InternetProduct }) {
  const left = `${product.stock.toLocaleString('en-US')} left`;
  switch (stockLevel(product)) {
    case 'out':
      return <Badge tone="danger">Out of stock</Badge>;
    case 'low':
      return (
        <Badge tone="warning" className="tabular">
          Low: {left}
        </Badge>
      );
    case 'plenty':
      return <span className="tabular whitespace-nowrap">{left}</span>;
  }
}

export function ProductStatusBadge({ active }: { active: boolean }) {
  return active ? <Badge tone="success">Active</Badge> : <Badge>Inactive</Badge>;
}
