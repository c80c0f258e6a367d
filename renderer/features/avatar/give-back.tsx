import { useState } from 'react';
import { useNavigate } from 'react-router-dom';

import type { Avatar } from '../../core/avatars.ts';
import { RETURNS_PER_SET } from '../../core/credits.ts';
import { i18n } from '../../i18n/index.ts';
import { useRepaintable } from '../../state/generation/index.ts';
import { useLibrary, useLibraryState } from '../../state/library/index.ts';
import { useAction } from '../../state/use-action.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { Dialog } from '../../ui/dialog.tsx';
import layout from '../../ui/layout.module.css';
import { ErrorNote } from '../../ui/notice.tsx';
import { useMinted } from '../parts/certificate.tsx';
import styles from './avatar-view.module.css';
import { useKeptPhoto } from './remake.tsx';

const LEFT = [
  '',
  i18n.t('It is the last of this set that can be.'),
  i18n.t('Two of this set can be.'),
];

/**
 * 'This cut-out is wrong': leads to the brush, which mends the whole set for nothing, or deletes the
 * avatar and returns its credit, a few times per set.
 */
export function GiveBack({ avatar }: { readonly avatar: Avatar }) {
  const library = useLibrary();
  const { returnsLeft } = useLibraryState();
  const minted = useMinted(avatar.uid);
  const navigate = useNavigate();
  const photo = useKeptPhoto(avatar);
  const [open, setOpen] = useState(false);
  const giving = useAction();
  const left = returnsLeft(avatar.batchId);
  const mendable = useRepaintable(avatar).length;
  if (minted.length > 0) return null;
  const close = (): void => {
    setOpen(false);
    giving.dismiss();
  };
  const giveBack = async (): Promise<void> => {
    await library.giveBack(avatar.uid);
    await navigate('/dashboard');
  };
  return (
    <>
      <Button size="small" onClick={() => setOpen(true)}>
        {i18n.t('This cut-out is wrong')}
      </Button>
      <Dialog
        open={open}
        onClose={close}
        title={
          mendable > 0
            ? i18n.t('Mend {name}, or give it back?', { name: avatar.name })
            : left > 0
              ? i18n.t('Give {name} back?', { name: avatar.name })
              : i18n.t('No more of this set can be given back')
        }
      >
        {mendable > 0 && (
          <p>
            {i18n.t(
              'Fix it with the brush, once, and {count, plural, one {this avatar is} other {all # avatars of this photo in the set are}} painted again, free. Names, likes and credits stay as they are.',
              { count: mendable },
            )}{' '}
            {!photo && i18n.t('The photo isn’t on this device any more: you add it again.')}
          </p>
        )}
        {left > 0 ? (
          <p>
            {i18n.t(
              'If you give it back, the picture is deleted from this device for good, and its credit is yours to spend again. Up to {most, plural, one {# avatar} other {# avatars}} of a set can be given back.',
              { most: RETURNS_PER_SET },
            )}{' '}
            {left < RETURNS_PER_SET && (LEFT[left] ?? '')}
          </p>
        ) : (
          <p>
            {i18n.t(
              '{most, plural, one {# avatar} other {# avatars}} of this set were given back already, which is the most. This one stays as it is.',
              { most: RETURNS_PER_SET },
            )}
          </p>
        )}
        {giving.problem !== undefined && <ErrorNote what={giving.problem} />}
        <div className={cx(layout.halves, styles.choice)}>
          <Button onClick={close}>{i18n.t('Keep it')}</Button>
          {left > 0 && (
            <Button
              {...(mendable === 0 && { variant: 'accent' })}
              busy={giving.busy}
              onClick={() => giving.run(giveBack)}
            >
              {i18n.t('Delete and get the credit back')}
            </Button>
          )}
          {mendable > 0 && (
            <ButtonLink variant="accent" to={`/customize?mend=${avatar.uid}`}>
              {i18n.t('Fix with the brush')}
            </ButtonLink>
          )}
        </div>
      </Dialog>
    </>
  );
}
