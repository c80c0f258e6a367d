import { SENTENCES } from '../../core/errors.ts';
import { t } from '../../i18n/index.ts';
import { useLibrary, useLibraryState } from '../../state/library/index.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorNote } from '../../ui/notice.tsx';

/** Stands in for what needs a library that could not be read. */
export function LibraryFailed() {
  const library = useLibrary();
  const { failed } = useLibraryState();
  const isKnown = failed?.startsWith('storage-');
  return (
    <ErrorNote
      what={failed && isKnown ? SENTENCES[failed] : t('Your library could not be read.')}
      safe={isKnown ? undefined : t('Nothing was lost.')}
      actions={<Button onClick={() => library.reload()}>{t('Try again')}</Button>}
    />
  );
}
