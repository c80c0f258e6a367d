import { MINT_STEPS, type MintStepId } from '../../content/minting.ts';
import { i18n } from '../../i18n/index.ts';
import styles from './steps.module.css';

/** The three steps (select, mint, success) and the current one. */
export const Steps = ({ at }: { readonly at: MintStepId }) => (
  <ol className={styles.steps} aria-label={i18n.t('Steps')}>
    {MINT_STEPS.map(({ id, name, words }, index) => (
      <li key={id} aria-current={id === at ? 'step' : undefined}>
        <span className={styles.n}>{index + 1}</span>
        <span>
          <b>{name}</b>
          <span className={styles.words}>{words}</span>
        </span>
      </li>
    ))}
  </ol>
);
