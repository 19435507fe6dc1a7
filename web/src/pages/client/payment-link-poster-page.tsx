import { useQuery } from '@tanstack/react-query';
import { Link2 } from 'lucide-react';
import { useParams } from '../../lib/router.tsx';
import { queryState } from '../../api/query-state.ts';
import { LinkPoster } from '../../features/payment-links/link-poster.tsx';
import { paymentLinkQueries } from '../../features/payment-links/payment-link-queries.ts';
import { paths } from '../../lib/paths.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { RecordNotLoaded } from '../../ui/record-not-loaded.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';

export default function PaymentLinkPosterPage() {
  const { id = '' } = useParams();
  const { data: link, failure } = queryState(useQuery(paymentLinkQueries.details(id)));
  return (
    // As wide as the paper, so that heading and buttons stand above it.
    <div className="mx-auto w-full max-w-xl print:max-w-none">
      <div data-print="hide">
        <PageHeader
          title="Poster"
          subtitle="To print and put where people pay"
          back={{ to: paths.client.paymentLink(id), label: 'Back to Payment Link' }}
        />
      </div>
      {failure ? (
        <RecordNotLoaded
          {...failure}
          icon={<Link2 />}
          missing={{ title: 'Payment link not found', mayCome: false }}
          failedTitle="Failed to load the payment link"
          back={{ to: paths.client.paymentLinks(), label: 'Back to Payment Links' }}
        />
      ) : null}
      {link ? <LinkPoster link={link} /> : null}
      {!link && !failure ? <PosterSkeleton /> : null}
    </div>
  );
}

/** The sheet of paper. */
function PosterSkeleton() {
  return (
    <div role="status" className="pt-13">
      <span className="sr-only">Loading poster</span>
      <Skeleton className="mx-auto aspect-[1/1.414] w-full" />
    </div>
  );
}
