import { useState } from 'react';
import { useNavigate } from 'react-router-dom';

import type { Avatar } from '../../core/avatars.ts';
import { sentence } from '../../core/errors.ts';
import { useSetAtom } from '../../state/jotai.ts';
import { NAME_MAX_LENGTH, removedAtom, useLibrary } from '../../state/library/index.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { DeleteIcon, PencilIcon } from '../../ui/icons.tsx';
import { ErrorNote } from '../../ui/notice.tsx';
import styles from './avatar-view.module.css';

/** Rename and delete. */
export function OwnTools({ avatar }: { readonly avatar: Avatar }) {
  const library = useLibrary();
  const navigate = useNavigate();
  const setRemoved = useSetAtom(removedAtom);
  const [open, setOpen] = useState<'rename' | 'delete'>();
  const [name, setName] = useState(avatar.name);
  const [failed, setFailed] = useState<string>();
  const close = (): void => {
    setOpen(undefined);
    setFailed(undefined);
  };
  const attempt = (work: () => Promise<void>): void => {
    work().catch((failure: unknown) => setFailed(sentence(failure)));
  };

  return (
    <>
      <Button
        size="small"
        onClick={() => {
          setName(avatar.name);
          setOpen('rename');
        }}
      >
        <PencilIcon size={18} strokeWidth={1.7} aria-hidden="true" />
        Rename
      </Button>
      <Button size="small" onClick={() => setOpen('delete')}>
        <DeleteIcon size={18} strokeWidth={1.7} aria-hidden="true" />
        Delete
      </Button>
      <Dialog open={open === 'rename'} onClose={close} title="Rename">
        <form
          className={styles.form}
          onSubmit={(event) => {
            event.preventDefault();
            attempt(async () => {
              await library.rename(avatar.uid, name);
              close();
            });
          }}
        >
          <Field
            label="Name"
            value={name}
            required
            autoComplete="off"
            maxLength={NAME_MAX_LENGTH}
            onChange={(event) => setName(event.target.value)}
          />
          {failed !== undefined && <ErrorNote what={failed} />}
          <Button type="submit" look="accent" wide disabled={name.trim() === ''}>
            Save
          </Button>
        </form>
      </Dialog>
      <Dialog open={open === 'delete'} onClose={close} title={`Delete ${avatar.name}?`}>
        <p>
          The picture is deleted from this device. Its credit stays used. You can undo this until
          you leave.
        </p>
        {failed !== undefined && <ErrorNote what={failed} />}
        <div className={styles.choice}>
          <Button onClick={close}>Keep it</Button>
          <Button
            look="accent"
            onClick={() =>
              attempt(async () => {
                const undo = await library.remove(avatar.uid);
                setRemoved({ name: avatar.name, undo });
                await navigate('/dashboard');
              })
            }
          >
            Delete
          </Button>
        </div>
      </Dialog>
    </>
  );
}
