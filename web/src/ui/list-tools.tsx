import type { ViewedList } from '@sente/contract/saved-views';
import { phoneQuery, useMediaQuery } from '../lib/media-query.ts';
import type { UrlState, UrlStateSpec } from '../lib/url-state.ts';
import { filtersIn, writtenFilters } from '../lib/view-address.ts';
import { ColumnsButton } from './column-choice.tsx';
import type { ColumnChoice } from './columns-dialog.tsx';
import { ListExport } from './list-export.tsx';
import type { ExportDialogProps } from './export-dialog.tsx';
import { PhoneTools } from './list-tools-phone.tsx';
import { SavedViews, type SavedViewsProps } from './saved-views.tsx';

interface ListToolsProps {
  list: ViewedList;
  spec: Required<Pick<UrlStateSpec, 'filters'>>;
  state: Pick<UrlState<UrlStateSpec>, 'search' | 'setNamed'> & {
    readonly filters: Readonly<Record<string, string>>;
  };
  columns: ColumnChoice;
  exported: Omit<ExportDialogProps, 'open' | 'onClose'>;
}

/** What people do with a list as a whole: choose a view and columns, and export it. */
export function ListTools({ list, spec, state, columns, exported }: ListToolsProps) {
  const isPhone = useMediaQuery(phoneQuery);
  const views: SavedViewsProps = {
    list,
    current: {
      filters: writtenFilters(spec, state.filters, state.search),
      hiddenColumns: [...columns.hidden],
    },
    onChoose: (view) => {
      state.setNamed(filtersIn(spec, view.filters));
      columns.setHidden(view.hiddenColumns);
    },
  };
  if (isPhone) return <PhoneTools {...views} {...{ columns, exported }} />;
  return (
    <>
      <SavedViews {...views} />
      <ColumnsButton choice={columns} />
      <ListExport {...exported} />
    </>
  );
}
