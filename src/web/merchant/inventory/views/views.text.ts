import { MAX_VIEW_NAME, MOST_SAVED_VIEWS } from '../../../../domain/catalog/saved-view';
import { catalog } from '../../../shared/messages';

/** Texts of the saved views of the inventory. */
export const viewsText = catalog({
  'en-US': {
    bar: 'Saved views',
    save: 'Save view',
    rename: (name: string) => `Rename the view ${name}`,
    delete: (name: string) => `Delete the view ${name}`,
    name: 'Name',
    hint: 'The view, search, filters, and sort order are saved for everyone who uses this account.',
    saveTitle: 'Save view',
    renameTitle: 'Rename view',
    confirmSave: 'Save',
    confirmRename: 'Rename',
    saved: 'View saved',
    renamed: 'View renamed',
    deleteTitle: 'Delete view?',
    deleteQuestion: (name: string) => `“${name}” is deleted for everyone who uses this account. Products do not change.`,
    confirmDelete: 'Delete',
    deleted: 'View deleted',
    loadFailed: 'Your saved views could not be loaded.',
    loadAgain: 'Load them again',
    tooLong: `Use at most ${MAX_VIEW_NAME} characters.`,
    taken: 'Another saved view has this name.',
    tooMany: `You can save at most ${MOST_SAVED_VIEWS} views. Delete one first.`,
  },
});
