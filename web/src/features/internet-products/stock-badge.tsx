import type { InternetProduct } from '@sente/contract/internet-products';
import { Badge } from '../../ui/badge.tsx';

/** By the product's own threshold, as dashboard and mail go. An inactive product has no warning. */
export function stockLevel({
  active,
  stock,
  lowStockAt,
}: Pick<InternetProduct, 'active' | 'stock' | 'lowStockAt'>): 'plenty' | 'low' | 'out' {
  if (!active) return 'plenty';
  if (stock === 0) return 'out';
  return lowStockAt !== null && stock <= lowStockAt ? 'low' : 'plenty';
}

/** Behind the name of a product in a choice. */
export function stockText(stock: number): string {
  return stock === 0 ? 'out of stock' : `${stock.toLocaleString('en-US')} left`;
}

/** Which of the two warns: few may last for months. */
export function lowText({ lowStockAt }: Pick<InternetProduct, 'lowStockAt'>): string {
  return `You are warned at ${(lowStockAt ?? 0).toLocaleString('en-US')} or fewer`;
}

/** The number of sellable vouchers; a badge only for low stock. */
export function StockBadge({ product }: { product: InternetProduct }) {
  const left = `${product.stock.toLocaleString('en-US')} left`;
  switch (stockLevel(product)) {
    case 'out':
      return <Badge tone="danger">Out of stock</Badge>;
    case 'low':
      return (
        <span title={lowText(product)}>
          <Badge tone="warning" className="tabular">
            Low: {left}
          </Badge>
        </span>
      );
    case 'plenty':
      return (
        <span className={`tabular whitespace-nowrap ${product.stock === 0 ? 'text-muted' : ''}`}>
          {product.stock === 0 ? 'None' : left}
        </span>
      );
  }
}

export function ProductStatusBadge({ active }: { active: boolean }) {
  return active ? <Badge tone="success">Active</Badge> : <Badge>Inactive</Badge>;
}
