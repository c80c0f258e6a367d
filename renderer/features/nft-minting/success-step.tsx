import type { Mint } from '../../core/mints/mint.ts';
import { i18n } from '../../i18n/index.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import t from '../../ui/type.module.css';
import { Certificate } from '../certificate/index.ts';
import { MintPicture } from './mint-picture.tsx';
import type { Mintable } from './mintable.ts';
import styles from './success-step.module.css';

export interface SuccessStepProps {
  readonly mints: readonly Mint[];
  readonly pictureOf: (mint: Mint) => Pick<Mintable, 'uid' | 'url'>;
  /** Absent if no other avatar is left. */
  readonly onAnother: (() => void) | undefined;
}

/** What was minted, to keep. Shown only after the chain has confirmed it. */
export const SuccessStep = ({ mints, pictureOf, onAnother }: SuccessStepProps) => (
  <div className={styles.success}>
    <div className={styles['success-head']}>
      <h2 className={t.title}>
        {mints.length > 1
          ? i18n.t('{count, plural, one {# avatar is an NFT} other {# avatars are NFTs}} now', {
              count: mints.length,
            })
          : i18n.t('{name} is now an NFT', { name: mints[0]?.details.name ?? '' })}
      </h2>
      <p className={t.lead}>{i18n.t('Final on the chain, checked, and yours. It’s one of one.')}</p>
      <div className={styles.actions}>
        <ButtonLink to="/dashboard" variant="accent">
          {i18n.t('View in Dashboard')}
        </ButtonLink>
        {onAnother && <Button onClick={onAnother}>{i18n.t('Mint Another NFT')}</Button>}
        <TextLink to="/nft-guide">{i18n.t('Where to use it')}</TextLink>
      </div>
    </div>
    <div className={styles.certificates}>
      {mints.map((mint) => (
        <div key={mint.id} className={styles.certified}>
          <div className={styles.print}>
            <MintPicture
              mintable={pictureOf(mint)}
              which="full"
              alt={i18n.t('{name}, the minted picture', { name: mint.details.name })}
            />
          </div>
          <Certificate mint={mint} />
        </div>
      ))}
    </div>
  </div>
);
