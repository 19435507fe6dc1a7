import type { SavedView, ViewedList } from '@sente/contract/saved-views';
import { useQuery } from '@tanstack/react-query';
import { Bookmark, BookmarkCheck, Pencil, Plus } from 'lucide-react';
import { savedViewsQuery, type ViewContent } from '../api/saved-views.ts';
import { Button } from './button.tsx';
import { Menu, type MenuItem } from './menu.tsx';

export interface SavedViewsMenuProps {
  list: ViewedList;
  current: ViewContent;
  onChoose: (view: SavedView) => void;
  onShow: (dialog: 'save' | 'manage') => void;
}

/** Replaces its button when that is first pressed, and stays. */
export default function SavedViewsMenu(props: SavedViewsMenuProps) {
  const { chosen, items } = useViewItems(props);
  return (
    <Menu
      defaultOpen
      trigger={
        <Button icon={chosen ? <BookmarkCheck /> : <Bookmark />}>
          <span className="block max-w-40 truncate">{chosen?.name ?? 'Views'}</span>
        </Button>
      }
      items={items}
    />
  );
}

/** The view that is shown now, and what can be done with views. */
export function useViewItems({ list, current, onChoose, onShow }: SavedViewsMenuProps) {
  const { data, isError } = useQuery(savedViewsQuery(list));
  const chosen = data?.find((view) => isSame(view, current));
  const items: MenuItem[] = [
    ...choicesOf(data, isError, chosen, onChoose),
    'separator',
    { label: 'Save this view', icon: <Plus />, onSelect: () => onShow('save') },
    ...(data?.length
      ? [
          {
            label: 'Rename or delete views',
            icon: <Pencil />,
            onSelect: () => onShow('manage'),
          },
        ]
      : []),
  ];
  return { chosen, items };
}

function choicesOf(
  views: readonly SavedView[] | undefined,
  hasFailed: boolean,
  chosen: SavedView | undefined,
  onChoose: (view: SavedView) => void,
): MenuItem[] {
  if (views?.length) {
    return views.map((view) => ({
      label: view.name,
      icon: view === chosen ? <BookmarkCheck /> : <Bookmark />,
      onSelect: () => onChoose(view),
    }));
  }
  const label = views ? 'No views yet' : hasFailed ? 'Views could not be loaded' : 'Loading views';
  const hint = views
    ? 'A view keeps filters and columns under a name, also on your other computers.'
    : undefined;
  return [{ label, hint, disabled: true, onSelect: () => {} }];
}

function isSame(view: ViewContent, current: ViewContent): boolean {
  const columns = (content: ViewContent) => content.hiddenColumns.toSorted().join();
  return view.filters === current.filters && columns(view) === columns(current);
}
