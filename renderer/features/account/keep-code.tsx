import { useSetAtom } from 'jotai';
import { useState } from 'react';

import { i18n } from '../../i18n/index.ts';
import { usePorts } from '../../state/ports.ts';
import { showFailureAtom } from '../../state/toasts.ts';
import { Button } from '../../ui/button.tsx';
import { CopyField } from '../../ui/copy-field.tsx';
import { Field, Form } from '../../ui/field.tsx';
import { TextButton } from '../../ui/text-link.tsx';
import t from '../../ui/type.module.css';
import styles from './account.module.css';

interface KeepCodeProps {
  readonly code: string;
  readonly onKept: () => void;
}

const fileOf = (code: string): Blob =>
  new Blob(
    [
      i18n.t('Likeness recovery code'),
      `\n\n${code}\n\n`,
      i18n.t(
        'It opens your account on the device where it was made if you forget the password.\nKeep it where nobody else finds it.',
      ),
      '\n',
    ],
    { type: 'text/plain' },
  );

/** As a `ref`: focuses the element that has just replaced the form, so that it is read out. */
const focusOnMount = (element: HTMLElement | null): void => element?.focus({ preventScroll: true });

/** Shows the recovery code, this once, until its last group has been typed again. */
export function KeepCode({ code, onKept }: KeepCodeProps) {
  const { accounts, downloads } = usePorts();
  const showFailure = useSetAtom(showFailureAtom);
  const [typed, setTyped] = useState('');
  const [wrong, setWrong] = useState(false);
  const last = code.slice(-5);
  const confirm = async (): Promise<void> => {
    if (typed.trim().toUpperCase() !== last) {
      setWrong(true);
      return;
    }
    await accounts.keptCode();
    onKept();
  };
  return (
    <section className={styles.form} aria-labelledby="recovery-code">
      <h2 id="recovery-code" ref={focusOnMount} tabIndex={-1} className={t.heading}>
        {i18n.t('Keep your recovery code')}
      </h2>
      <p className={styles.quiet}>
        {i18n.t(
          'It is shown this once. If you forget the password, it is the only way into this account: we can’t recover it for you.',
        )}
      </p>
      <CopyField label={i18n.t('Recovery code')} value={code} />
      <TextButton
        onClick={() => {
          downloads.save('Likeness recovery code.txt', fileOf(code)).catch(showFailure);
        }}
      >
        {i18n.t('Save as a file')}
      </TextButton>
      <Form
        className={styles.form}
        aria-label={i18n.t('Confirm the recovery code')}
        noValidate
        onSubmit={() => void confirm().catch(showFailure)}
      >
        <Field
          label={i18n.t('Type its last five characters')}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={8}
          className={styles.codeField}
          value={typed}
          error={
            wrong
              ? i18n.t('These aren’t its last five characters. Look at your copy again.')
              : undefined
          }
          onChange={(event) => {
            setTyped(event.target.value);
            setWrong(false);
          }}
        />
        <Button type="submit" variant="accent" wide>
          {i18n.t('I’ve Saved It')}
        </Button>
      </Form>
    </section>
  );
}
