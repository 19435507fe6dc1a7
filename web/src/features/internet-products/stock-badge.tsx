import type { InternetProduct } from '@sente/contract/internet-products';
import { Badge } from '../../ui/badge.tsx';
import { stockLevel } from './internet-product-list.ts';

/** How many vouchers can still be sold: plain as long as there are enough. */
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
