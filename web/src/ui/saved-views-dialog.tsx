import { type SavedView, savedViewChange, type ViewedList } from '@sente/contract/saved-views';
import { useQuery } from '@tanstack/react-query';
import { Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import {
  savedViewsQuery,
  useDeleteView,
  useSaveView,
  type ViewContent,
} from '../api/saved-views.ts';
import { ConfirmAction } from './confirm-action.tsx';
import { useContractForm } from './contract-form.tsx';
import { Dialog } from './dialog.tsx';
import { TextField } from './field.tsx';
import { DialogForm, FormDialog, type FormFrame } from './form-dialog.tsx';
import { IconButton } from './icon-button.tsx';
import { notify } from './toast.tsx';

interface SavedViewsDialogProps {
  open: boolean;
  onClose: () => void;
  list: ViewedList;
  current: ViewContent;
  /** Saves what is shown; otherwise what is saved can be renamed and deleted. */
  isSaving: boolean;
}

export default function SavedViewsDialog(props: SavedViewsDialogProps) {
  const { open, onClose, list, current, isSaving } = props;
  const [renamed, setRenamed] = useState<SavedView | null>(null);
  if (isSaving || renamed) {
    return (
      <FormDialog
        open={open}
        onClose={() => {
          setRenamed(null);
          onClose();
        }}
        onBack={renamed ? () => setRenamed(null) : undefined}
        title={renamed ? 'Rename view' : 'Save this view'}
        description={
          renamed
            ? undefined
            : 'Keeps the filters and columns of this list for you, also on your other computers.'
        }
        size="sm"
        submitLabel="Save"
        busyLabel="Saving..."
      >
        {(frame) => (
          <NameForm
            frame={frame}
            list={list}
            view={renamed ?? undefined}
            current={current}
            onSaved={() => (renamed ? setRenamed(null) : onClose())}
          />
        )}
      </FormDialog>
    );
  }
  return (
    <Dialog open={open} onClose={onClose} title="Views" size="sm">
      <Views list={list} onRename={setRenamed} />
    </Dialog>
  );
}

interface NameFormProps {
  frame: FormFrame;
  list: ViewedList;
  /** Undefined for a new one. */
  view: SavedView | undefined;
  current: ViewContent;
  onSaved: () => void;
}

function NameForm({ frame, list, view, current, onSaved }: NameFormProps) {
  const save = useSaveView(list);
  const form = useContractForm({
    schema: savedViewChange,
    values: { name: view?.name ?? '' },
    submit: async ({ name = '' }) => {
      await save.mutateAsync(view ? { id: view.id, name } : { name, ...current });
      notify.success(view ? 'View renamed' : `View "${name}" saved`);
      onSaved();
    },
    failed: 'Failed to save the view',
  });
  return (
    <DialogForm label="View" frame={frame} form={form}>
      <TextField label="Name" required maxLength={60} {...form.field('name')} />
    </DialogForm>
  );
}

interface ViewsProps {
  list: ViewedList;
  onRename: (view: SavedView) => void;
}

function Views({ list, onRename }: ViewsProps) {
  const { data = [] } = useQuery(savedViewsQuery(list));
  const [deleted, setDeleted] = useState<SavedView | null>(null);
  const change = useDeleteView(list);
  if (data.length === 0) return <p className="text-muted">No views yet</p>;
  return (
    <>
      <ul aria-label="Views" className="flex flex-col divide-y">
        {data.map((view) => (
          <li key={view.id} className="flex items-center justify-between gap-3 py-1.5">
            <span className="min-w-0 wrap-anywhere">{view.name}</span>
            <span className="flex shrink-0 gap-1">
              <IconButton
                label={`Rename ${view.name}`}
                icon={<Pencil />}
                onClick={() => onRename(view)}
              />
              <IconButton
                label={`Delete ${view.name}`}
                icon={<Trash2 />}
                onClick={() => setDeleted(view)}
              />
            </span>
          </li>
        ))}
      </ul>
      <ConfirmAction
        subject={deleted}
        change={change}
        input={({ id }) => id}
        title={({ name }) => `Delete the view "${name}"?`}
        description="The list itself stays as it is."
        confirmLabel="Delete"
        busyLabel="Deleting..."
        done="View deleted"
        failed="Failed to delete the view"
        onClose={() => setDeleted(null)}
      />
    </>
  );
}
