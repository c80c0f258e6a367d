import { i18n } from '../../i18n/index.ts';
import { CopyField } from '../../ui/copy-field.tsx';
import { TextButton } from '../../ui/text-link.tsx';
import t from '../../ui/type.module.css';
import styles from './forms.module.css';

export interface HandedOverProps {
  readonly address: string;
  readonly body: string;
  /** False if the mail program got only the beginning. */
  readonly whole: boolean;
  readonly onAgain: () => void;
}

/** Says exactly where the message is: in the mail program, to be sent from there. */
export const HandedOver = ({ address, body, whole, onAgain }: HandedOverProps) => (
  <div className={styles.handed}>
    <p className={t.measure}>
      {whole
        ? i18n.t(
            'It is in your mail program, ready to go. It reaches us when you press Send there.',
          )
        : i18n.t(
            'Your mail program has its beginning: the message is longer than a mail link can carry. Copy the whole of it here, paste it there, and press Send.',
          )}
    </p>
    <div className={styles.copies}>
      {whole && <p className={t.quiet}>{i18n.t('Did nothing open? Send this by hand:')}</p>}
      <CopyField label={i18n.t('Our address')} value={address} />
      <CopyField label={i18n.t('Your message')} value={body}>
        <span className={styles.body}>{body}</span>
      </CopyField>
    </div>
    <TextButton onClick={onAgain}>{i18n.t('Open it again')}</TextButton>
  </div>
);
