import { useState } from 'react';

import { t } from '../../i18n/index.ts';
import { useAction } from '../../state/use-async.ts';
import { Button } from '../../ui/button.tsx';
import { Field, Form } from '../../ui/field.tsx';
import { ErrorNote } from '../../ui/notice.tsx';
import { ui } from '../../ui/shared.ts';

interface NameFormProps {
  readonly suggested?: string;
  readonly maxLength: number;
  /** About the name as it will be kept, '' while there is none. */
  readonly hint?: (name: string) => string | undefined;
  /** The button's. */
  readonly label: string;
  readonly onName: (name: string) => unknown;
}

/** Asks for a name. */
export function NameForm({ suggested = '', maxLength, hint, label, onName }: NameFormProps) {
  const [typed, setTyped] = useState(suggested);
  const { problem, run } = useAction();
  const name = typed.trim();
  return (
    <Form
      className={ui.stack5}
      onSubmit={() => {
        if (name) run(() => Promise.resolve(onName(name)));
      }}
    >
      <Field
        label={t('Name')}
        value={typed}
        required
        autoComplete="off"
        maxLength={maxLength}
        hint={hint?.(name)}
        onFocus={({ target }) => target.select()}
        onChange={({ target }) => setTyped(target.value)}
      />
      {problem !== undefined && <ErrorNote what={problem} />}
      <Button type="submit" variant="accent" wide disabled={!name}>
        {label}
      </Button>
    </Form>
  );
}
