import { Breadcrumb } from '../../ui/breadcrumb.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { ThemeToggle } from '../../ui/theme-toggle.tsx';
import { Toaster } from '../../ui/toast.tsx';
import { Buttons, Stats } from './kit-actions.tsx';
import { Forms } from './kit-forms.tsx';
import { Companies } from './kit-lists.tsx';
import { Overlays, Messages } from './kit-overlays.tsx';
import { Pagers, TableStates } from './kit-table-states.tsx';
import { Texts, Panels, Palette } from './kit-texts.tsx';

/** Every component in its states, for looking at. Development only. */
export default function KitPage() {
  return (
    <main className="mx-auto max-w-6xl px-4 py-8 sm:px-8">
      <PageHeader
        breadcrumb={<Breadcrumb items={[{ label: 'Sente', to: '/' }, { label: 'Kit' }]} />}
        title="Component kit"
        subtitle="Every component in its states."
        actions={<ThemeToggle />}
      />
      <div className="flex flex-col gap-10">
        <Buttons />
        <Stats />
        <Companies />
        <TableStates />
        <Pagers />
        <Forms />
        <Overlays />
        <Messages />
        <Texts />
        <Panels />
        <Palette />
      </div>
      <Toaster />
    </main>
  );
}
