import { Bookmark, Pencil, Trash2 } from 'lucide-react';
import { Fragment, useState, type ReactNode } from 'react';

import type { SavedView, SavedViewList } from '../../../../gen/sh/inventory_pb';
import { Button } from '../../../shared/components/button';
import { cx } from '../../../shared/components/class-names';
import { ConfirmDialog } from '../../../shared/components/confirm-dialog';
import { isolate } from '../../../shared/formats';
import type { Failure } from '../../../shared/rpc/failure';
import { failureText, useCall, useToast } from '../../../shared/state/calls';
import { atom } from '../../../shared/state/jotai';
import { useLoad, type Loaded } from '../../../shared/state/load';
import { idleQuery, latest, type Query } from '../../../shared/state/remote';
import { NameDialog } from './name-dialog';
import { isShown, isWorthSaving, listOf, savedOf, type SavedList } from './saved-list';
import { viewsText as text } from './views.text';

const viewsAtom = atom<Query<SavedViewList>>(idleQuery);

interface SavedViewsProps {
  readonly list: SavedList;
  readonly onShow: (list: SavedList) => void;
}

/** Shows the saved views, each as a button; the one that is shown can be renamed and deleted, and what is not saved yet can be saved. */
export function SavedViews({ list, onShow }: SavedViewsProps) {
  const [naming, setNaming] = useState<SavedView | null>(null);
  const [deleting, setDeleting] = useState<SavedView | null>(null);
  const loaded = useLoad({
    atom: viewsAtom,
    key: 'all',
    label: 'getting saved views',
    make: (api, options) => api.inventory.getSavedViews({}, options),
  });
  const views = latest(loaded.remote)?.views ?? null;
  if (views === null) return loaded.remote.state === 'failed' ? <FailedViews loaded={loaded} failure={loaded.remote.failure} /> : null;
  const current = views.find((one) => isShown(one, list));
  const canSave = current === undefined && isWorthSaving(list);
  return (
    <>
      {(views.length > 0 || canSave) && (
        <div
          role="group"
          aria-label={text.bar}
          className="mb-3 flex flex-wrap items-center gap-2 max-sm:flex-nowrap max-sm:overflow-x-auto"
        >
          {views.map((one) => (
            <Fragment key={one.id}>
              <ViewButton view={one} shown={one === current} onShow={() => onShow(listOf(one))} />
              {one === current && (
                <>
                  <IconButton label={text.rename(one.name)} icon={<Pencil size={15} />} onClick={() => setNaming(one)} />
                  <IconButton label={text.delete(one.name)} icon={<Trash2 size={15} />} onClick={() => setDeleting(one)} />
                </>
              )}
            </Fragment>
          ))}
          {canSave && (
            <Button
              size="sm"
              kind="quiet"
              aria-haspopup="dialog"
              icon={<Bookmark size={15} aria-hidden />}
              onClick={() => setNaming({ id: '', name: '', ...savedOf(list) })}
            >
              {text.save}
            </Button>
          )}
        </div>
      )}
      {naming !== null && <NameDialog view={naming} saved={views} onSaved={loaded.reload} onClose={() => setNaming(null)} />}
      {deleting !== null && <DeleteDialog view={deleting} onDeleted={loaded.reload} onClose={() => setDeleting(null)} />}
    </>
  );
}

interface FailedViewsProps {
  readonly loaded: Pick<Loaded<SavedViewList>, 'reload'>;
  readonly failure: Failure;
}

function FailedViews({ loaded, failure }: FailedViewsProps) {
  return (
    <p className="mb-3 flex flex-wrap items-center gap-2 text-sm text-muted">
      {text.loadFailed} {failureText(failure)}
      <Button size="sm" kind="quiet" onClick={loaded.reload}>
        {text.loadAgain}
      </Button>
    </p>
  );
}

interface ViewButtonProps {
  readonly view: SavedView;
  readonly shown: boolean;
  readonly onShow: () => void;
}

function ViewButton({ view, shown, onShow }: ViewButtonProps) {
  return (
    <button
      type="button"
      aria-pressed={shown}
      onClick={onShow}
      className={cx(
        'inline-flex min-h-8 max-w-64 shrink-0 items-center rounded-full border px-3 text-sm max-sm:min-h-11',
        shown ? 'border-accent bg-accent-soft font-medium text-accent' : 'border-line bg-surface text-ink hover:bg-hover',
      )}
    >
      <span className="truncate">{isolate(view.name)}</span>
    </button>
  );
}

interface IconButtonProps {
  readonly label: string;
  readonly icon: ReactNode;
  readonly onClick: () => void;
}

function IconButton({ label, icon, onClick }: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      aria-haspopup="dialog"
      title={label}
      onClick={onClick}
      className="inline-flex size-8 shrink-0 items-center justify-center rounded-md text-muted hover:bg-hover hover:text-ink max-sm:size-11"
    >
      {icon}
    </button>
  );
}

interface DeleteDialogProps {
  readonly view: SavedView;
  readonly onDeleted: () => void;
  readonly onClose: () => void;
}

function DeleteDialog({ view, onDeleted, onClose }: DeleteDialogProps) {
  const call = useCall();
  const toast = useToast();
  const [busy, setBusy] = useState(false);
  const remove = async (): Promise<void> => {
    setBusy(true);
    const answer = await call((api) => api.inventory.deleteView({ id: view.id }), { label: 'deleting a view' });
    setBusy(false);
    if (!answer.ok) return;
    toast({ tone: 'good', text: text.deleted });
    onDeleted();
    onClose();
  };
  return (
    <ConfirmDialog
      title={text.deleteTitle}
      question={text.deleteQuestion(isolate(view.name))}
      action={text.confirmDelete}
      danger
      busy={busy}
      onConfirm={remove}
      onClose={onClose}
    />
  );
}
