import { signOut } from '../api/sign-out.ts';
import { paths } from '../lib/paths.ts';
import { useNavigate } from '../lib/router.tsx';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';

/** On every page of a visitor of the open demo. */
export default function VisitorPanel({ name }: { name: string }) {
  const navigate = useNavigate();
  // A session is of one person: whoever wants another begins another.
  const switchRole = () => signOut({ goOn: () => navigate(paths.openDemo()) });
  return (
    <Banner tone="info" title="This is the open demo">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <p>Sample data, as {name} sees it. Look around: nothing can be changed.</p>
        <div className="flex flex-wrap gap-2">
          <Button size="sm" onClick={switchRole}>
            Switch role
          </Button>
          <Button size="sm" onClick={() => signOut()}>
            Leave the demo
          </Button>
        </div>
      </div>
    </Banner>
  );
}
