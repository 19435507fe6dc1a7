import type { SavedView, ViewedList } from '@sente/contract/saved-views';
import { Bookmark } from 'lucide-react';
import { useState } from 'react';
import type { ViewContent } from '../api/saved-views.ts';
import { lateWindow } from './late.tsx';
import { lateMenuButton } from './menu-button.tsx';

export const SavedViewsDialog = lateWindow(() => import('./saved-views-dialog.tsx'));

const ViewsButton = lateMenuButton(
  { label: 'Views', icon: <Bookmark /> },
  () => import('./saved-views-menu.tsx'),
);

export interface SavedViewsProps {
  list: ViewedList;
  /** The filters and columns of the list as it is shown. */
  current: ViewContent;
  onChoose: (view: SavedView) => void;
}

/** The filters and columns of a list that a person saved under names. */
export function SavedViews({ list, current, onChoose }: SavedViewsProps) {
  const [shown, setShown] = useState<'save' | 'manage' | null>(null);
  return (
    <>
      <ViewsButton list={list} current={current} onChoose={onChoose} onShow={setShown} />
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
