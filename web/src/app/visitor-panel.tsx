import { signOut } from '../api/sign-out.ts';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';

/** On every page of a visitor of the open demo. */
export default function VisitorPanel({ name }: { name: string }) {
  return (
    <Banner tone="info" title="This is the open demo">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <p>Sample data, as {name} sees it. Look around: nothing can be changed.</p>
        <Button size="sm" onClick={() => signOut()}>
          Leave the demo
        </Button>
      </div>
    </Banner>
  );
}
