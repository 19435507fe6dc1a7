import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';

interface RepeatDoubtProps {
  /** What the server said of the earlier payment of the number. */
  doubt: string;
  isBusy: boolean;
  onAsk: () => void;
  /** The safe way out, and the first button; undefined where the page has one. */
  onLeave?: (() => void) | undefined;
}

/** The customer may have paid already. Asked once more only for something else, and that is said first. */
export function RepeatDoubt({ doubt, isBusy, onAsk, onLeave }: RepeatDoubtProps) {
  return (
    <>
      <Banner tone="warning" className="text-left">
        {doubt} Hand nothing out for it yet, and do not ask again for the same.
      </Banner>
      {onLeave ? (
        <Button variant="primary" size="lg" fullWidth onClick={onLeave}>
          Do Not Ask
        </Button>
      ) : null}
      <Button size="lg" fullWidth busy={isBusy} busyLabel="Asking..." onClick={onAsk}>
        It Is for Something Else: Ask
      </Button>
    </>
  );
}
