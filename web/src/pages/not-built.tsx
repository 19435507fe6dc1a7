import { NotBuiltPanel } from '../ui/not-built-panel.tsx';

/** Stands in for every screen that is still to come. */
export default function NotBuiltPage({ title }: { title: string }) {
  return <NotBuiltPanel title={title} />;
}
