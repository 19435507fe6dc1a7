import type { InternetProduct } from '@sente/contract/internet-products';
import { useUrlState } from '../../lib/url-state.ts';
import UploadsTab from './uploads-tab.tsx';

const uploadsState = {};

interface ProductUploadsProps {
  product: InternetProduct;
  /** The codes of an upload, if the reader's portal lists them. */
  hrefFor?: ((batchId: string) => string) | undefined;
}

/** Who uploaded which codes of a product when, and what is left of them; the page is in the address. */
export default function ProductUploads({ product, hrefFor }: ProductUploadsProps) {
  const { page, setPage } = useUrlState(uploadsState);
  return (
    <section aria-labelledby="uploads" className="mt-6 min-w-0">
      <h2 id="uploads" className="mb-3 text-base">
        Uploads
      </h2>
      <UploadsTab
        companyId={product.companyId}
        productId={product.recordId}
        page={page}
        onPage={setPage}
        upload={null}
        hrefFor={hrefFor}
      />
    </section>
  );
}
