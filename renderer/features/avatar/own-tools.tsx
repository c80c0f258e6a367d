import { useState, type ReactNode } from 'react';

import type { Avatar } from '../../core/avatars.ts';
import { i18n } from '../../i18n/index.ts';
import { NAME_MAX_LENGTH, useLibrary } from '../../state/library/index.ts';
import { useAction } from '../../state/use-action.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field, Form } from '../../ui/field.tsx';
import { DeleteIcon, PencilIcon } from '../../ui/icons.tsx';
import layout from '../../ui/layout.module.css';
import { ErrorNote } from '../../ui/notice.tsx';

/** Rename and delete. Delete doesn't ask first, because it can be undone. */
export function OwnTools({
  avatar,
  onDelete,
  children,
}: {
  readonly avatar: Avatar;
  readonly onDelete: () => void;
  /** Buttons between Rename and Delete. */
  readonly children: ReactNode;
}) {
  const library = useLibrary();
  const [naming, setNaming] = useState(false);
  const [name, setName] = useState(avatar.name);
  const { problem, run, dismiss } = useAction();
  const close = (): void => {
    setNaming(false);
    dismiss();
  };

  return (
    <>
      <Button
        size="small"
        onClick={() => {
          setName(avatar.name);
          setNaming(true);
        }}
      >
        <PencilIcon size={18} strokeWidth={1.7} aria-hidden="true" />
        {i18n.t('Rename')}
      </Button>
      {children}
      <Button size="small" onClick={onDelete}>
        <DeleteIcon size={18} strokeWidth={1.7} aria-hidden="true" />
        {i18n.t('Delete')}
      </Button>
      <Dialog open={naming} onClose={close} title={i18n.t('Rename')}>
        <Form
          className={layout.stack5}
          onSubmit={() => run(() => library.rename(avatar.uid, name).then(close))}
        >
          <Field
            label={i18n.t('Name')}
            value={name}
            required
            autoComplete="off"
            maxLength={NAME_MAX_LENGTH}
            onChange={(event) => setName(event.target.value)}
          />
          {problem !== undefined && <ErrorNote what={problem} />}
          <Button type="submit" variant="accent" wide disabled={name.trim() === ''}>
            {i18n.t('Save')}
          </Button>
        </Form>
      </Dialog>
    </>
  );
}
