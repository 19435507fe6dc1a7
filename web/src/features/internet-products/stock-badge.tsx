import type { InternetProduct } from '@sente/contract/internet-products';
import { Badge } from '../../ui/badge.tsx';

const lowStock = 10;

/** An inactive product has no low-stock warning. */
export function stockLevel({
  active,
  stock,
}: Pick<InternetProduct, 'active' | 'stock'>): 'plenty' | 'low' | 'out' {
  if (!active || stock >= lowStock) return 'plenty';
  return stock > 0 ? 'low' : 'out';
}

/** The number of sellable vouchers; a badge only for low stock. */
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
