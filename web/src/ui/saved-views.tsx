import type { SavedView, ViewedList } from '@sente/contract/saved-views';
import { Bookmark } from 'lucide-react';
import { useState } from 'react';
import type { ViewContent } from '../api/saved-views.ts';
import { Button } from './button.tsx';
import { lateInPlace, lateWindow } from './late.tsx';
import type { SavedViewsMenuProps } from './saved-views-menu.tsx';

export const SavedViewsDialog = lateWindow(() => import('./saved-views-dialog.tsx'));

/** The menu's code, and the views, load when they are needed: most people open a list without one. */
const OpenedMenu = lateInPlace<SavedViewsMenuProps & { onOpen: () => void }>(
  () => import('./saved-views-menu.tsx'),
  ({ onOpen, preload }) => (
    <Button
      icon={<Bookmark />}
      aria-haspopup="menu"
      aria-expanded={false}
      onPointerEnter={preload}
      onFocus={preload}
      onClick={onOpen}
    >
      Views
    </Button>
  ),
);

export interface SavedViewsProps {
  list: ViewedList;
  /** The filters and columns of the list as it is shown. */
  current: ViewContent;
  onChoose: (view: SavedView) => void;
}

/** The filters and columns of a list that a person saved under names. */
export function SavedViews({ list, current, onChoose }: SavedViewsProps) {
  const [isOpen, setIsOpen] = useState(false);
  const [shown, setShown] = useState<'save' | 'manage' | null>(null);
  return (
    <>
      <OpenedMenu
        open={isOpen}
        onOpen={() => setIsOpen(true)}
        onClose={() => setIsOpen(false)}
        list={list}
        current={current}
        onChoose={onChoose}
        onShow={setShown}
      />
      <SavedViewsDialog
        open={shown !== null}
        onClose={() => setShown(null)}
        list={list}
        current={current}
        isSaving={shown === 'save'}
      />
    </>
  );
}
